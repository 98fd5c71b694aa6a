// SPDX-License-Identifier: Apache-2.0
// The compiled YANG schema and questions about it. Everything that reads or prints configuration
// asks here, so that a new leaf in yang/ needs no code.
#pragma once

#include <libyang/libyang.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::driver {

class Schema {
 public:
  /// Compiles the embedded modules. Errors: Error where they do not compile or use what the
  /// languages cannot show.
  static std::shared_ptr<const Schema> load();

  ly_ctx* context() const { return context_.get(); }
  const lys_module* module() const { return module_; }

  /// Children in the order of the schema; `parent` null: the top level. Keys of a list are left
  /// out.
  std::vector<const lysc_node*> children(const lysc_node* parent) const;
  const lysc_node* child(const lysc_node* parent, std::string_view name) const;

  /// Last message of libyang, which is forgotten.
  std::string take_message() const;

 private:
  struct Free {
    void operator()(ly_ctx* context) const { ly_ctx_destroy(context); }
  };
  Schema();

  std::unique_ptr<ly_ctx, Free> context_;
  const lys_module* module_ = nullptr;
};

/// Keys of a list, in order.
std::vector<const lysc_node*> keys(const lysc_node* list);
bool is_state(const lysc_node* node);
/// Has the extension sluice:shown-in-hex.
bool shown_in_hex(const lysc_node* leaf);
const lysc_type* type(const lysc_node* leaf);

/// "oam congestion-signaling interval": names from the top, as they are typed; empty for null.
std::string spoken_path(const lysc_node* node);

/// Order in which people expect names: runs of digits compare as numbers.
bool natural_less(std::string_view a, std::string_view b);

/// Largest number of keys of a list.
inline constexpr std::size_t kMaxKeys = 4;

}  // namespace sluice::driver
