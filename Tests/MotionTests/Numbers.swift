import FixedPoint
import Motion

extension Double {
  /// What a number stands for: exact below 2²¹.
  init(_ value: WideFixed) {
    self = Double(value.raw) / 4_294_967_296
  }
}

extension WideFixed {
  /// The nearest number.
  init(nearest value: Double) {
    self.init(raw: Int64((value * 4_294_967_296).rounded()))
  }
}

extension Instant {
  /// The instant a number of milliseconds after the clock's zero.
  static func milliseconds(_ milliseconds: Int) -> Instant {
    .zero + .milliseconds(milliseconds)
  }
}
