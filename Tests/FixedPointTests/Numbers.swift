import FixedPoint

extension Double {
  /// What a number stands for: exact below 2²¹.
  init(_ value: WideFixed) {
    self = Double(value.raw) / 4_294_967_296
  }

  /// What a fraction stands for, exactly.
  init(_ value: Fraction) {
    self = Double(value.raw) / 1_073_741_824
  }

  /// What an angle stands for in turns: exact below 2²¹.
  init(turnsOf value: Angle) {
    self = Double(value.raw) / 4_294_967_296
  }
}
