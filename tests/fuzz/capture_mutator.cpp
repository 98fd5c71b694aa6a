// SPDX-License-Identifier: Apache-2.0
// Captures change by whole records and blocks, by the fields that say how long things are, and by
// plain bytes.
#include <algorithm>
#include <array>
#include <utility>

#include "tb/common/random.hpp"
#include "tests/fuzz/target.hpp"

namespace sluice::fuzz {
namespace {

struct Piece {
  std::size_t begin, size;
};

/// File header and records, or blocks. What cannot be cut further is one piece.
class Layout {
 public:
  explicit Layout(const Bytes& file) : file_(file) {
    constexpr std::uint32_t kSection = 0x0A0D0D0A;
    if (file.size() < kHeader) return;
    ng_ = word(0) == kSection;
    if (ng_) {
      big_ = file[8] == 0x1A;
      blocks();
    } else {
      big_ = file[0] == 0xA1;
      records();
    }
  }
  const std::vector<Piece>& pieces() const { return pieces_; }
  bool big() const { return big_; }
  bool ng() const { return ng_; }

 private:
  static constexpr std::size_t kHeader = 24;

  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | file_[at + (big_ ? i : 3 - i)];
    return value;
  }
  void add(std::size_t begin, std::size_t size) { pieces_.push_back({begin, size}); }

  void records() {
    add(0, kHeader);
    for (std::size_t at = kHeader; at + 16 <= file_.size();) {
      const std::size_t size =
          std::min<std::size_t>(16 + std::size_t{word(at + 8)}, file_.size() - at);
      add(at, size);
      at += size;
    }
  }
  void blocks() {
    for (std::size_t at = 0; at + 12 <= file_.size();) {
      const std::size_t claimed = std::max<std::size_t>(12, word(at + 4));
      const std::size_t size = std::min(claimed, file_.size() - at);
      add(at, size);
      at += size;
    }
  }

  const Bytes& file_;
  std::vector<Piece> pieces_;
  bool big_ = false, ng_ = false;
};

void put_word(Bytes& file, std::size_t at, std::uint32_t value, bool big) {
  for (std::size_t i = 0; i < 4 && at + i < file.size(); ++i) {
    file[at + i] = static_cast<std::uint8_t>(value >> (8 * (big ? 3 - i : i)));
  }
}

Bytes copy_of(const Bytes& file, const Piece& piece) {
  const auto begin = file.begin() + static_cast<std::ptrdiff_t>(piece.begin);
  return {begin, begin + static_cast<std::ptrdiff_t>(piece.size)};
}

void insert(Bytes& file, std::size_t at, const Bytes& what) {
  file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), what.begin(), what.end());
}

void erase(Bytes& file, const Piece& piece) {
  const auto begin = file.begin() + static_cast<std::ptrdiff_t>(piece.begin);
  file.erase(begin, begin + static_cast<std::ptrdiff_t>(piece.size));
}

/// A word of the piece's header becomes a number at an edge of something.
void set_field(Bytes& file, const Piece& piece, tb::Random& random, bool big) {
  constexpr std::array<std::uint32_t, 16> kEdges = {
      0,          1,         2,       6,       12,        60,          65'535,
      65'536,     262'144,   262'145, 999'999, 1'000'000, 999'999'999, 1'000'000'000,
      0x7FFFFFFF, 0xFFFFFFFF};
  const std::size_t words = std::min<std::size_t>(piece.size / 4, 8);
  if (words == 0) return;
  put_word(file, piece.begin + 4 * random.below(words), kEdges[random.below(kEdges.size())], big);
}

/// The data of a piece grows or shrinks and its lengths say so.
void resize_data(Bytes& file, const Piece& piece, tb::Random& random, const Layout& layout) {
  constexpr std::array<std::size_t, 6> kSizes = {0, 1, 14, 60, 64, 300};
  const std::size_t header = layout.ng() ? 28 : 16, trailer = layout.ng() ? 4 : 0;
  if (piece.begin == 0 || piece.size < header + trailer) return;
  const std::size_t data = kSizes[random.below(kSizes.size())];
  const std::size_t padded = layout.ng() ? (data + 3) / 4 * 4 : data;
  Bytes made = copy_of(file, piece);
  made.resize(header + padded + trailer, static_cast<std::uint8_t>(random.next()));
  const auto length = static_cast<std::uint32_t>(data),
             total = static_cast<std::uint32_t>(made.size());
  if (layout.ng()) {
    put_word(made, 4, total, layout.big());
    put_word(made, 20, length, layout.big());
    put_word(made, made.size() - 4, total, layout.big());
  } else {
    put_word(made, 8, length, layout.big());
  }
  erase(file, piece);
  insert(file, piece.begin, made);
}

/// Everything in the other byte order cannot be had by bytes alone: at least the header's.
void turn_words(Bytes& file, const Piece& piece) {
  for (std::size_t at = piece.begin; at + 4 <= piece.begin + std::min<std::size_t>(piece.size, 28);
       at += 4) {
    std::reverse(file.begin() + static_cast<std::ptrdiff_t>(at),
                 file.begin() + static_cast<std::ptrdiff_t>(at + 4));
  }
}

}  // namespace

void mutate_capture(Bytes& input, std::size_t longest, unsigned seed, const PlainMutation& plain) {
  tb::Random random(seed);
  const Layout layout(input);
  const auto& pieces = layout.pieces();
  if (pieces.empty() || random.chance(40)) return plain(input, longest);
  const Piece one = pieces[random.below(pieces.size())];
  const Piece other = pieces[random.below(pieces.size())];
  switch (random.below(6)) {
    case 0:
      insert(input, other.begin, copy_of(input, one));
      break;
    case 1:
      erase(input, one);
      break;
    case 2:
      resize_data(input, one, random, layout);
      break;
    case 3:
      turn_words(input, one);
      break;
    default:
      set_field(input, one, random, layout.big());
  }
  if (input.empty()) plain(input, longest);
}

}  // namespace sluice::fuzz
