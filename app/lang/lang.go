//go:build js && wasm

// Package lang sets the language of a program's texts. The page loads the catalogue; the browser knows the plural
// forms.
package lang

import (
	"syscall/js"

	"gridbox/core/i18n"
)

// Use sets the language of the texts, given with the text of its catalogue. An empty language stands for English. It
// returns an error if the catalogue is malformed; the texts are in English then.
func Use(language, catalogue string) error {
	if language == "" {
		return nil
	}
	c, err := i18n.Parse([]byte(catalogue))
	if err != nil {
		return err
	}
	i18n.Use(c, pluralRule(language))
	return nil
}

// pluralRule returns the rule of the browser for the plural categories of a language. It returns nil if the browser
// does not know the language.
func pluralRule(language string) (rule func(n float64) string) {
	defer func() { _ = recover() }() // PluralRules throws for a malformed language
	rules := js.Global().Get("Intl").Get("PluralRules").New(language)
	return func(n float64) string { return rules.Call("select", n).String() }
}
