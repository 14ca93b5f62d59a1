//go:build js && wasm

package shell

import (
	"syscall/js"

	"gridbox/core/i18n"
)

// useLanguage uses the catalogue that the page has loaded and returns its language, or "" for English. It returns an
// error if the page has no usable catalogue; the interface is in English then.
func useLanguage(start js.Value) (language string, err error) {
	if language = text(start, "language"); language == "" {
		return "", nil
	}
	c, err := i18n.Parse([]byte(text(start, "catalogue")))
	if err != nil {
		return "", err
	}
	i18n.Use(c, pluralRule(language))
	return language, nil
}

// pluralRule returns the rule of the browser for the plural categories of a language. It returns nil if the browser
// does not know the language.
func pluralRule(language string) (rule func(n float64) string) {
	defer func() { _ = recover() }() // PluralRules throws for a malformed language
	rules := js.Global().Get("Intl").Get("PluralRules").New(language)
	return func(n float64) string { return rules.Call("select", n).String() }
}
