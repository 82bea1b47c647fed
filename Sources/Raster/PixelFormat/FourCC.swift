/// How the pixels of a picture are stored: the formats that can be drawn, by their codes in DRM.
///
/// A pixel's bytes are in memory from the lowest bits up. Corresponds to `drm_fourcc.h`.
public enum FourCC: UInt32, Equatable, BitwiseCopyable, Sendable {
  /// 32 bits: zero, red, green, blue of 8 bits each, from the top.
  case xr24 = 0x3432_5258
  /// 32 bits: zero, blue, green, red of 8 bits each, from the top.
  case xb24 = 0x3432_4258
  /// 32 bits: alpha, red, green, blue of 8 bits each, from the top; the alpha is always 255.
  case ar24 = 0x3432_5241
  /// 16 bits: red of 5, green of 6, blue of 5, from the top.
  case rg16 = 0x3631_4752
  /// 32 bits: two zeros, then red, green, blue of 10 bits each, from the top.
  case xr30 = 0x3033_5258
  /// 24 bits: red, green, blue of 8 bits each, from the top.
  case rg24 = 0x3432_4752

  /// The format of a name of four letters, such as "XR24".
  public init?(name: Span<UInt8>) {
    if name.count != 4 { return nil }
    self.init(
      rawValue: UInt32(name[0]) | UInt32(name[1]) << 8 | UInt32(name[2]) << 16
        | UInt32(name[3]) << 24)
  }

  /// How many bytes a pixel takes in memory.
  public var bytesPerPixel: Int {
    switch self {
    case .xr24, .xb24, .ar24, .xr30: 4
    case .rg24: 3
    case .rg16: 2
    }
  }
}
