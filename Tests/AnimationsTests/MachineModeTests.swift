// SPDX-License-Identifier: Apache-2.0

import Stage
import Testing
import Theme

@Suite struct MachineModeTests {
  @Test func `a theme has situations for each mode of the machine`() {
    #expect(MachineMode.allCases.count == Situation.modes)
  }
}
