import Support
import Testing

/// The oracle itself, against figures that can be worked out by hand.
@Suite struct ReferenceTests {
  @Test func aDiscCoversItsArea() {
    let frame = ReferenceFrame(
      boxWidth: 40, boxHeight: 40, canvasWidth: 40, canvasHeight: 40, scale: 1)
    let picture = ReferenceRing.picture(.halves, clockwise: true, [], at: 0, frame)
    // Of the white dot, the arc's disc and the track, only the first two are not F6F6F9 or white;
    // their areas are 25π and 8.5²π.
    #expect(picture.isEdge.contains(true))
    #expect(picture.isEdge.contains(false))
  }
}
