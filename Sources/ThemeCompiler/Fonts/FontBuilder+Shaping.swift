// SPDX-License-Identifier: Apache-2.0

internal import Theme

// What the characters of a font become beside others. HarfBuzz says it: each letter is shaped in each context that
// the daemon knows, and the tables are made of the results. So rules of the font that need more context are missing.
extension FontBuilder {
  /// A letter in one of its forms, or two letters that are a ligature.
  struct Letter {
    let scalars: [UInt32]
    /// Whether it is joined to a letter before it, and to one after it.
    let before, after: Bool
    /// In the font.
    let glyph: Int

    /// The letter with characters behind it, between joiners.
    func word(_ others: [UInt32] = []) -> [UInt32] {
      (before ? [0x200D] : []) + scalars + others + (after ? [0x200D] : [])
    }

    /// The index of the first of these characters in the word.
    var end: Int { scalars.count + (before ? 1 : 0) }
  }

  /// A word of a text, shaped: its glyphs from left to right, at their distances from its left end.
  struct ShapedLetters {
    struct Glyph {
      let number: UInt32
      /// The index of its first character in the word.
      let cluster: Int
      var x, y: Int
    }

    var glyphs: [Glyph] = []
    var advance = 0
  }

  /// Letters of one script and one file.
  struct Run {
    let face: Int
    let script: UInt32
    let isRightToLeft: Bool
  }

  /// Finds forms, ligatures and marks of all characters, and the kerning of those that go from right to left.
  mutating func findShaping(_ pairs: inout KerningPairs) {
    for face in faces.indices {
      let own = scalars.filter { scalar in
        scalar > 0x20 && glyph(of: scalar).map { entries[$0].key.face == face } == true
      }
      let scripts = Set(own.filter(Self.isRightToLeft).compactMap { Characters.script(of: $0) })
      var letters: [UInt32: [Letter]] = [:]
      for script in scripts.sorted() {
        let run = Run(face: face, script: script, isRightToLeft: true)
        let found = findForms(own, run)
        let ligatures = findPairs(found, found, run, &pairs)
        // Their kerning.
        _ = findPairs(ligatures, found + ligatures, run, &pairs)
        _ = findPairs(found, ligatures, run, &pairs)
        letters[script] = found + ligatures
      }
      findMarks(own, letters, face: face, &pairs)
    }
  }

  private static func isRightToLeft(_ scalar: UInt32) -> Bool {
    switch BidiClass(scalar) {
    case .right, .arabicLetter: true
    default: false
    }
  }

  /// Shapes words of a text, each on its own.
  func shape(_ words: [[UInt32]], _ run: Run) -> [ShapedLetters] {
    var results = words.map { _ in ShapedLetters() }
    var start = 0
    while start < words.count {
      var (text, owners): ([UInt32], [(word: Int, index: Int)]) = ([], [])
      var end = start
      while end < words.count, end == start || text.count < 2000 {
        text += words[end] + [0x20]
        owners += words[end].indices.map { (end, $0) } + [(-1, 0)]
        end += 1
      }
      let shaped = faces[run.face].shape(
        text, 0..<text.count, script: run.script, language: "en", isRightToLeft: run.isRightToLeft,
        hasMarkClusters: true, features: features)
      let space = faces[run.face].glyph(of: 0x20)
      var (pen, left, last) = (0, 0, -1)
      for glyph in shaped {
        var owner = owners[glyph.cluster]
        // The space behind a joiner, which is no glyph, has the joiner's cluster.
        if text[glyph.cluster] == 0x200D, glyph.glyph == space { owner = (-1, 0) }
        if owner.word != last { left = pen }
        last = owner.word
        pen += glyph.advance
        guard owner.word >= 0 else { continue }
        results[owner.word].glyphs.append(
          ShapedLetters.Glyph(
            number: glyph.glyph, cluster: owner.index,
            x: scaled(pen - glyph.advance - left + glyph.x, of: run.face),
            y: scaled(glyph.y, of: run.face)))
        results[owner.word].advance = scaled(pen - left, of: run.face)
      }
      start = end
    }
    return results
  }

  /// The glyph of shaped letters in the font, a composite of several if need be; nil for more than one can have.
  mutating func index(of letters: ShapedLetters, face: Int) -> Int? {
    guard let parts = parts(of: letters, face: face) else { return nil }
    if parts.count == 1, parts[0].x == 0, parts[0].y == 0,
      entries[parts[0].glyph].advance == letters.advance
    {
      return parts[0].glyph
    }
    return composite(of: letters, face: face)
  }

  /// A composite glyph of shaped letters; nil for more than one can have.
  mutating func composite(of letters: ShapedLetters, face: Int) -> Int? {
    guard let parts = parts(of: letters, face: face) else { return nil }
    if let known = composites[parts], entries[known].advance == letters.advance { return known }
    composites[parts] = entries.count
    entries.append(
      Entry(key: Key(face: face, glyph: .max), advance: letters.advance, parts: parts))
    return entries.count - 1
  }

  private mutating func parts(of letters: ShapedLetters, face: Int) -> [PlacedGlyph]? {
    guard (1...16).contains(letters.glyphs.count) else { return nil }
    return letters.glyphs.map {
      PlacedGlyph(glyph: index(of: $0.number, face: face), x: $0.x, y: $0.y)
    }
  }

  /// The glyphs of a glyph of the font, from left to right.
  func expanded(_ index: Int) -> [ShapedLetters.Glyph] {
    let entry = entries[index]
    if entry.parts.isEmpty {
      return [ShapedLetters.Glyph(number: entry.key.glyph, cluster: 0, x: 0, y: 0)]
    }
    return entry.parts.map {
      ShapedLetters.Glyph(number: entries[$0.glyph].key.glyph, cluster: 0, x: $0.x, y: $0.y)
    }
  }

  // MARK: Letters from right to left

  /// Finds the forms of a script's letters.
  private mutating func findForms(_ own: [UInt32], _ run: Run) -> [Letter] {
    var letters: [Letter] = []
    for scalar in own {
      // Tatweel, which makes joined letters longer, belongs to several scripts.
      let isOwn = Characters.script(of: scalar) == run.script || scalar == 0x640
      guard isOwn, !Characters.isMark(scalar), let isolated = glyph(of: scalar) else { continue }
      let joins = Characters.joins(scalar)
      var contexts = [(before: false, after: false)]
      if joins.next { contexts.append((false, true)) }
      if joins.previous { contexts.append((true, false)) }
      if joins.next && joins.previous { contexts.append((true, true)) }
      let words = contexts.map {
        Letter(scalars: [scalar], before: $0.before, after: $0.after, glyph: isolated).word()
      }
      var forms = ShapingTables.Forms()
      for (context, shaped) in zip(contexts, shape(words, run)) {
        var glyph = isolated
        if !context.before && !context.after {
          setGlyph(isolated, to: shaped, face: run.face)
        } else {
          glyph = index(of: shaped, face: run.face) ?? isolated
          if !context.before { forms.initial = glyph }
          if !context.after { forms.final = glyph }
          if context.before && context.after { forms.medial = glyph }
        }
        letters.append(
          Letter(scalars: [scalar], before: context.before, after: context.after, glyph: glyph))
      }
      if contexts.count > 1 { shaping.forms[isolated] = forms }
    }
    return letters
  }

  /// Makes a character's glyph a composite, if that is what HarfBuzz makes of it.
  private mutating func setGlyph(_ index: Int, to letters: ShapedLetters, face: Int) {
    let glyphs = letters.glyphs
    if glyphs.count == 1, glyphs[0].number == entries[index].key.glyph { return }
    guard let parts = parts(of: letters, face: face) else { return }
    // The parts of a composite have outlines of their own.
    let isPart = parts.contains { $0.glyph == index }
    if isPart || entries.contains(where: { $0.parts.contains { $0.glyph == index } }) { return }
    if indices[entries[index].key] == index { indices[entries[index].key] = nil }
    entries[index] = Entry(
      key: Key(face: face, glyph: .max), advance: letters.advance, parts: parts)
  }

  /// The most pairs of letters that a font draws differently beside each other, and not as one glyph.
  private static let pairLimit = 512

  /// Finds the ligatures and the kerning of all pairs of letters; returns the ligatures.
  ///
  /// Two letters at the end of a word's joined part that are no ligature, but both have other forms, as lam and alef in
  /// some fonts, are one glyph here, too.
  private mutating func findPairs(
    _ letters: [Letter], _ others: [Letter], _ run: Run, _ pairs: inout KerningPairs
  ) -> [Letter] {
    var ligatures: [Letter] = []
    for first in letters {
      // A letter that is joined to the next one, or before one that is not joined to it.
      let seconds = others.filter { $0.before == first.after }
      let words = seconds.map { second in
        (first.before ? [0x200D] : []) + first.scalars + second.scalars
          + (second.after ? [0x200D] : [])
      }
      for (second, shaped) in zip(seconds, shape(words, run)) {
        // Two letters that could be joined always are.
        if !first.after, Characters.joins(first.scalars[first.scalars.count - 1]).next,
          Characters.joins(second.scalars[0]).previous
        {
          continue
        }
        let (a, b) = (entries[first.glyph].advance, entries[second.glyph].advance)
        let kerning = shaped.advance - a - b
        var expected = expanded(second.glyph)
        expected += expanded(first.glyph).map {
          ShapedLetters.Glyph(number: $0.number, cluster: 0, x: $0.x + b + kerning, y: $0.y)
        }
        let pair = GlyphPair(first: first.glyph, second: second.glyph)
        if shaped.hasGlyphs(expected) {
          if kerning != 0 { pairs.set(pair.first, pair.second, kerning) }
        } else if Set(shaped.glyphs.map(\.cluster)).count == 1
          || first.after && !second.after && ligatures.count < Self.pairLimit,
          first.scalars.count + second.scalars.count == 2,
          let glyph = index(of: shaped, face: run.face)
        {
          shaping.ligatures[pair] = glyph
          ligatures.append(
            Letter(
              scalars: first.scalars + second.scalars, before: first.before, after: second.after,
              glyph: glyph))
        }
      }
    }
    return ligatures
  }
}

extension FontBuilder.ShapedLetters {
  /// Whether it has these glyphs at their places.
  func hasGlyphs(_ others: [Glyph]) -> Bool {
    glyphs.count == others.count
      && zip(glyphs, others).allSatisfy {
        // Scaled lengths may be rounded differently.
        $0.number == $1.number && abs($0.x - $1.x) <= 1 && abs($0.y - $1.y) <= 1
      }
  }
}
