// SPDX-License-Identifier: Apache-2.0

extension Angle {
  /// The sine, within 0.51·2⁻³⁰; exact at multiples of a quarter turn.
  public var sine: Fraction {
    Fraction(raw: sineOfTurn(UInt32(truncatingIfNeeded: raw)))
  }

  /// The cosine, within 0.51·2⁻³⁰; exact at multiples of a quarter turn.
  public var cosine: Fraction {
    Fraction(raw: sineOfTurn(UInt32(truncatingIfNeeded: raw) &+ (1 << 30)))
  }

  /// The direction of a vector, above -½ and up to ½ turn, within 0.51·2⁻³² turn.
  ///
  /// A direction that rounds to -½ turn is returned as ½ turn, and that of a zero vector as zero.
  public static func atan2(y: Fixed, x: Fixed) -> Angle {
    let (ax, ay) = (x.raw.magnitude, y.raw.magnitude)
    if ax == 0 && ay == 0 { return .zero }
    var turn = ay <= ax ? arcTangent(ay, over: ax) : (1 << 60) - arcTangent(ax, over: ay)
    if x.raw < 0 { turn = (1 << 61) - turn }
    let rounded = (turn + (1 << 29)) >> 30
    return Angle(raw: y.raw < 0 && rounded < 1 << 31 ? -rounded : rounded)
  }
}

/// The sine of a fraction of a turn (in 2⁻³² turn), in Q30.
private func sineOfTurn(_ turn: UInt32) -> Int32 {
  let isOddQuarter = turn & (1 << 30) != 0
  let part = Int64(turn & (1 << 30 - 1))
  // The distance from the nearest multiple of half a turn, then from the nearer axis: up to 45°.
  let rise = isOddQuarter ? (1 << 30) - part : part
  let q62 = rise <= 1 << 29 ? sineSeries(rise) : cosineSeries((1 << 30) - rise)
  let magnitude = Int32((q62 + (1 << 31)) >> 32)
  return turn & (1 << 31) != 0 ? -magnitude : magnitude
}

/// A fraction of a quarter turn (in 2⁻³² turn) in radians, Q62.
private func radians(_ part: Int64) -> Int64 {
  let (high, low) = part.multipliedFullWidth(by: 7_244_019_458_077_122_842)  // π/2, Q62
  return (high << 34) | Int64(bitPattern: low >> 30)
}

/// The series of the sine up to x¹³, in Q62; within 2⁻⁴⁵ up to 45°.
private func sineSeries(_ part: Int64) -> Int64 {
  let x = radians(part)
  let square = productQ62(x, x)
  // The reciprocals of 13!, 11! … 1!.
  var sum: Int64 = 740_592_679
  sum = 115_532_457_973 - productQ62(square, sum)
  sum = 12_708_570_377_060 - productQ62(square, sum)
  sum = 915_017_067_148_291 - productQ62(square, sum)
  sum = 38_430_716_820_228_233 - productQ62(square, sum)
  sum = 768_614_336_404_564_651 - productQ62(square, sum)
  sum = 4_611_686_018_427_387_904 - productQ62(square, sum)
  return productQ62(x, sum)
}

/// The series of the cosine up to x¹², in Q62; within 2⁻⁴¹ up to 45°.
private func cosineSeries(_ part: Int64) -> Int64 {
  let x = radians(part)
  let square = productQ62(x, x)
  // The reciprocals of 12!, 10! … 0!.
  var sum: Int64 = 9_627_704_831
  sum = 1_270_857_037_706 - productQ62(square, sum)
  sum = 114_377_133_393_536 - productQ62(square, sum)
  sum = 6_405_119_470_038_039 - productQ62(square, sum)
  sum = 192_153_584_101_141_163 - productQ62(square, sum)
  sum = 2_305_843_009_213_693_952 - productQ62(square, sum)
  return 4_611_686_018_427_387_904 - productQ62(square, sum)
}

/// The arc tangent of a ratio from 0 to 1 in turns, Q62; within 2⁻⁴⁸ turn.
private func arcTangent(_ numerator: UInt64, over denominator: UInt64) -> Int64 {
  // Shifts the larger one to 58 bits: room for the sums below, without losing significant bits.
  let shift = Int64(denominator.leadingZeroBitCount) - 6
  let den = Int64(shift < 0 ? denominator >> -shift : denominator << shift)
  let num = Int64(shift < 0 ? numerator >> -shift : numerator << shift)
  // With i/8 the nearest eighth: atan(a) = atan(i/8) + atan((a - i/8) / (1 + a·i/8)), where the
  // last ratio is at most 1/16, so five terms of the series are enough.
  let eighth = (num * 8 + den / 2) / den
  let rise = num * 8 - den * eighth
  let run = UInt64(den * 8 + num * eighth)
  let size = rise.magnitude
  let ratio = fullQuotient((size >> 2, size << 62), by: run).quotient
  let x = rise < 0 ? -Int64(ratio) : Int64(ratio)
  let square = productQ62(x, x)
  // 1/(2π) divided by 9, 7, 5, 3, 1.
  var sum: Int64 = 81_552_513_980_055_590
  sum = 104_853_232_260_071_472 - productQ62(square, sum)
  sum = 146_794_525_164_100_061 - productQ62(square, sum)
  sum = 244_657_541_940_166_769 - productQ62(square, sum)
  sum = 733_972_625_820_500_307 - productQ62(square, sum)
  return arcTangentOfEighths(eighth) + productQ62(x, sum)
}

/// The arc tangent of 0/8 to 8/8 in turns, Q62.
private func arcTangentOfEighths(_ eighths: Int64) -> Int64 {
  switch eighths {
  case 0: 0
  case 1: 91_273_161_881_380_487
  case 2: 179_807_632_645_220_259
  case 3: 263_327_850_925_872_798
  case 4: 340_304_653_033_718_298
  case 5: 409_996_606_264_248_208
  case 6: 472_312_198_539_410_381
  case 7: 527_601_542_340_832_980
  default: 576_460_752_303_423_488
  }
}
