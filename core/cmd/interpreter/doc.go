// Package interpreter runs the interpreter of users' programs: natively by
// wazero, and in WebAssembly by the engine that runs this program. Both get the
// same bytes and no imported functions.
package interpreter
