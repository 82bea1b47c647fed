// SPDX-License-Identifier: Apache-2.0

/// Gives one input of libFuzzer's, which has the program's `main`, to the parser that the option `--parser=` names.
@c(LLVMFuzzerTestOneInput)
public func entry(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  // libFuzzer's bytes live through the call.
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  Feeder.chosen.feed(input)
  return 0
}
