//go:build !js

package store

// show has nobody to show a draft to outside a browser.
func show(Draft) {}
