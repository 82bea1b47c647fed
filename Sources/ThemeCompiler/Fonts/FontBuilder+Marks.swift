// SPDX-License-Identifier: Apache-2.0

internal import Theme

// Where the marks of a font are on its letters, and on other marks.
extension FontBuilder {
  /// A mark, with its glyph in the font and in the file.
  private struct Mark {
    let scalar: UInt32
    let glyph: Int
    let number: UInt32
    let order: UInt8
  }

  /// The most composites of a letter and a mark, where a font draws a letter differently below a mark.
  private static let compositeLimit = 1024

  /// Finds the places of all marks of a file.
  mutating func findMarks(
    _ own: [UInt32], _ letters: [UInt32: [Letter]], face: Int, _ pairs: inout KerningPairs
  ) {
    var marks: [UInt32: [Mark]] = [:]
    for scalar in own where Characters.isMark(scalar) {
      guard let glyph = glyph(of: scalar), let number = faces[face].glyph(of: scalar) else {
        continue
      }
      let mark = Mark(
        scalar: scalar, glyph: glyph, number: number, order: Characters.order(ofMark: scalar))
      marks[Self.script(ofMark: scalar), default: []].append(mark)
    }
    for (script, marks) in marks.sorted(by: { $0.key < $1.key }) {
      if let letters = letters[script] {
        let run = Run(face: face, script: script, isRightToLeft: true)
        find(marks, on: letters, run, &pairs)
      } else {
        let letters = own.filter { Self.isBase($0, script: script) }.compactMap { scalar in
          glyph(of: scalar).map {
            Letter(scalars: [scalar], before: false, after: false, glyph: $0)
          }
        }
        find(
          marks, on: letters, Run(face: face, script: script, isRightToLeft: false), &pairs)
      }
    }
  }

  /// The script of a mark's letters; 0 for Latin, Greek and Cyrillic.
  private static func script(ofMark scalar: UInt32) -> UInt32 {
    // Some marks of Arabic are also those of Syriac.
    if (0x600...0x6FF).contains(scalar) { return Characters.script(of: 0x627) ?? 0 }
    let script = Characters.script(of: scalar)
    return script.map { kernedScripts.contains($0) ? 0 : $0 } ?? 0
  }

  /// Whether a character may have marks of a script.
  private static func isBase(_ scalar: UInt32, script: UInt32) -> Bool {
    // Not on digits, punctuation and symbols: a pack has an anchor of each letter for each group of marks.
    guard Unicode.Scalar(scalar)?.properties.isAlphabetic == true, !Characters.isMark(scalar) else {
      return false
    }
    let own = Characters.script(of: scalar)
    return script == 0 ? own == nil || kernedScripts.contains(own) : own == script
  }

  private mutating func find(
    _ marks: [Mark], on letters: [Letter], _ run: Run, _ pairs: inout KerningPairs
  ) {
    let hasAnchors = faces[run.face].hasAnchors
    var offsets: [[Int: GlyphOffset]] = marks.map { _ in [:] }
    // A letter with a mark that is a glyph of its own may have further marks.
    var composites: [Letter] = []
    for letter in letters {
      composites += find(
        marks, on: letter, run, &offsets, limit: Self.compositeLimit - composites.count, &pairs)
    }
    for letter in composites {
      _ = find(
        marks, on: letter, run, &offsets, limit: Self.compositeLimit - composites.count, &pairs)
    }
    if hasAnchors { findStacks(marks, on: letters, run, &offsets) }
    for (number, mark) in marks.enumerated() {
      shaping.add(mark: mark.glyph, order: mark.order, offsets: offsets[number])
    }
    shaping.placePairs()
  }

  /// Finds the places of marks on a letter; returns the letter with each mark that becomes a part of it.
  private mutating func find(
    _ marks: [Mark], on letter: Letter, _ run: Run, _ offsets: inout [[Int: GlyphOffset]],
    limit: Int, _ pairs: inout KerningPairs
  ) -> [Letter] {
    let hasAnchors = faces[run.face].hasAnchors
    var found: [Letter] = []
    let words = marks.map { letter.word([$0.scalar]) }
    for ((number, mark), shaped) in zip(marks.enumerated(), shape(words, run)) {
      if let places = places(of: [mark], on: letter, in: shaped) {
        if hasAnchors { offsets[number][letter.glyph] = places[0] }
        continue
      }
      let isOne = shaped.glyphs.count == 1
      guard isOne || hasAnchors && found.count < limit,
        let glyph = index(of: shaped, face: run.face)
      else { continue }
      shaping.ligatures[GlyphPair(first: letter.glyph, second: mark.glyph)] = glyph
      if isOne { continue }
      pairs.copy(letter.glyph, to: glyph)
      found.append(
        Letter(
          scalars: letter.scalars + [mark.scalar], before: letter.before, after: letter.after,
          glyph: glyph))
    }
    return found
  }

  /// Finds the marks that are placed on other marks, or that have another form there.
  private mutating func findStacks(
    _ marks: [Mark], on letters: [Letter], _ run: Run, _ offsets: inout [[Int: GlyphOffset]]
  ) {
    let own = offsets
    for (number, first) in marks.enumerated() {
      var (words, cases): ([[UInt32]], [(letter: Letter, second: Int)]) = ([], [])
      for (other, second) in marks.enumerated() where first.order <= second.order {
        // Any letter on which both have their places.
        guard
          let letter = letters.first(where: {
            own[number][$0.glyph] != nil && own[other][$0.glyph] != nil
          })
        else { continue }
        words.append(letter.word([first.scalar, second.scalar]))
        cases.append((letter, other))
      }
      for ((letter, other), shaped) in zip(cases, shape(words, run)) {
        guard let places = places(of: [first, marks[other]], on: letter, in: shaped) else {
          if let place = own[number][letter.glyph] {
            addPair(first, marks[other], at: place, on: letter, shaped, run)
          }
          continue
        }
        if places[1] == own[other][letter.glyph] { continue }
        offsets[other][first.glyph] = places[1] - places[0]
      }
    }
  }

  /// Adds a glyph of two marks that look different on each other than on letters; it has the first one's place.
  private mutating func addPair(
    _ first: Mark, _ second: Mark, at place: GlyphOffset, on letter: Letter,
    _ shaped: ShapedLetters, _ run: Run
  ) {
    var rest = shaped.glyphs
    var origin: Int?
    for part in expanded(letter.glyph) {
      guard let index = rest.firstIndex(where: { $0.number == part.number && $0.y == part.y })
      else { return }
      origin = origin ?? rest[index].x - part.x
      rest.remove(at: index)
    }
    guard !rest.isEmpty, let origin, shaped.advance == entries[letter.glyph].advance else { return }
    let marks = ShapedLetters(
      glyphs: rest.map {
        ShapedLetters.Glyph(
          number: $0.number, cluster: 0, x: $0.x - origin - place.x, y: $0.y - place.y)
      }, advance: 0)
    guard let glyph = composite(of: marks, face: run.face) else { return }
    shaping.addPair(GlyphPair(first: first.glyph, second: second.glyph), glyph)
  }

  /// The offsets of marks from a letter's origin; nil if the letter has another form, or the marks have.
  private func places(
    of marks: [Mark], on letter: Letter, in shaped: ShapedLetters
  ) -> [GlyphOffset]? {
    var rest = shaped.glyphs
    var places: [GlyphOffset] = []
    for (index, mark) in marks.enumerated() {
      guard
        let place = rest.firstIndex(where: {
          $0.number == mark.number && $0.cluster == letter.end + index
        })
      else { return nil }
      places.append(GlyphOffset(x: rest[place].x, y: rest[place].y))
      rest.remove(at: place)
    }
    let expected = expanded(letter.glyph)
    guard rest.count == expected.count, let first = rest.first, let other = expected.first else {
      return nil
    }
    let origin = GlyphOffset(x: first.x - other.x, y: 0)
    let moved = ShapedLetters(
      glyphs: rest.map {
        ShapedLetters.Glyph(number: $0.number, cluster: 0, x: $0.x - origin.x, y: $0.y)
      }, advance: shaped.advance)
    guard moved.hasGlyphs(expected), shaped.advance == entries[letter.glyph].advance else {
      return nil
    }
    return places.map { $0 - origin }
  }
}
