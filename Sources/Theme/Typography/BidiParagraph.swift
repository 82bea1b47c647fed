// SPDX-License-Identifier: Apache-2.0

/// How a character takes part in the order of a line, after UAX 9 (Unicode Bidirectional Algorithm), table 4.
package enum BidiClass: UInt8, BitwiseCopyable {
  case left, right
  case arabicLetter
  /// European and Arabic digits.
  case number, arabicNumber
  /// What joins numbers, such as +, what belongs to one, such as %, and what separates them, such as a comma.
  case separator, terminator, commonSeparator
  /// What goes as the character before it.
  case mark
  case neutral

  /// The class of a character, of the scripts that can be written without shaping and of Arabic.
  package init(_ scalar: UInt32) {
    self =
      switch scalar {
      case 0x30...0x39, 0x6F0...0x6F9, 0xB2, 0xB3, 0xB9, 0x2070, 0x2074...0x2079, 0x2080...0x2089:
        .number
      case 0x600...0x605, 0x660...0x669, 0x66B, 0x66C, 0x6DD: .arabicNumber
      case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212: .separator
      case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x609, 0x60A, 0x66A, 0x2030...0x2034,
        0x20A0...0x20CF, 0x2213:
        .terminator
      case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x202F, 0x2044: .commonSeparator
      case 0xAD, 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5,
        0x5C7,
        0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7, 0x6E8,
        0x6EA...0x6ED, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFE00...0xFE0F, 0xFEFF:
        .mark
      case 0x606, 0x607, 0x60E, 0x60F, 0x6DE, 0x6E9, 0x2B9, 0x2BA, 0x2C2...0x2CF, 0x2D2...0x2DF,
        0x2E5...0x2ED, 0x2EF...0x2FF, 0x374, 0x375, 0x37E, 0x384, 0x385, 0x387, 0x3F6, 0x1FBD,
        0x1FBF...0x1FC1, 0x1FCD...0x1FCF, 0x1FDD...0x1FDF, 0x1FED...0x1FEF, 0x1FFD, 0x1FFE:
        .neutral
      case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE: .arabicLetter
      case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F: .right
      case 0...0x40, 0x5B...0x60, 0x7B...0xA9, 0xAB...0xB4, 0xB6...0xB8, 0xBB...0xBF, 0xD7, 0xF7,
        0x2000...0x206F, 0x2190...0x2BFF, 0x3000...0x303F:
        .neutral
      default: .left
      }
  }
}

/// The levels of a paragraph's characters after UAX 9: odd ones go from right to left.
///
/// There are no explicit embeddings: what asks for them is no character of a text here. Nothing is allocated.
package struct BidiParagraph {
  private static var capacity: Int { 512 }
  /// How many brackets may be open at a time (definition BD16).
  private static var openBrackets: Int { 63 }

  private var classes = InlineArray<512, BidiClass>(repeating: .neutral)
  /// The kind of a bracket, 1 to 3, below 0 for one that closes; 0 for all else.
  private var brackets = InlineArray<512, Int8>(repeating: 0)
  private var count = 0
  /// The level of the paragraph, 0 or 1.
  package private(set) var base: UInt8 = 0

  package init() {}

  /// Begins the next paragraph.
  package mutating func removeAll() { count = 0 }

  /// Forgets the paragraph, which a person has typed.
  package mutating func wipe() {
    for index in 0..<count { (classes[index], brackets[index]) = (.neutral, 0) }
    count = 0
  }

  /// Appends a character, or what counts as one, such as a shaped word.
  package mutating func append(_ kind: BidiClass, bracket: Int8 = 0) {
    precondition(count < BidiParagraph.capacity, "A paragraph has as many characters as a text.")
    (classes[count], brackets[count]) = (kind, bracket)
    count += 1
  }

  /// The kind of a bracket, 1 to 3, below 0 for one that closes; 0 for all else.
  package static func bracket(_ scalar: UInt32) -> Int8 {
    switch scalar {
    case 0x28: 1
    case 0x29: -1
    case 0x5B: 2
    case 0x5D: -2
    case 0x7B: 3
    case 0x7D: -3
    default: 0
    }
  }

  /// The mirrored bracket for right-to-left text (rule L4); nil for other characters.
  static func mirrored(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x28, 0x29: scalar ^ 1
    case 0x3C, 0x3E: scalar ^ 2
    case 0x5B, 0x5D, 0x7B, 0x7D: scalar ^ 6
    case 0xAB, 0xBB: scalar ^ 0x10
    case 0x2039, 0x203A: scalar ^ 3
    default: nil
    }
  }

  /// Whether a character has no ink of its own: a combining mark, a joiner, or a mark of direction.
  static func isMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x300...0x36F, 0x591...0x5C7, 0x64B...0x65F, 0x200B...0x200F, 0x202A...0x202E,
      0x2066...0x2069, 0xFE00...0xFE0F, 0xFEFF:
      true
    default: false
    }
  }

  /// The level of a character, after `resolve`.
  package func level(of index: Int) -> UInt8 {
    switch classes[index] {
    case .left: 2 * base
    case .right: 1
    default: 2
    }
  }

  /// The direction of the paragraph, which is at its ends, too.
  private var own: BidiClass { base == 0 ? .left : .right }

  /// Finds all levels.
  package mutating func resolve() {
    findBase()
    resolveMarksAndDigits()
    resolveSeparators()
    resolveTerminators()
    resolveNumbers()
    resolveBrackets()
    resolveNeutrals()
  }

  /// Rules P2 and P3.
  private mutating func findBase() {
    base = 0
    for index in 0..<count {
      switch classes[index] {
      case .left: return
      case .right, .arabicLetter:
        base = 1
        return
      default: continue
      }
    }
  }

  /// Rules W1 to W3.
  private mutating func resolveMarksAndDigits() {
    var (previous, strong) = (own, own)
    for index in 0..<count {
      if classes[index] == .mark { classes[index] = previous }
      previous = classes[index]
      switch classes[index] {
      case .left, .right: strong = classes[index]
      case .arabicLetter:
        strong = .arabicLetter
        classes[index] = .right
      case .number: if strong == .arabicLetter { classes[index] = .arabicNumber }
      default: break
      }
    }
  }

  /// Rule W4.
  private mutating func resolveSeparators() {
    if count < 3 { return }
    for index in 1..<count - 1 {
      let (before, after) = (classes[index - 1], classes[index + 1])
      guard before == after else { continue }
      switch (classes[index], before) {
      case (.separator, .number), (.commonSeparator, .number): classes[index] = .number
      case (.commonSeparator, .arabicNumber): classes[index] = .arabicNumber
      default: break
      }
    }
  }

  /// Rule W5.
  private mutating func resolveTerminators() {
    var index = 0
    while index < count {
      guard classes[index] == .terminator else {
        index += 1
        continue
      }
      let start = index
      while index < count && classes[index] == .terminator { index += 1 }
      let isNumber =
        start > 0 && classes[start - 1] == .number || index < count && classes[index] == .number
      if isNumber { for position in start..<index { classes[position] = .number } }
    }
  }

  /// Rules W6 and W7.
  private mutating func resolveNumbers() {
    var strong = own
    for index in 0..<count {
      switch classes[index] {
      case .separator, .terminator, .commonSeparator: classes[index] = .neutral
      case .left, .right: strong = classes[index]
      case .number: if strong == .left { classes[index] = .left }
      default: break
      }
    }
  }

  /// The direction of a character as rules N0 to N2 have it, where numbers go to the left; nil for a neutral one.
  private func strongDirection(_ index: Int) -> BidiClass? {
    switch classes[index] {
    case .left: .left
    case .right, .number, .arabicNumber: .right
    default: nil
    }
  }

  /// Rule N0: each pair, in the order of the opening ones.
  private mutating func resolveBrackets() {
    var closing = InlineArray<512, Int16>(repeating: -1)
    var open = InlineArray<63, Int16>(repeating: 0)
    var depth = 0
    for index in 0..<count where brackets[index] != 0 && classes[index] == .neutral {
      if brackets[index] > 0 {
        if depth == BidiParagraph.openBrackets { break }
        open[depth] = Int16(index)
        depth += 1
        continue
      }
      var place = depth - 1
      while place >= 0, brackets[Int(open[place])] != -brackets[index] { place -= 1 }
      if place < 0 { continue }
      closing[Int(open[place])] = Int16(index)
      depth = place
    }
    for start in 0..<count where closing[start] > 0 {
      let end = Int(closing[start])
      guard let direction = directionOfPair(start, end) else { continue }
      (classes[start], classes[end]) = (direction, direction)
    }
  }

  private func directionOfPair(_ start: Int, _ end: Int) -> BidiClass? {
    var hasOther = false
    for index in start + 1..<end {
      guard let direction = strongDirection(index) else { continue }
      if direction == own { return own }
      hasOther = true
    }
    guard hasOther else { return nil }
    var index = start - 1
    while index >= 0 {
      // The paragraph's, or that which is inside, as it is before the pair.
      if let direction = strongDirection(index) { return direction }
      index -= 1
    }
    return own
  }

  /// Rules N1 and N2.
  private mutating func resolveNeutrals() {
    var index = 0
    var before = own
    while index < count {
      if let direction = strongDirection(index) {
        before = direction
        index += 1
        continue
      }
      let start = index
      while index < count && strongDirection(index) == nil { index += 1 }
      let after = index < count ? strongDirection(index) ?? own : own
      for position in start..<index { classes[position] = before == after ? before : own }
    }
  }
}
