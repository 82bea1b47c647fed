import CPNG

extension Image {
  /// The picture as a PNG; nil where libpng runs out of memory.
  package var png: [UInt8]? {
    let rgb = self.rgb
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    defer { unsafe png_image_free(&image) }
    // The first call only measures; both read `rgb`, which has height · width · 3 bytes.
    var size: png_alloc_size_t = 0
    guard unsafe png_image_write_to_memory(&image, nil, &size, 0, rgb, 0, nil) != 0 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let isWritten = unsafe bytes.withUnsafeMutableBytes { memory in
      unsafe png_image_write_to_memory(&image, memory.baseAddress, &size, 0, rgb, 0, nil) != 0
    }
    return isWritten ? Array(bytes.prefix(Int(size))) : nil
  }
}
