// SPDX-License-Identifier: Apache-2.0

#include "ctoml.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/impl/preprocessor.h>
// toml++ 3.3 asserts that a table's name begins with a valid character. A file can violate that, and toml++ checks it
// again behind the assertion.
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <vector>

struct ctoml_document {
  toml::table root;
  std::vector<ctoml_value> values;
  std::string error;
  uint32_t line = 0, column = 0;
};

namespace {

struct Member {
  const toml::key *key;
  const toml::node *node;
};

bool is_before(const toml::source_position &a, const toml::source_position &b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

// Appends a value and all values below it; the keys of a table keep the order of the file.
void append(ctoml_document &document, const toml::key *key, const toml::node &node) {
  ctoml_value value{};
  if (key) {
    value.key = key->str().data();
    value.key_size = key->str().size();
    value.key_line = key->source().begin.line;
    value.key_column = key->source().begin.column;
  }
  value.line = node.source().begin.line;
  value.column = node.source().begin.column;
  value.end_line = node.source().end.line;
  value.end_column = node.source().end.column;
  if (const auto *table = node.as_table()) {
    value.kind = CTOML_TABLE;
    value.children = static_cast<uint32_t>(table->size());
    document.values.push_back(value);
    std::vector<Member> members;
    for (auto &&[name, child] : *table) members.push_back({&name, &child});
    std::stable_sort(members.begin(), members.end(), [](const Member &a, const Member &b) {
      return is_before(a.key->source().begin, b.key->source().begin);
    });
    for (const Member &member : members) append(document, member.key, *member.node);
    return;
  }
  if (const auto *array = node.as_array()) {
    value.kind = CTOML_ARRAY;
    value.children = static_cast<uint32_t>(array->size());
    document.values.push_back(value);
    for (const toml::node &child : *array) append(document, nullptr, child);
    return;
  }
  if (const auto *text = node.as_string()) {
    value.kind = CTOML_STRING;
    value.text = text->get().data();
    value.text_size = text->get().size();
  } else if (const auto *integer = node.as_integer()) {
    value.kind = CTOML_INTEGER;
    value.integer = integer->get();
  } else if (const auto *real = node.as_floating_point()) {
    value.kind = CTOML_REAL;
    value.real = real->get();
  } else if (const auto *boolean = node.as_boolean()) {
    value.kind = CTOML_BOOLEAN;
    value.integer = boolean->get() ? 1 : 0;
  } else {
    value.kind = CTOML_TIME;
  }
  document.values.push_back(value);
}

// Finds the place where a text is nested too deep, before toml++ and later code recurse into it.
//
// Counts the parts of a dotted key and the open brackets; skips strings and comments. Invalid TOML is left to toml++,
// which stops at the first mistake.
struct DepthCheck {
  static constexpr int limit = 16;

  std::string_view rest;
  uint32_t line = 1, column = 1;

  void skip(size_t count) {
    for (; count > 0 && !rest.empty(); count--) {
      const auto byte = static_cast<unsigned char>(rest.front());
      rest.remove_prefix(1);
      if (byte == '\n') {
        line++;
        column = 1;
      } else if ((byte & 0xC0) != 0x80) {
        column++;
      }
    }
  }

  // Skips a string with its opening and closing quotes.
  void skip_string() {
    const char quote = rest.front();
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool is_long = rest.substr(0, 3) == three;
    skip(is_long ? 3 : 1);
    while (!rest.empty()) {
      if (quote == '"' && rest.front() == '\\') {
        skip(2);
      } else if (is_long ? rest.substr(0, 3) == three : rest.front() == quote) {
        return skip(is_long ? 3 : 1);
      } else if (!is_long && rest.front() == '\n') {
        return;
      } else {
        skip(1);
      }
    }
  }

  // Whether the text is nested too deep; if so, `line` and `column` are the place where it gets too deep.
  bool is_too_deep() {
    int parts = 1, brackets = 0;
    while (!rest.empty()) {
      const char byte = rest.front();
      if (byte == '"' || byte == '\'') {
        skip_string();
        continue;
      }
      if (byte == '#') {
        skip(std::min(rest.find('\n'), rest.size()));
        continue;
      }
      if (byte == '.') parts++;
      if (byte == '=' || byte == ',' || byte == '\n' || byte == '[' || byte == '{') parts = 1;
      if (byte == '[' || byte == '{') brackets++;
      if (byte == ']' || byte == '}') brackets--;
      if (parts > limit || brackets > limit) return true;
      skip(1);
    }
    return false;
  }
};

}  // namespace

extern "C" ctoml_document *ctoml_parse(const char *text, size_t size) {
  auto *document = new (std::nothrow) ctoml_document;
  if (!document) return nullptr;
  DepthCheck depth{std::string_view(text, size)};
  if (depth.is_too_deep()) {
    document->error = "it is nested more than " + std::to_string(DepthCheck::limit) + " deep";
    document->line = depth.line;
    document->column = depth.column;
    return document;
  }
  toml::parse_result result = toml::parse(std::string_view(text, size));
  if (!result) {
    document->error = std::string(result.error().description());
    document->line = result.error().source().begin.line;
    document->column = result.error().source().begin.column;
    return document;
  }
  document->root = std::move(result).table();
  append(*document, nullptr, document->root);
  return document;
}

extern "C" void ctoml_free(ctoml_document *document) { delete document; }

extern "C" const char *ctoml_error(const ctoml_document *document, uint32_t *line, uint32_t *column) {
  if (document->error.empty()) return nullptr;
  *line = document->line;
  *column = document->column;
  return document->error.c_str();
}

extern "C" size_t ctoml_count(const ctoml_document *document) { return document->values.size(); }

extern "C" ctoml_value ctoml_at(const ctoml_document *document, size_t index) {
  return document->values[index];
}
