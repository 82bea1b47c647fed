// SPDX-License-Identifier: Apache-2.0

/// Texts that every theme can use, such as `@done`, in the compiler's languages.
enum BuiltInStrings {
  /// The languages of each row below.
  private static let languages = ["en", "de", "fr", "es"]

  private static let rows: [String: [String]] = [
    "shutting-down": ["Shutting down", "Wird heruntergefahren", "Arrêt en cours", "Apagando"],
    "restarting": ["Restarting", "Wird neu gestartet", "Redémarrage", "Reiniciando"],
    "installing-updates": [
      "Installing updates. Do not turn off",
      "Aktualisierungen werden installiert. Nicht ausschalten",
      "Installation des mises à jour. Ne pas éteindre", "Instalando actualizaciones. No apagar",
    ],
    "upgrading-system": [
      "Upgrading the system. Do not turn off",
      "Das System wird aktualisiert. Nicht ausschalten",
      "Mise à niveau du système. Ne pas éteindre", "Actualizando el sistema. No apagar",
    ],
    "upgrading-firmware": [
      "Upgrading firmware. Do not turn off",
      "Die Firmware wird aktualisiert. Nicht ausschalten",
      "Mise à niveau du micrologiciel. Ne pas éteindre", "Actualizando el firmware. No apagar",
    ],
    "resetting-system": [
      "Resetting the system. Do not turn off",
      "Das System wird zurückgesetzt. Nicht ausschalten",
      "Réinitialisation du système. Ne pas éteindre", "Restableciendo el sistema. No apagar",
    ],
    "keep-on": [
      "Do not turn off the device", "Das Gerät nicht ausschalten", "Ne pas éteindre l’appareil",
      "No apague el dispositivo",
    ],
    "password": ["Password", "Passwort", "Mot de passe", "Contraseña"],
    "answer": ["Answer", "Antwort", "Réponse", "Respuesta"],
    "caps-lock": [
      "Caps Lock is on", "Feststelltaste ist aktiv", "Verr. Maj est activé",
      "Bloq Mayús está activado",
    ],
    "failed": ["Failed", "Fehlgeschlagen", "Échec", "Error"],
    "done": ["Done", "Fertig", "Terminé", "Listo"],
    "hours": ["{0} h {1} min", "{0} Std. {1} Min.", "{0} h {1} min", "{0} h {1} min"],
    "minutes": ["{0} min", "{0} Min.", "{0} min", "{0} min"],
    "seconds": ["{0} s", "{0} s", "{0} s", "{0} s"],
  ]

  /// The text of `@mode` in each mode, in the order of `SituationKeywords.modes`.
  private static let modes: [String?] = [
    nil, "shutting-down", "restarting", "installing-updates", "upgrading-system",
    "upgrading-firmware", "resetting-system",
  ]

  /// The names that themes can use, without the `@`.
  static let names =
    rows.keys.filter { !["hours", "minutes", "seconds"].contains($0) }.sorted() + ["mode"]

  /// The names of all texts, without the `@`; those of times cannot be used in a theme's file.
  static let all = rows.keys.sorted()

  /// Whether a translation has the same placeholders as a text, and no other braces.
  static func hasPlaceholders(of text: String, _ translation: String) -> Bool {
    let numbers = ["{0}", "{1}"]
    let plain = numbers.reduce(translation) { $0.replacing($1, with: "") }
    return numbers.allSatisfy { text.contains($0) == translation.contains($0) }
      && !plain.contains("{") && !plain.contains("}")
  }

  /// The name of a mode's title; nil without one.
  static func title(of mode: Int) -> String? { modes[mode] }

  /// A text in a language such as `de_AT`; English for other languages than the compiler's.
  static func text(_ name: String, in locale: String) -> String? {
    guard let row = rows[name] else { return nil }
    let language = locale.split(separator: "_").first.map(String.init) ?? locale
    return row[languages.firstIndex(of: language) ?? 0]
  }
}
