//go:build !js

package store

// show does nothing outside a browser.
func show(Draft) {}
