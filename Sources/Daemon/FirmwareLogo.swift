// SPDX-License-Identifier: Apache-2.0

import DisplayList
import FixedPoint
import Linux
import Scanout
import Text

/// The logo that the firmware has drawn: the image of ACPI's Boot Graphics Resource Table, which the kernel exposes in
/// `/sys/firmware/acpi/bgrt` (ACPI 6.5, section 5.2.23).
///
/// It is read when a look first shows it. A class, because outputs come and go.
final class FirmwareLogo {
  /// The folder with the table's fields; nil for none.
  private let folder: Path?
  /// Whether there is one that cannot be shown.
  private var isBroken = false
  private var found: (image: StillImage, x: Int, y: Int, orientation: Rotation)?
  /// The framebuffer in which the firmware has drawn it; nil where the kernel does not report that.
  private var framebuffer: PixelSize?

  /// A logo from a folder.
  init(_ folder: Path?) { self.folder = folder }

  /// The logo on an output of a size and a rotation; nil without one, or where it has no room.
  ///
  /// In a mode of the firmware's size it is where the firmware has drawn it, pixel for pixel. In other modes it is
  /// unrotated in the middle, with its centre at 38.2 % of the height, where firmware is to draw it (Windows' requirements
  /// for boot logos). The table does not have the output: firmware shows the same on all.
  func placed(on size: PixelSize, rotation: Rotation) -> PlacedImage? {
    if found == nil, !isBroken { read() }
    guard let found else { return nil }
    let image = found.image
    // Without the size of the framebuffer, a logo that firmware has centred shows whether the mode is the same.
    let isSameMode =
      framebuffer.map { $0 == size } ?? (abs(2 * found.x + image.width - size.width) <= 2)
    if isSameMode, found.x + image.width <= size.width, found.y + image.height <= size.height {
      return PlacedImage(image, x: found.x, y: found.y, rotation: .degrees0)
    }
    let turn = Rotation(rawValue: (rotation.rawValue - found.orientation.rawValue) & 3) ?? .degrees0
    let box = turn.turned(width: image.width, height: image.height)
    guard box.width <= size.width, box.height <= size.height else { return nil }
    // On the stage the centre is at 38.2 % from the top, which is another side of a rotated output.
    let (across, along) =
      rotation.swapsSides
      ? (size.height - box.height, size.width) : (size.width - box.width, size.height)
    let length = rotation.swapsSides ? box.width : box.height
    let top = min(max(along * 382 / 1000 - length / 2, 0), along - length)
    let (x, y) =
      switch rotation {
      case .degrees0: (across / 2, top)
      case .degrees90: (along - length - top, across / 2)
      case .degrees180: (across / 2, along - length - top)
      case .degrees270: (top, across / 2)
      }
    return PlacedImage(image, x: x, y: y, rotation: turn)
  }

  /// Reads the fields; a missing table is no error, a broken one is logged once.
  private func read() {
    guard let folder, let file = FirmwareLogo.file("image", in: folder) else { return }
    guard let image = Bitmap.image(file.span) else {
      isBroken = true
      var line = InlineText<512>()
      line.append(folder.bytes)
      line.append(
        "/image: not a bitmap of 24 or 32 bits per pixel and up to 2 million pixels; showing no logo"
      )
      return Log.write(line.bytes)
    }
    let status = FirmwareLogo.number("status", in: folder) ?? 0
    found = (
      image, FirmwareLogo.number("xoffset", in: folder) ?? 0,
      FirmwareLogo.number("yoffset", in: folder) ?? 0,
      // Bits 1 and 2: how far the image is rotated clockwise.
      Rotation(rawValue: status >> 1 & 3) ?? .degrees0
    )
    framebuffer = FirmwareLogo.framebuffer(in: folder)
  }

  /// The size of the framebuffer that the firmware gave to the kernel: `lfb_width` and `lfb_height` of the boot
  /// parameters' `screen_info` (Documentation/arch/x86/zero-page.rst), which x86 has.
  private static func framebuffer(in folder: Path) -> PixelSize? {
    let isOwn = folder.bytes.isEqual(to: "/sys/firmware/acpi/bgrt")
    let parameters =
      isOwn ? read(Path("/sys/kernel/boot_params/data")) : file("boot_params", in: folder)
    guard let parameters, parameters.count >= 0x16 else { return nil }
    let (low, high) = (parameters.span.little32(0x12), parameters.span.little32(0x14))
    guard let low, let high else { return nil }
    let (width, height) = (Int(low & 0xFFFF), Int(high & 0xFFFF))
    return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
  }

  private static func number(_ name: StaticString, in folder: Path) -> Int? {
    guard let text = file(name, in: folder) else { return nil }
    var length = 0
    while length < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[length] { length += 1 }
    guard let number = text.span.extracting(first: length).unsignedNumber, number <= 65535 else {
      return nil
    }
    return Int(number)
  }

  private static func file(_ name: StaticString, in folder: Path) -> [UInt8]? {
    var path = folder
    guard (try? path.append("/")) != nil, (try? path.append(name)) != nil else { return nil }
    return read(path)
  }

  private static func read(_ path: Path) -> [UInt8]? { try? ThemeSearch.read(path) }
}
