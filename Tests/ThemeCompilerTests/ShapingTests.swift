// SPDX-License-Identifier: Apache-2.0

import FixedPoint
import Testing

@testable import DisplayList
@testable import Theme
@testable import ThemeCompiler

/// The daemon's words of texts at run time, against HarfBuzz's of the same texts.
@Suite struct ShapingTests {
  /// Texts of one language, in a font with the characters of a set.
  struct Language: CustomTestStringConvertible {
    let name: String
    let font: String
    let characters: String
    var testDescription: String { name }
  }

  /// 12 languages, each with its letters, and its marks as characters of their own.
  static let languages = [
    Language(name: "Arabic", font: "NotoNaskhArabic-Regular.ttf", characters: "arabic"),
    Language(name: "Persian", font: "DejaVuSans.ttf", characters: "arabic"),
    Language(name: "Urdu", font: "NotoSansArabic-Regular.ttf", characters: "arabic"),
    Language(name: "Hebrew", font: "NotoSansHebrew-Regular.ttf", characters: "hebrew"),
    Language(name: "German", font: "DejaVuSans.ttf", characters: "latin\", \"marks"),
    Language(name: "Vietnamese", font: "NotoSans-Regular.ttf", characters: "vietnamese"),
    Language(name: "Yoruba", font: "DejaVuSans.ttf", characters: "latin\", \"marks"),
    Language(name: "Greek", font: "DejaVuSans.ttf", characters: "greek\", \"marks"),
    Language(
      name: "Russian", font: "NotoSans-Regular.ttf", characters: "cyrillic\", \"«»\", \"marks"),
    Language(name: "Thai", font: "NotoSansThai-Regular.ttf", characters: "thai"),
    Language(
      name: "Chinese", font: "NotoSansCJK-Regular.ttc",
      characters: "ascii\", \"U+3000-303F\", \"U+4E00-4FFF\", \"系统世串为乃久业两严上下\", \"U+FF01-FF5E"),
    Language(
      name: "Japanese", font: "NotoSansCJK-Regular.ttc",
      characters: "ascii\", \"U+3000-30FF\", \"日本時間早明暗待\", \"U+FF01-FF5E"),
  ]

  /// The words of a language's sentences.
  private static func words(of name: String) -> [String] {
    let words =
      switch name {
      case "Arabic":
        """
        جاري تحميل النظام يرجى الانتظار حتى تكتمل التحديثات ولا تطفئ الجهاز كلمة المرور للقرص الثابت المشفّر إعادة التشغيل \
        الآن بعد لحظات قليلة أُغلِقَ الملف خطأ في القراءة مسؤول شيء الأمان لأن الإعدادات بالأسفل 42% (3) «نعم» ١٢٣ كتاب، قلم؟
        """
      case "Persian":
        """
        در حال بارگذاری سامانه لطفاً صبر کنید گذرواژه دیسک رمزگذاری شده به‌روزرسانی نرم‌افزار ژاله چای پنجره گل می‌شود \
        خاموش نکنید ۴۵٪ (۲) آماده‌سازی لازم است الان سلام
        """
      case "Urdu":
        """
        نظام شروع ہو رہا ہے براہ کرم انتظار کریں پاس ورڈ درج کریں ڈسک کی تصدیق ٹھیک بڑا چھوٹا لڑکا لاہور مکمل ہونے تک \
        مشین بند نہ کریں 12% گئے ہیں
        """
      case "Hebrew":
        """
        המערכת עולה נא להמתין סיסמה לכונן המוצפן בְּרֵאשִׁית בָּרָא שָׁלוֹם עוֹלָם תּוֹדָה רַבָּה עדכון 42% (3) [א] התקנה הושלמה \
        שׂמחה צ׳ק תש״פ
        """
      case "German":
        """
        Öffnen Größe übertragen Straße läuft Überprüfung o\u{308}ffnen U\u{308}ber Gro\u{308}\u{DF}e Cafe\u{301} AVATAR Tür \
        Passwort Systemstart fällt aus 42% (3) Neustart x\u{302} q\u{303} A\u{30A}ngstrom
        """
      case "Vietnamese":
        """
        Đang khởi động hệ thống Vui lòng chờ mật khẩu ổ đĩa Cập nhật phần mềm e\u{302}\u{301} o\u{31B}\u{309} a\u{306}\u{323} \
        u\u{31B}\u{303} nhập lại Tắt máy tie\u{302}\u{301}ng Vie\u{323}\u{302}t 42% sẵn sàng ha\u{323}\u{302}n
        """
      case "Yoruba":
        """
        E\u{323}\u{301} o\u{323}\u{300} s\u{323} Yoru\u{300}ba\u{301} o\u{323}ja\u{301} e\u{323}\u{300}ko\u{323}\u{301} n\u{301} \
        m\u{300} gbo\u{323}\u{301} i\u{301}bi\u{300} O\u{323}\u{300}yo\u{323}\u{301} ile\u{301} w\u{323}
        """
      case "Greek":
        """
        Εκκίνηση του συστήματος παρακαλώ περιμένετε κωδικός δίσκου α\u{301} ε\u{301} Α\u{301} ω\u{342} α\u{313}\u{301} η\u{345} \
        ενημέρωση λογισμικού ἀρχή ὁ λόγος 42% (τέλος) ΐ ϋ\u{301} ι\u{308}\u{301}
        """
      case "Russian":
        """
        Загрузка системы пожалуйста подождите пароль диска за\u{301}мок замо\u{301}к и\u{306} е\u{308} Ё й\u{301} обновление \
        ПО завершено 42% (три) «да» до\u{301}ма слова\u{301} У\u{306}
        """
      case "Thai":
        """
        กำลังเริ่มระบบ โปรดรอสักครู่ รหัสผ่าน ดิสก์ ปรับปรุง ที่นี่ ผู้ใช้ น้ำ ปั่น ฟื้นฟู เปิด ปิด ไม่ได้ 42% ไฟล์ เสร็จสิ้น
        """
      case "Chinese": "系统丁七万丈三上下不与丐丑专且 世丘丙业 东丝，两严。 中丰串（临）丸 42% 为主 OK 乃久"
      default: "日本の システムを アップデート しています。 時間が かかります、 「時」は 早く 42% 明日 お待ち（暗）ください ファイル"
      }
    return words.split(separator: " ").map(String.init)
  }

  private static func sentences(of language: Language, _ count: Int) -> [[UInt32]] {
    let words = words(of: language.name).map { $0.unicodeScalars.map(\.value) }
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    func dice(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    return (0..<count).map { _ in
      (0..<1 + dice(9)).map { _ in words[dice(words.count)] }.joined(separator: [0x20]).map { $0 }
    }
  }

  /// HarfBuzz's points of a text on one line: those of each run of its levels, from left to right.
  private static func expected(_ text: [UInt32], _ face: FontFace) -> [String] {
    let levels = Characters.levels(of: text)
    var runs: [(range: Range<Int>, level: UInt8, script: UInt32)] = []
    for (index, scalar) in text.enumerated() {
      let script = Characters.script(of: scalar) ?? 0
      // Spaces are not kerned, neither here nor in the theme's own texts.
      if let last = runs.last, last.level == levels[index], scalar != 0x20,
        text[index - 1] != 0x20,
        last.script == script || script == 0 || last.script == 0
      {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
        if script != 0 { runs[runs.count - 1].script = script }
      } else {
        runs.append((index..<index + 1, levels[index], script))
      }
    }
    for level in (UInt8(1)...4).reversed() {
      var start = 0
      while start < runs.count {
        guard runs[start].level >= level else {
          start += 1
          continue
        }
        let end = runs[start...].firstIndex { $0.level < level } ?? runs.count
        runs[start..<end].reverse()
        start = end
      }
    }
    var (pen, points): (Int, [String]) = (0, [])
    for run in runs {
      let glyphs = face.shape(
        text, run.range, script: run.script, language: "en", isRightToLeft: run.level & 1 == 1,
        // Latin letters have no ligatures at run time.
        features: ["tnum"] + (run.level & 1 == 1 ? [] : ["-liga", "-clig"]))
      for glyph in glyphs {
        // Where each of its contours begins.
        var isFirst = true
        for point in face.outline(of: glyph.glyph) ?? [] {
          if isFirst { points.append("\(pen + glyph.x + point.x) \(glyph.y + point.y)") }
          isFirst = point.isLast
        }
        pen += glyph.advance
      }
    }
    return points.sorted() + ["\(pen)"]
  }

  /// The daemon's points of the text on one line, with a unit of one point.
  private static func found(_ text: [UInt32], _ pack: Pack, _ scene: inout Scene) -> [String] {
    let layout = TextLayout(pack)
    let bytes = Array(String(String.UnicodeScalarView(text.compactMap { .init($0) })).utf8)
    let capHeight = Fixed(Int(pack[FontRecord.self, 0].capHeight))
    let width = layout.width(of: bytes.span, font: 0, capHeight: capHeight)
    scene.removeAll()
    layout.draw(
      bytes.span, in: Rectangle(x: 0, y: 0 - capHeight, width: width, height: capHeight),
      TextStyle(font: 0, capHeight: capHeight, alignment: .start, color: .white), scale: 1,
      transform: .identity, into: &scene)
    var points: [String] = []
    for index in 0..<scene.elementCount {
      if case .move(let point) = scene.elements[index] {
        points.append("\(point.x.rounded) \((0 - point.y).rounded)")
      }
    }
    return points.sorted() + ["\(width.rounded)"]
  }

  @Test(arguments: languages) func `sentences are as HarfBuzz has them`(language: Language) throws {
    let pack = try Fonts.pack(
      "flipbook = 1\n[fonts.f]\nfile = \"\(language.font)\"\ncharacters = [\"\(language.characters)\"]\n"
        + "[stage]\nfont = \"f\"\n")
    let face = try FontFace(try Fonts.file(language.font), index: 0, axes: [])
    var scene = Scene(shapeCapacity: 512, elementCapacity: 1 << 17)
    // A word that is wrong is easier to read than a sentence.
    var wrong: [String] = []
    for word in Self.words(of: language.name) {
      let text = word.unicodeScalars.map(\.value)
      if Self.found(text, pack, &scene) != Self.expected(text, face) { wrong.append(word) }
    }
    #expect(wrong == [])
    var count = 0
    for text in Self.sentences(of: language, 167)
    where Self.found(text, pack, &scene) != Self.expected(text, face) {
      count += 1
    }
    #expect(count == 0)
  }
}
