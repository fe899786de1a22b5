// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "core/base/text.h"
#include "core/spec/model/estimate.h"

namespace trainyard::spec {
namespace {

constexpr std::size_t kLongest = 400;  ///< bounds the depth, too

/// Recursive descent over  sum = product (('+'|'-') product)*,  product = factor (('*'|'/') factor)*,
/// factor = '-' factor | '(' sum ')' | number | name.
class Formula {
  public:
    Formula(std::string_view text, const std::map<std::string, double>& values)
        : text_(text), values_(values) {}

    base::Result<double> value() {
        if (text_.size() > kLongest)
            return base::fail(base::Code::kInvalidArgument,
                              base::say("a formula is longer than {} characters", kLongest), "spec.formula");
        TY_ASSIGN(const double result, sum());
        if (at_ < text_.size()) return misread();
        return result;
    }

  private:
    base::Result<double> sum() {
        TY_ASSIGN(double result, product());
        for (char sign = next(); sign == '+' || sign == '-'; sign = next()) {
            ++at_;
            TY_ASSIGN(const double term, product());
            result += sign == '+' ? term : -term;
        }
        return result;
    }
    base::Result<double> product() {
        TY_ASSIGN(double result, factor());
        for (char sign = next(); sign == '*' || sign == '/'; sign = next()) {
            ++at_;
            TY_ASSIGN(const double term, factor());
            result = sign == '*' ? result * term : result / term;
        }
        return result;
    }
    base::Result<double> factor() {
        const char first = next();
        if (first == '-') {
            ++at_;
            TY_ASSIGN(const double term, factor());
            return -term;
        }
        if (first == '(') {
            ++at_;
            TY_ASSIGN(const double inner, sum());
            if (next() != ')') return misread();
            ++at_;
            return inner;
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                      text_[at_] == '_' || text_[at_] == '.'))
            ++at_;
        const std::string word(text_.substr(begin, at_ - begin));
        if (const auto named = values_.find(word); named != values_.end()) return named->second;
        char* end = nullptr;
        const double number = std::strtod(word.c_str(), &end);
        const bool isNumber =
            !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) && *end == '\0';
        if (!isNumber) {
            at_ = begin;
            return misread();
        }
        return number;
    }
    char next() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    std::unexpected<base::Error> misread() const {
        return base::fail(base::Code::kInvalidArgument,
                          base::say("the formula \"{}\" cannot be read from character {} on",
                                    base::printable(text_), at_ + 1),
                          "spec.formula");
    }

    std::string_view text_;
    const std::map<std::string, double>& values_;
    std::size_t at_ = 0;
};

}  // namespace

base::Result<double> evaluateFormula(std::string_view formula, const std::map<std::string, double>& values) {
    return Formula(formula, values).value();
}

}  // namespace trainyard::spec
