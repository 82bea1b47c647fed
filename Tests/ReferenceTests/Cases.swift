// SPDX-License-Identifier: Apache-2.0

import Support

/// A history and the instants at which its frames are compared.
struct Case: Sendable, CustomStringConvertible {
  var description: String
  var history: [(time: Double, command: ReferenceCommand)]
  var times: [Double]

  init(
    _ description: String, _ history: [(time: Double, command: ReferenceCommand)], _ times: [Double]
  ) {
    self.description = description
    self.history = history
    self.times = times
  }
}

/// The scales of the acceptance.
let scales = [1, 1.25, 1.5, 2, 3]

/// Every state of the download bar, each several times.
let downloadCases = [
  Case("idle", [], [0]),
  Case("readying", [(0, .start)], [0.033, 0.15, 0.3, 0.45, 0.6, 0.88]),
  Case("settling", [(0, .start)], [0.93, 1, 1.06]),
  Case("nothing done", [(0, .start)], [1.1, 2]),
  Case("under way", [(0.2, .progress(42.5))], [1.35, 1.4, 1.5, 1.8, 4]),
  Case("the very beginning of the fill", [(0, .progress(0.4))], [1.25, 4]),
  Case("back", [(0, .progress(90)), (2.2, .progress(20))], [2.25, 2.4, 3]),
  Case("overshoot", [(0, .progress(90)), (1.17, .progress(5))], [1.2, 1.5]),
  Case("success", [(0, .done)], [1.6, 1.607, 1.65, 1.7, 1.76, 1.9, 3]),
  Case("failure", [(0, .progress(60)), (2.3, .fail)], [2.31, 2.45, 2.6, 2.7, 2.9, 3.1, 4]),
  Case("failure of little", [(0, .progress(0.6)), (2.3, .fail)], [2.3011, 2.302, 2.5, 2.75, 4]),
  Case("failure of nothing", [(0, .start), (0.5, .fail)], [1.2, 1.5, 1.7]),
  Case("failure in motion", [(0, .progress(80)), (1.22, .fail)], [1.25, 1.4, 1.8, 2.1]),
  Case("failure during the turn", [(0, .done), (1.7, .fail)], [1.71, 1.8, 2.2, 2.8]),
  Case(
    "reset after failure", [(0, .progress(60)), (2.3, .fail), (3.2, .reset)],
    [3.25, 3.35, 3.45, 3.6, 3.8]),
  Case("reset under way", [(0, .progress(60)), (1.3, .reset)], [1.32, 1.36, 1.5, 1.75, 2]),
  Case("reset after success", [(0, .done), (1.7, .reset)], [1.72, 1.8, 1.95]),
  Case("waiting", [(0, .progress(30)), (0.3, .fail), (0.5, .reset), (0.6, .done)], [1.2, 1.4, 3]),
  Case("bob in the box", [(0.1, .unknown)], [0.3, 0.9, 1.5, 30]),
  Case("bob, then start", [(0, .unknown), (0.7, .progress(50))], [0.8, 0.9, 1.2, 2.4]),
  Case(
    "bob on the bar", [(0, .progress(50)), (2.5, .unknown), (3.2, .progress(70))], [2.9, 3.3, 3.4]),
  Case("bob with a target", [(0, .progress(50)), (0.4, .unknown)], [1.3, 1.9, 4]),
  Case("bob again", [(0, .unknown), (1, .reset), (1.1, .unknown)], [1.05, 1.2, 1.35, 1.7]),
]

/// The ring's states, for each paint and direction.
let ringCases = [
  Case("nothing", [], [0]),
  Case("under way", [(0, .progress(80))], [0.01, 0.5, 1, 1.5, 3]),
  Case("a third", [(0, .progress(100.0 / 3))], [3]),
  Case("the caps touch", [(0, .progress(95))], [1.9, 1.999, 3]),
  Case("nearly closed", [(0, .progress(97.5))], [3]),
  Case("closed but for a hair", [(0, .progress(99.9))], [3]),
  Case("all", [(0, .done)], [1.99, 2, 5]),
  Case("back", [(0, .progress(90)), (1.4, .progress(10))], [1.5, 2.3, 3.1]),
  Case("unknown", [(0, .progress(20)), (2.5, .unknown)], [2.55, 2.75, 2.9, 3.6, 41.3]),
  // Not at 2.1 s: the tail is at the bottom then, and a quarter begins at the very centres of a row.
  Case("known again", [(0, .unknown), (2, .progress(55))], [2.15, 2.6, 3.3, 4.5]),
  Case("failure", [(0, .progress(70)), (1.2, .fail)], [1.3, 1.45, 2]),
  Case(
    "failure while unknown", [(0, .unknown), (1, .fail), (3, .reset)], [1.1, 1.4, 3.1, 3.3, 4]),
  Case("failure on the way home", [(0, .unknown), (1, .progress(40)), (1.3, .fail)], [1.5, 2]),
  Case("reset", [(0, .progress(70)), (2.2, .reset)], [2.3, 3.2, 4.5]),
]

/// The flow bar's states, for each palette.
let flowCases = [
  Case("nothing", [], [0.5]),
  Case("under way", [(0, .progress(61.8))], [0.013, 0.1, 0.25, 0.333, 2]),
  Case("back", [(0, .progress(90)), (0.12, .progress(5))], [0.13, 0.2, 0.6]),
  Case("all", [(0, .done)], [0.55, 7.77, 2_592_000.05]),
  Case("unknown", [(0, .unknown)], [0.2, 3.01]),
  Case("failure", [(0, .progress(50)), (0.2, .fail)], [0.25, 0.4, 3]),
  Case(
    "reset", [(0, .progress(50)), (0.7, .fail), (0.9, .reset), (1.3, .progress(40))],
    [0.95, 1.1, 1.25, 2]),
]
