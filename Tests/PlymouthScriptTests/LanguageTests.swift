// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

/// The language, by the examples of its documentation and the rules of the plugin.
@Suite struct LanguageTests {
  @Test(arguments: [
    ("x = 1; # a comment\n", "1"), ("x = 2; // a comment\n", "2"),
    ("/* one /* two */ still */ x = 3;", "3"), ("x = \"a#b//c\";", "a#b//c"),
  ])
  func `comments end at their line or nest`(source: String, value: String) throws {
    #expect(try Scripts.value(source) == value)
  }

  @Test(arguments: [
    ("2 + 3 * 4", "14"), ("(2 + 3) * 4", "20"), ("7 % 4", "3"), ("5.5 % 2", "1.5"),
    ("-7 % 4", "-3"),
    ("10 - 2 - 3", "5"), ("8 / 4 / 2", "1"), ("1 / 4", "0.25"), ("!0 + 1", "2"), ("- - 3", "3"),
    ("1 + 2 == 3", "1"), ("1 < 2 && 2 < 3", "1"), ("2.50", "2.5"), ("1000000 * 10", "1e+07"),
    ("1 / 3", "0.333333"), ("7 >= 6", "1"), ("\"Cat\" == \"Dog\"", "0"),
    ("\"Cat\" < \"Dog\"", "1"), ("1 || 0 && 0", "1"),
  ])
  func `operators bind as in C`(expression: String, value: String) throws {
    #expect(try Scripts.value("x = \(expression);") == value)
  }

  @Test(arguments: [
    ("\"A\" + 7 + \"B\"", "A7B"), ("1 + 2 + \"B\"", "3B"), ("\"n\" + 0.5", "n0.5"),
    ("\"a\" + NULL", "a#NULL"), ("\"eight\" / 2", "#NULL"), ("NULL + 1", "#NULL"),
    ("\"\\\"q\\\" \\\\ \\n\"", "\"q\" \\ \n"), ("7 == \"7\"", "0"), ("NULL == nothing", "1"),
    ("NAN == NAN", "0"), ("NAN != NAN", "1"),
  ])
  func `values are converted as documented`(expression: String, value: String) throws {
    #expect(try Scripts.value("x = \(expression);") == value)
  }

  @Test(arguments: [
    ("NULL", "no"), ("0", "no"), ("\"\"", "no"), ("NAN", "no"), ("1", "yes"), ("\"0\"", "yes"),
    ("[]", "yes"), ("fun () {}", "yes"), ("-1", "yes"),
  ])
  func `null, 0, NaN and the empty string are false`(value: String, result: String) throws {
    #expect(try Scripts.value("if (\(value)) x = \"yes\"; else x = \"no\";") == result)
  }

  @Test func `or returns the first true value, and evaluates no more`() throws {
    let source = "calls = 0; fun f() { calls++; return 5; } x = 3 || f(); x = x + (0 || f()) * 10;"
    #expect(try Scripts.value(source) == "53")
    #expect(try Scripts.value(of: "calls", source) == "1")
  }

  @Test func `and returns the first false value, and evaluates no more`() throws {
    let source = "calls = 0; fun f() { calls++; return 5; } x = \"\" + (0 && f()) + (2 && f());"
    #expect(try Scripts.value(source) == "05")
    #expect(try Scripts.value(of: "calls", source) == "1")
  }

  @Test(arguments: [
    ("x = 5; x += 2;", "7"), ("x = 5; x -= 2;", "3"), ("x = 5; x *= 2;", "10"),
    ("x = 5; x /= 2;", "2.5"), ("x = 5; x %= 3;", "2"), ("x = \"a\"; x += 1;", "a1"),
    ("x = 5; x++;", "6"), ("y = 5; x = y++ * 10 + y;", "56"), ("y = 5; x = ++y * 10 + y;", "66"),
    ("y = 5; x = y-- * 10 + --y;", "53"), ("a = b = 4; x = a + b;", "8"),
    ("b = 3; a = 2; a *= ++b; x = a;", "8"),
  ])
  func `assignments and counting change variables`(source: String, value: String) throws {
    #expect(try Scripts.value(source) == value)
  }

  @Test func `a value is not shared by variables`() throws {
    #expect(try Scripts.value("a = 1; b = a; b++; x = a;") == "1")
  }

  @Test func `a hash is shared by variables`() throws {
    #expect(try Scripts.value("a.k = 1; b = a; b.k = 2; x = a.k;") == "2")
  }

  @Test(arguments: [
    ("a.size = 1; x = a[\"size\"];", "1"), ("a[1] = 1; a[\"1\"] = 2; x = a[1];", "2"),
    ("a = [\"p\", \"q\"]; x = a[0] + a[1];", "pq"), ("a.b.c.d = 4; x = a.b[\"c\"].d;", "4"),
    ("a = 5; a.k = 6; x = a.k;", "6"), ("x = nothing.at.all;", "#NULL"),
    ("a[\"k\" + 1] = 7; x = a.k1;", "7"),
  ])
  func `elements are made when they are named`(source: String, value: String) throws {
    #expect(try Scripts.value(source) == value)
  }

  @Test func `an extended object has what the first has, then what the second has`() throws {
    let source =
      "a.p = 1; b.p = 2; b.q = 3; c = a | b; c.r = 4; x = \"\" + c.p + c.q + c.r + a.r + b.r;"
    #expect(try Scripts.value(source) == "134" + "4#NULL")
    #expect(try Scripts.value("x = 5; x |= fun () { return 6; }; x = x + x() * 10;") == "65")
  }

  @Test(arguments: [
    ("x = 0; for (i = 0; i < 5; i++) x += i;", "10"), ("x = 1; while (x < 100) x *= 2;", "128"),
    ("x = 0; do x++; while (x < 3);", "3"), ("x = 0; do x++; while (0);", "1"),
    ("x = 0; for (i = 0; i < 9; i++) { if (i == 2) continue; if (i == 5) break; x += i; }", "8"),
    (
      "x = \"\"; for (i = 0; i < 2; i++) { for (j = 0; j < 9; j++) { if (j == 2) break; x += j; } }",
      "0101"
    ),
    ("x = 0; for (;;) { x++; if (x > 4) break; }", "5"),
  ])
  func `loops end as in C`(source: String, value: String) throws {
    #expect(try Scripts.value(source) == value)
  }

  @Test func `an else belongs to the last if`() throws {
    #expect(try Scripts.value("x = 0; if (1) if (0) x = 1; else x = 2;") == "2")
    #expect(try Scripts.value("x = 0; if (0) x = 1; else if (1) x = 3; else x = 4;") == "3")
  }

  @Test(arguments: [
    ("fun f(a, b) { return a - b; } x = f(5, 3);", "2"),
    ("f = fun (a) { return a * 2; }; x = f(4);", "8"),
    ("fun f() {} x = f();", "#NULL"), ("fun f(a) { return a; } x = f();", "#NULL"),
    ("fun f(n) { if (n < 2) return 1; return n * f(n - 1); } x = f(6);", "720"),
    ("fun f() { return _args.count + _args[1]; } x = f(3, 4, 5);", "7"),
    ("fun f() { y = 5; } f(); x = y;", "#NULL"), ("y = 1; fun f() { y = 5; } f(); x = y;", "5"),
    ("fun f() { global.y = 5; } f(); x = y;", "5"),
    ("y = 1; fun f() { local.y = 5; y = 6; } f(); x = y;", "1"),
    ("fun f() { fail; } x = f();", "#NULL"), ("x = 1(2);", "#NULL"),
  ])
  func `functions have variables of their own`(source: String, value: String) throws {
    #expect(try Scripts.value(source) == value)
  }

  @Test func `a method has its object as this, and finds its elements by name`() throws {
    let source = """
      fun Counter(start) {
        c.count = start;
        c.Add = fun (n) { this.count += n; return count; };
        return c;
      }
      one = Counter(1); two = Counter(10);
      one.Add(2); two.Add(5);
      x = one.count + two.Add(0);
      """
    #expect(try Scripts.value(source) == "18")
  }

  @Test(arguments: [
    ("x = 1", "test.script:1: expected ';' after an expression, found the end of the file"),
    ("\n\nx = ;", "test.script:3: expected an expression, found ';'"),
    ("x = \"abc\n\";", "test.script:1: the string has no end in its line"),
    ("\nx = \"abc", "test.script:2: the string has no end"),
    ("\n/* /* */", "test.script:2: the comment has no end"),
    ("{\nx = 1;\n", "test.script:1: the block has no '}'"),
    ("if x", "test.script:1: expected '(' before a condition, found 'x'"),
    ("a = [1, 2;", "test.script:1: expected ',' or ']', found ';'"),
    ("f(1;", "test.script:1: expected ',' or ')', found ';'"),
    (
      "do x(); until (1);", "test.script:1: expected 'while' after the block of 'do', found 'until'"
    ),
    ("fun f(1) {}", "test.script:1: expected a parameter's name, found a number"),
    ("a.1 = 2;", "test.script:1: expected a name after '.', found a number"),
    ("x = a + = b;", "test.script:1: expected an expression, found '='"),
    ("}", "test.script:1: expected an expression, found '}'"),
  ])
  func `an error names its line`(source: String, line: String) {
    #expect(Scripts.error(source) == line)
  }

  @Test func `the last statement of a block may lack its semicolon`() throws {
    #expect(try Scripts.value("x = 1; if (1) { x = 2 }") == "2")
  }
}
