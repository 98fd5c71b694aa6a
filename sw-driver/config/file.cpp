// SPDX-License-Identifier: Apache-2.0
#include "sw-driver/config/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "sw-driver/config/error.hpp"

namespace sluice::driver {

std::string read_config_text(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    throw ConfigError({}, fmt::format("cannot read the configuration '{}': {}", path, why));
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) refuse(std::strerror(errno));
  std::string text;
  std::string chunk(std::size_t{1} << 16, '\0');
  for (;;) {
    errno = 0;
    const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get());
    if (got == 0) break;
    text.append(chunk, 0, got);
    if (text.size() > kMaxFile) refuse(fmt::format("it is larger than {} bytes", kMaxFile));
  }
  if (std::ferror(file.get()) != 0) refuse(std::strerror(errno));
  return text;
}

}  // namespace sluice::driver
