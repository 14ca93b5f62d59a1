package script_test

import (
	"errors"
	"strings"
	"testing"

	"gridbox/core/policy"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
)

// A program makes the same decisions with export before its declarations as without.
// The word is kept where it is not a keyword of the program.
func TestExportsAreAccepted(t *testing.T) {
	for _, c := range [][2]string{
		{`export function decide(s) { return s.job.id }`, "j1"},
		{"\n\n  export\n function decide(s) { return 'x' }", "x"},
		{"export const start = () => {}, decide = () => 'x'", "x"},
		{"export let n = 0; export var m = 'x'; export class A {} export const decide = () => m", "x"},
		{"export default function decide(s) { return 'x' }", "x"},
		{"export default class A {} function decide(s) { return 'x' }", "x"},
		{"/* ü😀 */ const s = 'ü'; export function decide() { return s }", "ü"},
		{"// a\r\nconst s = 'x'\r\nexport function decide() { return s }", "x"},
		{"const s = 'export function'; export function decide() { return s }", "export function"},
		{"const s = `a\nexport function b\n${ '}' }`; export const decide = () => s.slice(2)", "export function b\n}"},
		{"// export function decide() {}\nexport function decide() { return 'x' }", "x"},
		{"/*\nexport function decide() { return 'no' }\n*/ export function decide() { return 'x' }", "x"},
		{"const r = /export function/; export function decide() { return r.source }", "export function"},
		{"const o = { export: 'x' }; export function decide() { return o.export }", "x"},
		{"export function start() {} export function end() {} export function decide() { return 'x' }", "x"},
		{"export const a$ = 1;\nexport function decide() { return 'x' }", "x"},
		{"export function helper() { return 'x' }\n// end\nfunction decide() { return helper() }", "x"},
	} {
		source, want := c[0], c[1]
		a, err := decide(t, source, smallState())
		if err != nil || a.Value != want {
			t.Errorf("%q: got %v, error %v; want %q", source, a.Value, err, want)
		}
	}
}

// Errors have the same positions as without export, and an invalid module is refused.
func TestFaultsWithExports(t *testing.T) {
	for _, c := range [][2]string{
		{"export function decide(s) {\n  retrun 1;\n}", "line 2: SyntaxError"},
		{"export function decide(s) {\n  return s.no.id }", "line 2: TypeError"},
		{"\nexport function decide(s) { throw new RangeError('here') }", "line 2: RangeError: here"},
		{"if (true) { export function decide() {} }", "line 1: SyntaxError: unsupported keyword"},
		{"function f() {\n export const x = 1 } function decide() {}", "line 2: SyntaxError"},
		{"export { decide }; function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"export * from 'x'; function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"export default () => 1; function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"export default 5; function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"const x = export function decide() {}", "SyntaxError"},
		{"export", "SyntaxError"},
		{"export default function () {} function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"export default class extends A {} function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"export default let x = 1; function decide() {}", "SyntaxError: unsupported keyword: export"},
		{"export functiondecide() {}", "SyntaxError"},
		{"export\n", "SyntaxError"},
		{"export function helper() {}", "has no function decide"},
		{"export function decide() {}\nexport function decide2() { let a; let a }", "line 2: SyntaxError"},
		{strings.Repeat("export let a;\n", 2) + "function decide() {}", "line 2: SyntaxError"},
		{strings.Repeat("export class A {}\n{", 20_000), "SyntaxError"},
	} {
		source, want := c[0], c[1]
		_, err := decide(t, source, smallState())
		var f *policy.Fault
		if !errors.As(err, &f) || !strings.Contains(f.Error(), want) {
			t.Errorf("%.80q: got error %v, want %q", source, err, want)
		}
		plain := strings.ReplaceAll(source, "export function", "       function")
		lines := strings.Contains(want, "line 2: ") && !strings.Contains(want, "export")
		if _, other := decide(t, plain, smallState()); lines &&
			!strings.Contains(plain, "export") && (other == nil || other.Error() != err.Error()) {
			t.Errorf("%.80q: got error %v, want %v as without export", source, err, other)
		}
	}
	for _, source := range []string{"export const decide = () => null.x",
		"/* ü */ export const decide =  /* ü */ () => null.x\n"} {
		_, err := decide(t, source, smallState())
		_, other := decide(t, strings.Replace(source, "export", "      ", 1), smallState())
		var f, g *policy.Fault
		if !errors.As(err, &f) || !errors.As(other, &g) || f.Column != g.Column || f.Column == 0 {
			t.Errorf("%q: got %+v, want the column of %+v as without export", source, f, g)
		}
	}
}

// A program of a thousand exports is refused, not read a thousand times.
func TestManyExports(t *testing.T) {
	source := ""
	for range 1000 {
		source += "export var a = 1;\n"
	}
	_, err := script.Start(scripttest.Host(t), source+"export function decide() {}", 1, script.Limits{})
	var f *policy.Fault
	if !errors.As(err, &f) || !strings.Contains(f.Error(), "line 101: SyntaxError: unsupported keyword: export") {
		t.Error(err)
	}
}
