package fuel_test

import (
	"os"
	"testing"

	"gridbox/core/cmd/interpreter"
	"gridbox/core/script"
	"gridbox/core/script/fuel"
)

func TestStepsAreCounted(t *testing.T) {
	module := turning()
	out, err := fuel.Rewrite(module, fuel.Rules{Keep: []string{"turn", "asked"}, Pages: 2, StopFunction: "ask",
		Reserve: 1000})
	if err != nil {
		t.Fatal(err)
	}
	in := startModule(t, out)
	defer in.Close()
	call := func(name string, arguments ...float64) float64 {
		x, err := in.Call(name, arguments...)
		if err != nil {
			t.Fatalf("call of %s: %v", name, err)
		}
		return x
	}
	call(fuel.Refuel, 5000)
	call("turn", 640)
	if left := call(fuel.Remaining); left != 5000-640-10 { // one step per 64 bytes
		t.Errorf("after 640 turns: got %v steps left, want %d", left, 5000-640-10)
	}
	if call("asked") != 0 {
		t.Error("asked: got 1 with enough fuel, want 0")
	}
	call(fuel.Refuel, 999)
	if call("asked") != 1 {
		t.Error("asked: got 0 within the reserve, want 1")
	}
	if _, err := in.Call("turn", 2000); err == nil {
		t.Error("turn without fuel returns no error")
	}
	if left := call(fuel.Remaining); left != -1 {
		t.Errorf("after the fuel ran out: got %v steps left, want -1", left)
	}
}

// turning returns a module with a memory of one page, an import ask that returns
// an i32, and two exports: turn runs a loop as often as its argument says and then
// fills as many bytes, and asked calls the import.
func turning() []byte {
	section := func(id byte, body string) string { return string([]byte{id, byte(len(body))}) + body }
	sized := func(body string) string { return string([]byte{byte(len(body))}) + body }
	return []byte("\x00asm\x01\x00\x00\x00" +
		section(1, "\x02\x60\x00\x01\x7f\x60\x01\x7f\x00") + // types: () i32, (i32)
		section(2, "\x01\x03env\x03ask\x00\x00") +
		section(3, "\x02\x01\x00") +
		section(5, "\x01\x00\x01") +
		section(6, "\x01\x7f\x01\x41\x00\x0b") +
		section(7, "\x02\x04turn\x00\x01\x05asked\x00\x02") +
		section(10, "\x02"+sized("\x01\x01\x7f\x20\x00\x21\x01\x03\x40\x20\x01\x41\x01\x6b\x22\x01\x0d\x00\x0b"+
			"\x41\x00\x41\x07\x20\x00\xfc\x0b\x00\x0b")+sized("\x00\x10\x00\x0b")))
}

// Rewriting any bytes ends without a panic.
func FuzzRewrite(f *testing.F) {
	f.Add(turning())
	if text, err := os.ReadFile("../../../assets/node_modules/quickjs-wasi/quickjs.wasm"); err == nil {
		f.Add(text[:min(len(text), 20_000)])
	}
	f.Fuzz(func(t *testing.T, module []byte) {
		_, _ = fuel.Rewrite(module, fuel.Rules{Pages: 2, StopFunction: "ask"})
	})
}

// startModule runs a rewritten module.
func startModule(t *testing.T, module []byte) script.Instance {
	t.Helper()
	host, err := interpreter.New(module)
	if err != nil {
		t.Fatal(err)
	}
	in, err := host.Instance()
	if err != nil {
		t.Fatal(err)
	}
	return in
}
