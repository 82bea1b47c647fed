// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PlymouthScript

/// Images that move, fade, turn and grow.
@Suite struct MotionSceneTests {
  private func moving(_ source: String) throws -> SceneDescription.Moving {
    let scene = try Scripts.scene(source)
    let found = scene.items.compactMap { item -> SceneDescription.Moving? in
      if case .moving(let moving) = item { moving } else { nil }
    }
    #expect(found.count == 1 && scene.items.count == 1)
    return try #require(found.first)
  }

  @Test func `a logo that breathes is a loop of opacities`() throws {
    let moving = try moving(
      SceneTests.centre + """
        i = Image("logo.png"); s = Sprite(i); centre(s, i); angle = 0;
        fun refresh() { angle += 2 * Math.Pi / 100; s.SetOpacity((Math.Cos(angle) + 1) / 2); }
        Plymouth.SetRefreshFunction(refresh);
        """)
    #expect(abs((moving.motion.period ?? 0) - 2_000_000) < 1000)
    #expect(moving.motion.isRepeated)
    #expect((moving.still.image, moving.still.opacity) == (.file("logo.png"), 255))
    let opacities = moving.motion.keyframes.compactMap(\.opacity)
    #expect((opacities.max() ?? 0) > 980)
    #expect((opacities.min() ?? 1000) < 40)
    #expect(opacities.count < 24)
  }

  /// A turn takes 62.8 refreshes, which is no period of the refreshes.
  @Test(arguments: [1, -1])
  func `a spinner that turns is a loop of one turn`(direction: Int) throws {
    let moving = try moving(
      """
      i = Image("dot.png"); s = Sprite(); n = 0;
      fun refresh() { s.SetImage(i.Rotate(\(direction) * n * 0.1)); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(abs((moving.motion.period ?? 0) - 1_256_637) < 100)
    let angles = moving.motion.keyframes.compactMap(\.rotation)
    #expect(angles.count == 2)
    #expect((angles.last ?? 0) - (angles.first ?? 0) == direction * 360_000)
    // The middle of the pixel at 10, 10 of 20 × 20.
    #expect((moving.motion.originX, moving.motion.originY) == (525_000, 525_000))
  }

  /// The keyframes are where it turns round.
  @Test func `an image that moves to and fro is a loop of offsets`() throws {
    let moving = try moving(
      """
      s = Sprite(Image("dot.png")); n = 0;
      fun refresh() { p = n % 60; if (p > 30) p = 60 - p; s.SetPosition(100 + p * 4, 200, 1); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(moving.motion.keyframes.map(\.position) == [0, 500_000, 1_000_000])
    #expect(moving.motion.keyframes.map(\.x) == [0, 120_000, 0])
    #expect(moving.motion.keyframes.allSatisfy { $0.y == 0 })
    #expect((moving.still.placement.x.fraction, moving.still.placement.x.offset) == (0, 100_000))
  }

  /// Its way is a share of the window's width, and its jump back is none.
  @Test func `an image that starts again jumps`() throws {
    let moving = try moving(
      """
      s = Sprite(Image("dot.png")); n = 0;
      fun refresh() { s.SetPosition(Window.GetWidth() * (n % 50) / 100, 200, 1); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(moving.motion.xUnit == .windowWidth)
    #expect(moving.motion.keyframes.map(\.isHeld) == [false, true, false])
    let ways = moving.motion.keyframes.map { ($0.x ?? 0) / 1000 }
    #expect(ways == [0, 48, 0] || ways == [0, 49, 0])
  }

  @Test func `a logo that fades in does it once`() throws {
    let moving = try moving(
      """
      s = Sprite(Image("logo.png")); o = 0;
      fun refresh() { if (o < 1) o += 0.02; s.SetOpacity(o); }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(!moving.motion.isRepeated)
    #expect(moving.motion.keyframes.map(\.opacity) == [20, 1000])
    #expect((980_000...1_000_000).contains(moving.motion.period ?? 0))
  }

  /// The size at the end is that of the image at rest.
  @Test func `an image that grows is scaled about its middle`() throws {
    let moving = try moving(
      """
      i = Image("logo.png"); s = Sprite(); n = 0;
      fun refresh() {
        w = 100 + Math.Min(n, 50) * 2; s.SetImage(i.Scale(w, w / 2));
        s.SetPosition(600 - w / 2, 400 - w / 4, 1); n++;
      }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(moving.motion.keyframes.compactMap(\.scale).first == 500_000)
    #expect(moving.motion.keyframes.compactMap(\.scale).last == 1_000_000)
    #expect(moving.motion.keyframes.allSatisfy { abs($0.x ?? 0) <= 1000 })
  }

  @Test func `what turns and fades has keyframes of both`() throws {
    let moving = try moving(
      """
      i = Image("dot.png"); s = Sprite(); n = 0;
      fun refresh() {
        s.SetImage(i.Rotate(2 * Math.Pi * (n % 100) / 100)); s.SetOpacity(0.5 + (n % 100) / 200); n++;
      }
      Plymouth.SetRefreshFunction(refresh);
      """)
    #expect(moving.motion.keyframes.contains { $0.rotation != nil && $0.opacity != nil })
    #expect(moving.motion.keyframes.count <= 8)
  }

  /// A turn takes 62.8 refreshes, the fade 50.
  @Test func `an image that fades in and turns for ever fades in once`() throws {
    let motion = try moving(
      """
      i = Image("dot.png"); s = Sprite(); n = 0;
      fun refresh() { s.SetImage(i.Rotate(n * 0.1)); s.SetOpacity(Math.Min(n / 50, 1)); n++; }
      Plymouth.SetRefreshFunction(refresh);
      """
    ).motion
    let period = try #require(motion.period)
    let intro = period * motion.repeatStart / 1_000_000
    #expect(motion.isRepeated && (980_000...1_040_000).contains(intro))
    #expect(abs(period - intro - 1_256_637) < 100)
    let angles = motion.keyframes.compactMap(\.rotation)
    #expect(angles.count == 2)
    // A turn and the part of one before it.
    let turned = (angles.last ?? 0) - (angles.first ?? 0)
    #expect(abs(turned - 360_000 * period / (period - intro)) <= 100)
    #expect(motion.keyframes.compactMap(\.opacity).first ?? 1000 <= 40)
    #expect(motion.keyframes.compactMap(\.opacity).last == 1000)
    let end = motion.keyframes.last { $0.opacity != nil }?.position ?? 0
    #expect(abs(end - motion.repeatStart) < 20_000)
  }

  @Test func `an image that fades in and then breathes fades in once`() throws {
    let motion = try moving(
      """
      s = Sprite(Image("logo.png")); n = 0;
      fun refresh() {
        if (n < 50) s.SetOpacity(n / 50);
        else s.SetOpacity(0.75 + 0.25 * Math.Cos(2 * Math.Pi * (n - 50) / 100));
        n++;
      }
      Plymouth.SetRefreshFunction(refresh);
      """
    ).motion
    let period = try #require(motion.period)
    let intro = period * motion.repeatStart / 1_000_000
    #expect(motion.isRepeated && (900_000...1_100_000).contains(intro))
    #expect(abs(period - intro - 2_000_000) < 10_000)
    #expect(motion.keyframes.compactMap(\.opacity).first ?? 1000 <= 40)
    let repeated = motion.keyframes.filter { $0.position >= motion.repeatStart }
    #expect(repeated.compactMap(\.opacity).min() ?? 0 >= 490)
  }

  /// The progress function's argument is the position.
  @Test func `an image that the progress moves is bound to it`() throws {
    let moving = try moving(
      """
      s = Sprite(Image("dot.png")); s.SetY(100);
      fun progress(t, p) { s.SetX(200 + 400 * p); }
      Plymouth.SetBootProgressFunction(progress);
      """)
    #expect(moving.motion.period == nil)
    #expect(moving.motion.keyframes.last?.position == 1_000_000)
    #expect(abs((moving.motion.keyframes.first?.x ?? 0) + 400_000) <= 2000)
  }
}
