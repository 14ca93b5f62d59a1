// Package interpreter runs the interpreter of people's programs where this
// program runs: natively by wazero, compiled to WebAssembly by the engine that
// runs it. Both are given the same bytes and no function to call.
package interpreter
