// SPDX-License-Identifier: Apache-2.0

import Foundation
import Linux
import Testing

@Suite struct GroupsTests {
  @Test func `root is there and nonsense is not`() throws {
    #expect(try number("root") == 0)
    #expect(try number("roo") == nil)
    #expect(try number("roott") == nil)
    #expect(try number("x") == nil)
    #expect(try number("no group of this name") == nil)
  }

  @Test func `all groups of the machine have their numbers`() throws {
    let lines = try String(contentsOfFile: "/etc/group", encoding: .utf8).split(separator: "\n")
    for line in lines {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      #expect(try number(String(fields[0])) == UInt32(fields[2]))
    }
    #expect(lines.count > 1)
  }

  private func number(_ name: String) throws -> UInt32? {
    Groups.number(of: try Path(Array(name.utf8).span))
  }
}
