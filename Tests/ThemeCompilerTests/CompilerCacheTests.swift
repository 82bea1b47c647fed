// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ThemeCompiler

/// What the compiler keeps from one compilation to the next.
@Suite struct CompilerCacheTests {
  private static let theme = """
    flipbook = 1
    [fonts.body]
    file = "a.ttf"
    [stage]
    font = "body"
    [image.logo]
    file = "logo.svg"
    width = 40
    [image.photo]
    file = "photo.svg"
    raster = 64
    """

  @Test func `a cached pack is the same and a changed file is seen`() throws {
    var files = [
      "logo.svg": Array(Themes.svg.utf8), "photo.svg": Array(Themes.svg.utf8),
      "a.ttf": try Fonts.file("DejaVuSans.ttf"),
    ]
    let cache = CompilerCache()
    func pack(_ text: String, cached: Bool) -> [UInt8]? {
      ThemeCompiler.compile(
        Array(text.utf8), folder: "t", cache: cached ? cache : nil
      ) { files[$0].map { .bytes($0) } ?? .unreadable("there is no such file") }.pack
    }
    let first = pack(Self.theme, cached: true)
    #expect(first != nil && first == pack(Self.theme, cached: false))
    #expect(pack(Self.theme, cached: true) == first)
    // Other lines, another size, and then other contents of each file.
    let shifted = "# one\n" + Self.theme.replacing("raster = 64", with: "raster = 65")
    #expect(pack(shifted, cached: true) == pack(shifted, cached: false))
    for name in ["logo.svg", "photo.svg"] {
      files[name] = Array(Themes.svg.replacing("102030", with: "405060").utf8)
      let changed = pack(Self.theme, cached: true)
      #expect(changed == pack(Self.theme, cached: false) && changed != first)
    }
    files["a.ttf"] = nil
    #expect(pack(Self.theme, cached: true) == nil)
  }
}
