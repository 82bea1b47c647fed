// SPDX-License-Identifier: Apache-2.0

import Linux
import Testing

@Suite struct KernelCommandLineTests {
  /// All words as text: a name, and after an arrow its value.
  private func words(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return words(KernelCommandLine(bytes.span))
  }

  private func words(_ line: KernelCommandLine) -> [String] {
    var words: [String] = []
    var position = 0
    while let word = line.nextWord(from: &position) {
      var text = string(line.bytes(word.name))
      if let value = word.value { text += "→" + string(line.bytes(value)) }
      words.append(text)
    }
    return words
  }

  private func string(_ bytes: Span<UInt8>) -> String {
    var text = ""
    for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(bytes[index])) }
    return text
  }

  @Test func `words are cut at white space`() {
    #expect(words(" quiet\troot=/dev/sda1  ro\n") == ["quiet", "root→/dev/sda1", "ro"])
  }

  @Test func `only the first equals sign ends a name`() {
    #expect(words("a=b=c root=UUID=1 x= =y") == ["a→b=c", "root→UUID=1", "x→", "=y"])
  }

  @Test func `quotes keep white space and go away`() {
    #expect(words(#"a="b c" "d=e f" "g h""#) == ["a→b c", "d→e f", "g h"])
  }

  @Test func `quotes inside of a value stay`() {
    #expect(words(#"a=b"c d"e f"#) == [#"a→b"c d"e"#, "f"])
  }

  @Test func `a quote that is not closed reaches to the end`() {
    #expect(words(#"a="b c d"#) == ["a→b c d"])
    #expect(words(#"""#) == [""])
    #expect(words(#"a=""#) == ["a→"])
  }

  @Test func `two dashes end it`() {
    #expect(words("quiet -- single a=b") == ["quiet"])
    #expect(words("--x a") == ["--x", "a"])
  }

  @Test func `nothing has no words`() {
    #expect(words("") == [])
    #expect(words(" \n") == [])
  }

  @Test func `what is too long ends with a whole word`() {
    let text = String(repeating: "abc=defg ", count: 1000)
    let bytes = Array(text.utf8)
    let line = KernelCommandLine(bytes.span)
    #expect(line.isTruncated)
    #expect(words(line) == Array(repeating: "abc→defg", count: KernelCommandLine.capacity / 9))
  }

  @Test func `one word that is too long is none`() {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: 5000)
    #expect(words(KernelCommandLine(bytes.span)) == [])
  }

  @Test func `any bytes are taken and words stay within`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array(" \"=-a\u{0}\n,:".utf8) + [0xFF]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let line = KernelCommandLine(bytes.span)
      var position = 0
      var last = -1
      while let word = line.nextWord(from: &position) {
        // Each word is after the previous word, and within the text.
        #expect(word.name.lowerBound > last)
        last = word.value?.upperBound ?? word.name.upperBound
        #expect(last <= bytes.count && position <= bytes.count, "\(bytes)")
      }
    }
  }

  @Test func `it is read from a file`() throws {
    let directory = try TestDirectory()
    let text = String(repeating: "padding ", count: 100) + "flipbook.output=DP-1:off\n"
    try directory.write(text, to: "cmdline")
    let path = directory.file("cmdline")
    let line = try KernelCommandLine(readingFrom: try Path(path.span))
    #expect(words(line).last == "flipbook.output→DP-1:off")
    #expect(words(line).count == 101)
    #expect(!line.isTruncated)
  }

  @Test func `a file that is too long is read in part`() throws {
    let directory = try TestDirectory()
    try directory.write(String(repeating: "word ", count: 10_000), to: "cmdline")
    let path = directory.file("cmdline")
    let line = try KernelCommandLine(readingFrom: try Path(path.span))
    #expect(line.isTruncated)
    #expect(words(line).count == KernelCommandLine.capacity / 5)
  }

  @Test func `a file that is not there is an error`() {
    #expect(throws: SystemError.self) {
      try KernelCommandLine(readingFrom: Path("/nowhere/at/all"))
    }
  }

  @Test func `the kernel's own is readable`() throws {
    #expect(words(try KernelCommandLine()).count >= 0)
  }
}
