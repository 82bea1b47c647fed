// SPDX-License-Identifier: Apache-2.0

import CUnits

/// Replaces Swift Testing, which Embedded Swift does not have: `Tests/Embedded/convert.py`
/// converts its macros to calls of this type.
enum Expectations {
  nonisolated(unsafe) static var passed = 0
  nonisolated(unsafe) static var failed = 0
  nonisolated(unsafe) static var hasFailed = false

  /// Runs a test, or a test with one of its arguments, in a child process: a trap fails it.
  static func run(_ name: StaticString, _ body: () throws(Unmet) -> Void) {
    let fails = failsApart {
      do throws(Unmet) {
        try body()
      } catch {
        record("a required value is missing", line: error.line)
      }
      if unsafe hasFailed { exit(1) }
    }
    if fails {
      unsafe failed += 1
      print("FAILED  \(name)")
    } else {
      unsafe passed += 1
    }
  }

  /// Reports a failure of the running test.
  static func record(_ text: String, line: Int) {
    unsafe hasFailed = true
    print("line \(line): \(text)")
  }

  /// Prints the total, and gives the program's status.
  static func finish() -> Int32 {
    unsafe print("\(passed) passed, \(failed) failed")
    return unsafe failed == 0 && passed > 0 ? 0 : 1
  }
}

/// Runs something in a child process; returns whether that fails.
private func failsApart(_ body: () -> Void) -> Bool {
  withoutActuallyEscaping(body) { body in
    let box = Body(body)
    return unsafe cu_fails(
      { unsafe Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().run() },
      Unmanaged.passUnretained(box).toOpaque()) != 0
  }
}

/// A closure to run, behind an address that C can pass on.
private final class Body {
  let run: () -> Void

  init(_ run: @escaping () -> Void) {
    self.run = run
  }
}

/// A required value is missing.
struct Unmet: Error {
  var line: Int
}

/// A failure that a test reports itself.
enum Issue {
  static func record(_ text: String, line: Int = #line) {
    Expectations.record(text, line: line)
  }
}

/// The position of the call of a helper with expectations.
struct SourceLocation {
  var line: Int
}

/// The comment of an expectation.
struct Comment: ExpressibleByStringInterpolation {
  var rawValue: String

  init(stringLiteral value: String) {
    rawValue = value
  }
}

extension Expectations {
  /// In place of `#expect(condition)`.
  static func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, line: Int = #line
  ) {
    if condition { return }
    record("expectation failed \(comment()?.rawValue ?? "")", line: sourceLocation?.line ?? line)
  }

  /// In place of `#expect(processExitsWith: .failure)`: a child process ends by a trap.
  static func expectFailingExit(line: Int = #line, _ body: () -> Void) {
    if !failsApart(body) { record("the process did not end with a failure", line: line) }
  }

  /// In place of `#require(optional)`.
  static func require<T: ~Copyable>(_ value: consuming T?, line: Int = #line) throws(Unmet) -> T {
    guard let value else { throw Unmet(line: line) }
    return value
  }
}
