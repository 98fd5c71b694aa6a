// SPDX-License-Identifier: Apache-2.0
// FST files made by hand, block by block: names are found, what is not whole is refused. (Whether a
// true one is read as GTKWave reads it: tests/app/failure_waves_test.py.)
#include "tb/waves/fst_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <lz4.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <string_view>

#include "tb/waves/save_file.hpp"

namespace sluice::tb {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

std::string big_endian(std::uint64_t value) {
  std::string text(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) text[7 - i] = static_cast<char>(value >> (8 * i));
  return text;
}

std::string block(char kind, const std::string& content) {
  return std::string(1, kind) + big_endian(content.size() + 8) + content;
}

std::string packed(const std::string& text) {
  std::string out(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  out.resize(static_cast<std::size_t>(LZ4_compress_default(
      text.data(), out.data(), static_cast<int>(text.size()), static_cast<int>(out.size()))));
  return out;
}

std::string scope(const std::string& name) { return "\xFE\x02"s + name + "\0\0"s; }
std::string variable(const std::string& name) {
  return "\x10\x01"s + name + "\0"s + "\x80\x04\x00"s;
}
const std::string kUp = "\xFF";
const std::string kAttribute = "\xFC\x01\x02note\0\x81\x01"s;
const std::string kAttributeEnd = "\xFD";

const std::string kTree = scope("top") + variable("a") + kAttribute + scope("gen[0]") +
                          variable("b [7:0]") + kAttributeEnd + kUp + variable("c [0:0]") + kUp;

class FstFile : public ::testing::Test {
 protected:
  FstFile() : path_(fs::temp_directory_path() / fmt::format("sluice-fst-{}.fst", getpid())) {}
  ~FstFile() override {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  static std::string whole(const std::string& tree) {
    return block(0, std::string(321, '\0')) + block(8, "waves") +
           block(6, big_endian(tree.size()) + packed(tree));
  }
  fs::path path_;
};

TEST_F(FstFile, NamesAreJoinedAsGtkwaveJoinsThem) {
  write(whole(kTree));
  check_fst(path_);
  const std::vector<std::string> expected = {"top.a", "top.gen[0].b[7:0]", "top.c[0:0]"};
  EXPECT_EQ(fst_signals(path_), expected);
}

TEST_F(FstFile, AHierarchyThatIsPackedTwiceIsReadToo) {
  const std::string once = packed(kTree);
  write(block(0, std::string(321, '\0')) +
        block(7, big_endian(kTree.size()) + big_endian(once.size()) + packed(once)));
  EXPECT_EQ(fst_signals(path_).size(), 3U);
}

TEST_F(FstFile, CutAnywhereItIsNotWhole) {
  const std::string text = whole(kTree);
  for (std::size_t size = 0; size < text.size(); ++size) {
    write(text.substr(0, size));
    EXPECT_THROW(check_fst(path_), FstError) << size;
  }
}

TEST_F(FstFile, AHierarchyThatIsBrokenIsRefused) {
  for (const std::string& tree : {kTree.substr(0, kTree.size() - 6), kUp, scope("a").substr(0, 3),
                                  variable("a").substr(0, 4), "\x10"s}) {
    write(whole(tree));
    EXPECT_THROW(fst_signals(path_), FstError);
  }
  write(block(0, std::string(321, '\0')) + block(6, big_endian(100) + "not packed"));
  EXPECT_THROW(fst_signals(path_), FstError);
  write(block(0, std::string(321, '\0')) + block(6, "short"));
  EXPECT_THROW(fst_signals(path_), FstError);
  EXPECT_THROW(fst_signals("/nonexistent.fst"), FstError);
}

TEST_F(FstFile, ASaveFileNamesWhatTheWavesDoNotHold) {
  write(whole(scope("top") + scope("sluice_top") + variable("clk_i") + kUp + kUp));
  const fs::path save = path_.string() + ".gtkw";
  const auto missing = write_save_file(save, {path_, {"a title"}, 0, 5000, 1000});
  std::ifstream in(save);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  fs::remove(save);
  EXPECT_NE(text.find("+{clock} top.sluice_top.clk_i\n"), std::string::npos);
  EXPECT_NE(text.find("-a title\n"), std::string::npos);
  EXPECT_GT(missing.size(), 70U);
  EXPECT_THROW(write_save_file("/nonexistent/x.gtkw", {path_, {}, 0, 0, 1000}), Error);
}

}  // namespace
}  // namespace sluice::tb
