// SPDX-License-Identifier: Apache-2.0

/// An enumeration with a keyword for each case, numbered in the order of a list of words.
package protocol Keyword: RawRepresentable<Int> {
  /// The words of the cases in their order, with one blank between them.
  static var words: StaticString { get }
}

extension Keyword {
  /// The case of a word; nil for an unknown word.
  package init?(_ word: Span<UInt8>) {
    guard let position = word.position(among: Self.words) else { return nil }
    self.init(rawValue: position)
  }

  /// Its word.
  package var word: Span<UInt8> {
    @_lifetime(immortal)
    get { Self.words.word(at: rawValue) }
  }
}

extension Span<UInt8> {
  /// The index of the word that the bytes are, from 0; nil where they are none of the words.
  ///
  /// The words are separated by one blank.
  package func position(among words: StaticString) -> Int? {
    let words = words.bytes
    var position = 0
    var start = 0
    while start < words.count {
      let end = words.firstPosition(of: 0x20, from: start)
      var index = 0
      if end - start == count {
        while index < count, self[index] == words[start + index] { index += 1 }
        if index == count { return position }
      }
      start = end + 1
      position += 1
    }
    return nil
  }
}

extension StaticString {
  /// The word at an index, from 0, of words with one blank between them.
  @_lifetime(immortal)
  fileprivate func word(at position: Int) -> Span<UInt8> {
    let all = bytes
    var start = 0
    for _ in 0..<position { start = all.firstPosition(of: 0x20, from: start) + 1 }
    return all.extracting(start..<all.firstPosition(of: 0x20, from: start))
  }
}
