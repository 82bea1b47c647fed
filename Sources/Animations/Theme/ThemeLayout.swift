// SPDX-License-Identifier: Apache-2.0

package import FixedPoint
package import DisplayList
package import Theme
import Stage

/// The positions of a theme's elements on one output, in each possible situation.
///
/// Positions are computed when an output is set up; pixmaps follow when they are first needed. A
/// class, because outputs' layouts are copied.
package final class ThemeLayout {
  /// An element in a situation; a class, because its style and its pixmap are set later.
  package final class Element {
    package let kind: NodeKind
    /// The number of its node.
    package let node: Int
    /// Whether it is a sequence of frames.
    let isSequence: Bool
    /// A share of 65535.
    let opacity: UInt16
    /// The index of its record in the pack.
    package let record: Int
    /// The box in points of the stage.
    package let box: Rectangle
    /// The index of its motion's record; nil for an element at rest.
    let motion: Int?
    /// The index of the record of its parts' images; nil where all parts are in colours.
    let parts: Int?
    /// The images of its parts, as far as they have room.
    var images: PartImages?
    /// The number of its pixmap, or of an image that is a drawing, and its pixels; -1 without one.
    var pixmap = -1
    var isDrawing = false
    var pixels = PixelRectangle.empty
    /// The style of an animation here; nil for other elements.
    var style: AnimationStyle?

    init(
      kind: NodeKind, isSequence: Bool, node: Int, record: Int, opacity: UInt16, box: Rectangle,
      motion: Int?, parts: Int?
    ) {
      (self.kind, self.isSequence, self.opacity) = (kind, isSequence, opacity)
      (self.node, self.record, self.box, self.motion) = (node, record, box, motion)
      self.parts = parts
    }

    /// Whether its record, its position, its motion and its parts are the same as in another situation.
    func isPlaced(like other: Element) -> Bool {
      record == other.record && box == other.box && motion == other.motion && parts == other.parts
    }

    /// Whether it shows a pixmap of a number.
    fileprivate func shows(_ number: Int) -> Bool {
      pixmap == number && !isDrawing || images?.has(number) ?? false
    }

    /// Leaves out a pixmap that it shows.
    fileprivate func leaveOut(_ number: Int) {
      if pixmap == number && !isDrawing { pixmap = -1 }
      if images?.has(number) ?? false { images = nil }
    }
  }

  package let choice: ThemeSelection
  /// The stage's size, and the reference for lengths.
  package let stage: PackStage
  /// Portrait, landscape or wide, as situations count them.
  let aspect: Int
  /// The layout of texts.
  let text: TextLayout
  private(set) var pixmaps: PixmapSet?
  /// The number of images that did not fit into their memory, or were invalid.
  package private(set) var missingImages = 0
  /// Why one had no room; nil where all have.
  package private(set) var shortage: StageError?
  /// What is still to be made, and what makes it, which is there until all is made.
  private var tasks: [PixmapTask] = []
  private var maker: PixmapMaker?
  /// The task that has begun.
  private var begun: PixmapTask?

  /// The last of its sequences.
  private var sequence: ThemeSequence?

  /// For each phase, without and with a prompt of a short question, the elements in order; then, for each
  /// phase, the elements with each larger prompt.
  private var situations: [[Element]] = []

  /// Lays out a theme on a stage of a size in points.
  package init(_ choice: ThemeSelection, width: Fixed, height: Fixed, scale: Fixed) {
    self.choice = choice
    text = TextLayout(choice.pack)
    stage = PackStage(width: width, height: height, choice.pack, variant: choice.variant)
    aspect = height > width ? 0 : width >= 2 * height ? 2 : 1
    let (stage, aspect) = (stage, aspect)
    let rooms = PromptRoom.all
    var arrangement = ElementLayout(choice, stage, scale: scale, text)
    func elements(_ phase: Int, isAsking: Bool, _ room: Int) -> [Element] {
      let situation = Situation.index(
        aspect: aspect, mode: choice.mode.rawValue, phase: phase, isAsking: isAsking)
      return arrangement.elements(in: situation, promptRoom: rooms[room])
    }
    situations = [[Element]](capacity: (1 + rooms.count) * Situation.phases) { situations in
      for phase in 0..<Situation.phases {
        situations.append(elements(phase, isAsking: false, 0))
        situations.append(elements(phase, isAsking: true, 0))
      }
      for phase in 0..<Situation.phases {
        for room in 1..<rooms.count {
          situations.append(elements(phase, isAsking: true, room))
        }
      }
    }
    makeStyles()
  }

  /// The index of a situation's elements with a prompt's room, as in `PromptRoom.index`.
  func number(of situation: Int, promptRoom room: Int) -> Int {
    if room == 0 || situation & 1 == 0 { return situation }
    return 2 * Situation.phases + situation / 2 * (PromptRoom.all.count - 1) + room - 1
  }

  /// The prompt's room in a situation of that index.
  private func room(of number: Int) -> PromptRoom {
    let first = 2 * Situation.phases
    let rooms = PromptRoom.all
    return rooms[number < first ? 0 : (number - first) % (rooms.count - 1) + 1]
  }

  /// Makes the style of each animation's record once.
  private func makeStyles() {
    for elements in situations {
      for element in elements where element.kind == .animation {
        element.style =
          knownStyle(ofRecord: element.record)
          ?? AnimationStyle(AnimationStyle.Kind(choice, element.record, text))
      }
    }
  }

  /// The style of a record's animation, if it has been made.
  private func knownStyle(ofRecord record: Int) -> AnimationStyle? {
    for elements in situations {
      for element in elements where element.record == record && element.style != nil {
        return element.style
      }
    }
    return nil
  }

  /// An element of a situation, which is twice the phase, plus 1 during a prompt; nil after the last.
  package func element(_ index: Int, in situation: Int) -> Element? {
    index < situations[situation].count ? situations[situation][index] : nil
  }

  /// The prompt of a situation, which is the last element; nil where a theme hides it.
  func prompt(in situation: Int) -> Element? {
    guard let element = situations[situation].last, element.kind == .prompt else { return nil }
    return element
  }

  /// The next element to be drawn during a transition between two situations; nil after the last.
  func next(_ cursor: inout ThemeCursor) -> Element? {
    let incoming = situations[cursor.incoming]
    let hasNext = cursor.nextIncoming < incoming.count
    if let old = cursor.outgoing, cursor.nextOutgoing < situations[old].count {
      let element = situations[old][cursor.nextOutgoing]
      cursor.role = .outgoing
      if !hasNext || element.node < incoming[cursor.nextIncoming].node {
        cursor.nextOutgoing += 1
        return element
      }
      if element.node == incoming[cursor.nextIncoming].node {
        cursor.nextOutgoing += 1
        if !element.isPlaced(like: incoming[cursor.nextIncoming]) { return element }
        cursor.nextIncoming += 1
        cursor.role = .unchanged
        return element
      }
    }
    if !hasNext { return nil }
    cursor.role = cursor.outgoing == nil ? .unchanged : .incoming
    cursor.nextIncoming += 1
    return incoming[cursor.nextIncoming - 1]
  }

  /// Whether a background is more than a colour.
  func hasCover(_ element: Element) -> Bool {
    element.pixmap >= 0 || choice.pack[BackgroundElement.self, element.record].gradient != nil
  }

  /// Reserves the pixmaps of all images of all situations, in an output's pixels, and all memory to make them.
  ///
  /// Pixmaps for which a set has no room are left out.
  func reservePixmaps(
    in set: PixmapSet, scale: Fixed, rotation: Rotation, width: Int, height: Int
  ) {
    var maker = ThemePixmaps(choice, set, scale: scale, rotation: rotation)
    let transform = rotation.transform(width: width, height: height).scaled(by: scale)
    for (number, elements) in situations.enumerated() {
      for element in elements {
        reserveImage(of: element, transform, &maker)
        reserveParts(of: element, room(of: number), scale: scale, &maker)
      }
    }
    (missingImages, shortage) = (maker.missing, maker.shortage)
    tasks = maker.tasks
    pixmaps = set
    sequence = maker.sequence
    if tasks.isEmpty { return }
    self.maker = PixmapMaker(imageWidth: maker.imageWidth, scaledWidth: maker.scaledWidth)
    if self.maker == nil { shortage = .outOfMemory }
  }

  /// Reserves the pixmap of an element's image, if it has one.
  private func reserveImage(
    of element: Element, _ transform: Transform, _ maker: inout ThemePixmaps
  ) {
    guard let (image, fit) = choice.pack.image(of: element.record, element.kind),
      let box = element.kind == .prompt ? element.iconBox(self) : element.box
    else { return }
    let isNatural =
      element.kind != .background
      && stage.isNatural(choice.pack[ElementPlacement.self, element.record])
    guard
      let found = maker.pixmap(
        image, of: element.node, in: box, transform, isNatural ? .stretch : fit)
    else { return }
    element.pixmap = found.number
    element.isDrawing = maker.isDrawing(image)
    element.pixels = found.pixels
  }

  /// Goes on with the pixmaps until so much work is done or all are made, first with those of a situation.
  ///
  /// - Returns: Whether one was made, or cannot be.
  func makePixmaps(_ work: inout Int, in situation: Int) -> Bool {
    var isOneMade = false
    while work > 0, let index = nextTask(in: situation) {
      let task = tasks[index]
      if begun !== task {
        maker?.begin(size: task.size, fit: task.fit)
        begun = task
      }
      let pack = choice.pack
      let stream = pack.bytes(.pixels, task.stream.lowerBound, count: task.stream.count)
      let isUnfinished =
        maker?.make(task.pixmap, of: stream, &work, for: task.sequence?.images) ?? false
      if isUnfinished { return isOneMade }
      if task.pixmap.isMade { task.sequence?.begin() } else { leaveOut(task) }
      begun = nil
      tasks.remove(at: index)
      isOneMade = true
    }
    if tasks.isEmpty { maker = nil }
    return isOneMade
  }

  /// Notes that an image is broken.
  private func leaveOut(_ task: PixmapTask) {
    missingImages += 1
    for elements in situations {
      for element in elements where element.shows(task.number) {
        element.leaveOut(task.number)
      }
    }
  }

  /// Whether a pixmap is still to be made.
  var isMaking: Bool { !tasks.isEmpty }

  /// Whether all that a situation shows is made.
  func isMade(in situation: Int) -> Bool {
    for element in situations[situation] {
      for task in tasks where element.shows(task.number) { return false }
    }
    return true
  }

  /// The task to go on with: a begun task, a task of a situation, or any other.
  private func nextTask(in situation: Int) -> Int? {
    if tasks.isEmpty { return nil }
    for index in tasks.indices where tasks[index] === begun { return index }
    for element in situations[situation] {
      for index in tasks.indices where element.shows(tasks[index].number) { return index }
    }
    return 0
  }

  /// The sequence of an element; nil where it could not be made.
  func sequence(of element: Element) -> ThemeSequence? {
    var next = sequence
    while let sequence = next, sequence.number != element.pixmap { next = sequence.previous }
    return next
  }
}

/// The drawing position in a transition between two situations.
struct ThemeCursor {
  /// Whether an element is of the one situation, of the other, or the same in both.
  enum Role { case outgoing, incoming, unchanged }

  let outgoing: Int?
  let incoming: Int
  fileprivate var (nextOutgoing, nextIncoming) = (0, 0)
  /// The role of the last element.
  fileprivate(set) var role = Role.unchanged

  init(outgoing: Int?, incoming: Int) { (self.outgoing, self.incoming) = (outgoing, incoming) }
}

extension PackStage {
  /// Whether an image's box keeps the image's aspect ratio, because a side follows the other.
  fileprivate func isNatural(_ placement: ElementPlacement) -> Bool {
    points(placement.width) == nil || points(placement.height) == nil
  }
}

extension PackStage {
  /// The cap height of a text.
  func capHeight(of properties: TextProperties) -> Fixed {
    (points(properties.size) ?? capHeight).clamped(to: 0...4096)
  }

  /// The size of a prompt's icon: three cap heights high, or eight wide; zero without one.
  ///
  /// There is no icon if it would leave less than 20 cap heights for a line of the question.
  func iconSize(
    _ prompt: PromptElement, of pack: Pack, width: Fixed
  ) -> (width: Fixed, height: Fixed) {
    guard let icon = prompt.icon else { return (0, 0) }
    let image = pack[ImageRecord.self, icon]
    let (w, h) = (Int64(image.width), Int64(image.height))
    let size =
      3 * w > 8 * h
      ? (capHeight * 8, (capHeight * 8).scaled(by: h, over: w))
      : ((capHeight * 3).scaled(by: w, over: h), capHeight * 3)
    let padding = points(prompt.padding) ?? 0
    return width - 2 * padding - size.0 >= 21 * capHeight ? size : (0, 0)
  }
}

extension ThemeLayout.Element {
  /// The box that the pixmap of a prompt's icon is made for; nil without one.
  func iconBox(_ theme: ThemeLayout) -> Rectangle? {
    let pack = theme.choice.pack
    let size = theme.stage.iconSize(
      pack[PromptElement.self, record], of: pack, width: box.width)
    return size.width > 0
      ? Rectangle(x: box.x, y: box.y, width: size.width, height: size.height) : nil
  }
}
