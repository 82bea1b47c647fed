// SPDX-License-Identifier: Apache-2.0

import FirstStage
import Flipbook
import FlipbookDisplay
import Glibc

// Shows the percentages that come in lines on the standard input, until its end.

var loop = try Display(.automatic).start(DisplayStage(Bar(), style: ()))
while true {
  for event in try loop.dispatch(at: Display.now) {
    if case .failure(let object, let reason) = event { print("\(object): \(reason)") }
  }
  var descriptors = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
  descriptors += loop.fileDescriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  var timeout: Int32 = -1
  if let deadline = loop.nextDeadline {
    timeout = Int32(clamping: max(0, (deadline - Display.now).nanoseconds + 999_999) / 1_000_000)
  }
  poll(&descriptors, nfds_t(descriptors.count), timeout)
  if descriptors[0].revents == 0 { continue }
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = read(0, &bytes, bytes.count)
  if count <= 0 { break }
  // Of several lines the last counts.
  let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
  if let number = lines.last.flatMap({ Int($0) }), 0...100 ~= number,
    let percent = Percent(Fixed(number))
  {
    loop.apply(.progress(channel: 1, percent: percent))
  }
}
