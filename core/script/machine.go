// Package script runs algorithms that people write in JavaScript: in an
// interpreter that is itself a WebAssembly module, the same bytes in a browser
// and on the command line, so that a program decides the same to the bit
// everywhere and takes the same number of steps.
//
// The interpreter is QuickJS, rewritten by the package meter: it imports
// nothing, its memory has a greatest size, and it counts its own steps. What a
// program may see is what it is given as a state; what it says is what it returns, and
// lines for the log.
//
// Functions of Math are not the same in all browsers, but these are the interpreter's own,
// made of the same instructions everywhere.
package script

import (
	"cmp"
	"context"
	_ "embed" // the prelude
	"errors"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/script/fuel"
	"gridbox/core/trace"
)

// Limits of a program.
const (
	// MaxSource is the longest source in bytes.
	MaxSource = 1 << 20
	// DecisionSteps is how many steps one decision may take: a second or three.
	DecisionSteps = 200_000_000
	// RunSteps is how many steps all decisions of a run may take together: minutes.
	RunSteps = 20_000_000_000
	// Reserve are the steps that remain for saying where a program was stopped.
	Reserve = 20_000_000
	// MaxMemory is what all values of a program may take in bytes.
	MaxMemory = 64 << 20
	// pages is the greatest memory of an instance in pages of 64 KiB: the values,
	// the interpreter's own, and what is lost between blocks.
	pages = MaxMemory>>16 + 512
	// stack is how deeply calls may nest, in bytes of the interpreter's stack, of which package meter has
	// functions take what an engine needs for them. Chromium, whose workers have the least, ended by itself at a bit
	// more than twice as much.
	stack = 448 << 10
)

//go:embed prelude.js
var prelude string

// Digest is the SHA-256 of the interpreter that a Metered is made of: quickjs.wasm of
// quickjs-wasi 3.6.2. Another one might decide otherwise.
const Digest = "d4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9"

// Rules are those by which the interpreter is rewritten.
func Rules() fuel.Rules {
	return fuel.Rules{
		Keep: []string{"_initialize", "qjs_init2", "qjs_set_memory_limit", "qjs_set_max_stack_size",
			"qjs_set_interrupt_handler", "qjs_eval", "qjs_call", "qjs_is_exception", "qjs_get_exception",
			"qjs_get_string_len", "qjs_free_cstring", "qjs_free_value", "qjs_get_undefined", "qjs_new_number",
			"qjs_new_string", "qjs_get_prop_uint32", "qjs_get_array_buffer", "wasm_malloc",
			"wasm_free"},
		Pages: pages, Ask: "host_interrupt", Reserve: Reserve, Stack: "__stack_pointer",
		// EBADF of WASI: there are no files, and there is no clock.
		Answers: map[string]int32{"fd_close": 8, "fd_fdstat_get": 8, "fd_seek": 8, "fd_write": 8, "clock_time_get": 8},
	}
}

// intrinsics are the parts of the language that are there, as qjs_init2 takes
// them: evaluating, regular expressions, JSON, proxies, Map and Set, typed arrays, promises,
// BigInt; not dates, not weak references, not the time.
const intrinsics = 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256

// The functions that the prelude gives, by their place.
const (
	doGrow = iota
	doIntern
	doReader
	doSeed
	doInstall
	doAsk
	doFault
	doings
)

// Limits are the steps that a program may take; zeros stand for the constants
// of the same names.
type Limits struct{ Decision, Run float64 }

// A Machine is one program, ready to be asked. It is no use after an error.
type Machine struct {
	in       Instance
	limits   Limits
	doing    [doings]float64
	nothing  float64        // the value undefined
	scratch  float64        // room for arguments and lengths
	lines    map[string]int // where the program's functions begin, 0 where it is not known
	encoder  encoder
	shapes   map[reflect.Type]known
	buffer   int // where the numbers lie
	room     int // and how many may
	bytes    []byte
	spent    float64
	tank     float64
	dead     bool
	telling  bool // what was thrown
	decision string
	watching bool
	about    string // what is in the states that are kept
	kept     int    // how many bytes of them may come
	beside   int    // and of those about something else
}

type known struct {
	shape
	number int
}

// scratchSize is room for eight arguments.
const scratchSize = 64

// Start reads a source. What is wrong with it comes back as a *policy.Fault.
func Start(host Host, source string, seed uint64, limits Limits) (*Machine, error) {
	switch {
	case len(source) > MaxSource:
		return nil, &policy.Fault{Why: "is longer than " + strconv.Itoa(MaxSource) + " bytes"}
	case !utf8.ValidString(source):
		return nil, &policy.Fault{Why: "is no text in UTF-8"}
	}
	in, err := host.Instance()
	if err != nil {
		return nil, err
	}
	limits.Decision, limits.Run = cmp.Or(limits.Decision, DecisionSteps), cmp.Or(limits.Run, RunSteps)
	m := &Machine{in: in, limits: limits, lines: map[string]int{}, shapes: map[reflect.Type]known{},
		encoder: encoder{known: map[string]int{}}}
	if err := m.start(source, seed); err != nil {
		in.Close()
		return nil, err
	}
	return m, nil
}

func (m *Machine) start(source string, seed uint64) error {
	if err := m.furnish(seed); err != nil {
		return err
	}
	if err := m.fill(); err != nil {
		return err
	}
	if err := m.run(source); err != nil {
		return m.whereabouts(err, "")
	}
	// Names that a program declares with const are properties of nothing, so its
	// functions are asked for by a text; a name that is not declared has the type undefined.
	const ask = `({decide: typeof decide === "undefined" ? undefined : decide,
		start: typeof start === "undefined" ? undefined : start, end: typeof end === "undefined" ? undefined : end})`
	found, err := m.eval(ask, "find", false)
	if err != nil {
		return m.whereabouts(err, "")
	}
	a, err := m.answer(m.call(doInstall, found))
	if err != nil {
		return m.whereabouts(err, "")
	}
	names, _ := a.Value.([]any)
	for i := 0; i+1 < len(names); i += 2 {
		line, _ := names[i+1].(float64)
		name, _ := names[i].(string)
		m.lines[name] = int(line)
	}
	if !m.Has("decide") {
		return &policy.Fault{Why: "has no function decide"}
	}
	return m.drain()
}

// furnish makes the instance ready for a program.
func (m *Machine) furnish(seed uint64) error {
	do := func(name string, arguments ...float64) (result float64, err error) {
		return m.in.Call(name, arguments...)
	}
	for _, step := range []struct {
		name      string
		arguments []float64
	}{
		{fuel.Refuel, []float64{DecisionSteps}}, {"_initialize", nil}, {"qjs_init2", []float64{intrinsics}},
		{"qjs_set_memory_limit", []float64{MaxMemory}}, {"qjs_set_max_stack_size", []float64{stack}},
		{"qjs_set_interrupt_handler", []float64{1}},
	} {
		if _, err := do(step.name, step.arguments...); err != nil {
			return err
		}
	}
	var err error
	if m.scratch, err = do("wasm_malloc", scratchSize); err != nil {
		return err
	}
	if m.nothing, err = do("qjs_get_undefined"); err != nil {
		return err
	}
	list, err := m.eval(prelude, "prelude", false)
	if err != nil {
		return errors.New("program: the prelude: " + err.Error())
	}
	for i := range m.doing {
		if m.doing[i], err = do("qjs_get_prop_uint32", list, float64(i)); err != nil {
			return err
		}
	}
	var words []float64
	for range 4 {
		seed, words = mixed(seed), append(words, float64(uint32(mixed(seed)>>32)))
	}
	return m.tell(doSeed, words...)
}

// mixed is a step of SplitMix64 (Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators", 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Has says whether the program has a function of that name.
func (m *Machine) Has(name string) bool {
	_, ok := m.lines[name]
	return ok
}

// Refuse says that what a function returned will not do; the line is where the function begins.
func (m *Machine) Refuse(name string, state any, why string) *policy.Fault {
	m.dead = true
	return &policy.Fault{Why: why, Line: m.lines[name], During: name, State: words(state), Seen: seen(state)}
}

// mostSeen is how many bytes a state may have that is shown, mostKept all those of a run
// together, and mostBeside those of them that are not about the job that is looked at.
const mostSeen, mostKept, mostBeside = 60_000, 400_000, 100_000

// seen is a state for people, "" for one that is too much to look at.
func seen(state any) string {
	if state == nil {
		return ""
	}
	if text := doc.Canonical(state); len(text) <= mostSeen {
		return string(text)
	}
	return ""
}

// Watch has answers tell what decide was told: of all that happens while there is room, and of
// a job, if one is named, before all else.
func (m *Machine) Watch(job string) {
	m.watching, m.kept = true, mostKept
	if job != "" {
		m.about = `"id":` + string(doc.Canonical(job))
		m.kept, m.beside = mostKept-mostBeside, mostBeside
	}
}

// watched adds to an answer what was asked.
func (m *Machine) watched(a *policy.Answer, state any, before float64) {
	a.Question = &trace.Question{Steps: m.spent - before}
	text, room := seen(state), &m.kept
	if !strings.Contains(text, m.about) {
		room = &m.beside
	}
	if len(text) <= *room {
		*room -= len(text)
		a.Question.State = text
	}
}

// Fuel is how many steps the program has taken, its reading included.
func (m *Machine) Fuel() uint64 { return uint64(m.spent) }

// Close gives the instance back.
func (m *Machine) Close() { m.in.Close() }

// Ask calls a function of the program with a state, a pointer to a struct, or
// nil. What goes wrong in the program is a *policy.Fault.
func (m *Machine) Ask(ctx context.Context, name string, state any) (policy.Answer, error) {
	if m.dead {
		return policy.Answer{}, errDead
	}
	if err := ctx.Err(); err != nil {
		return policy.Answer{}, err
	}
	m.decision = name
	before := m.spent
	if err := m.fill(); err != nil {
		return policy.Answer{}, err
	}
	a, err := m.ask(name, state)
	if err == nil {
		err = m.drain()
	}
	if err != nil {
		m.dead = true
		err = m.whereabouts(err, words(state))
		if f, is := err.(*policy.Fault); is {
			f.Seen = seen(state)
		}
		return policy.Answer{}, err
	}
	if m.watching && name == "decide" {
		m.watched(&a, state, before)
	}
	return a, nil
}

func (m *Machine) ask(name string, state any) (policy.Answer, error) {
	number := -1
	if state != nil {
		var err error
		if number, err = m.put(reflect.ValueOf(state).Elem()); err != nil {
			return policy.Answer{}, err
		}
	}
	question, err := m.text(name)
	if err != nil {
		return policy.Answer{}, err
	}
	which, err := m.in.Call("qjs_new_number", float64(number))
	if err != nil {
		return policy.Answer{}, err
	}
	return m.answer(m.call(doAsk, question, which))
}

// put writes a state where the program's side reads it; it gives the number of its reader.
func (m *Machine) put(v reflect.Value) (int, error) {
	k, ok := m.shapes[v.Type()]
	if !ok {
		k = known{shapeOf(v.Type()), len(m.shapes)}
		source, err := m.eval(k.reader(), "reader", false)
		if err != nil {
			return 0, err
		}
		if _, err := m.answerless(m.call(doReader, source)); err != nil {
			return 0, err
		}
		m.shapes[v.Type()] = k
	}
	m.encoder.numbers = m.encoder.numbers[:0]
	k.put(&m.encoder, v)
	if len(m.encoder.fresh) > 0 {
		list := doc.Canonical(m.encoder.fresh)
		m.encoder.fresh = m.encoder.fresh[:0]
		words, err := m.text(string(list))
		if err != nil {
			return 0, err
		}
		if _, err := m.answerless(m.call(doIntern, words)); err != nil {
			return 0, err
		}
	}
	if err := m.widen(len(m.encoder.numbers)); err != nil {
		return 0, err
	}
	m.bytes = littleEndian(m.bytes[:0], m.encoder.numbers)
	return k.number, m.in.Write(m.buffer, m.bytes)
}

// widen makes room for so many numbers.
func (m *Machine) widen(count int) error {
	if count <= m.room {
		return nil
	}
	room := max(2*m.room, count, 1024)
	argument, err := m.in.Call("qjs_new_number", float64(room))
	if err != nil {
		return err
	}
	buffer, err := m.call(doGrow, argument)
	if err != nil {
		return err
	}
	at, err := m.in.Call("qjs_get_array_buffer", buffer, m.scratch)
	if err != nil {
		return err
	}
	if at == 0 {
		return errors.New(errMem)
	}
	m.buffer, m.room = int(uint32(int64(at))), room
	return m.free(buffer)
}

// tell calls one of the prelude's functions with numbers.
func (m *Machine) tell(what int, numbers ...float64) error {
	var values []float64
	for _, n := range numbers {
		v, err := m.in.Call("qjs_new_number", n)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	_, err := m.answerless(m.call(what, values...))
	return err
}

// call calls one of the prelude's functions; the arguments are freed.
func (m *Machine) call(what int, arguments ...float64) (float64, error) {
	var list []byte
	for _, a := range arguments {
		n := uint32(int64(a))
		if n == 0 {
			return 0, &thrown{words: ""}
		}
		list = append(list, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	if err := m.in.Write(int(m.scratch), list); err != nil {
		return 0, err
	}
	value, err := m.in.Call("qjs_call", m.doing[what], m.nothing, float64(len(arguments)), m.scratch)
	if err != nil {
		return 0, err
	}
	for _, a := range arguments {
		if err := m.free(a); err != nil {
			return 0, err
		}
	}
	return value, m.threw(value)
}

// answerless frees a value that nobody reads.
func (m *Machine) answerless(value float64, err error) (struct{}, error) {
	if err == nil {
		err = m.free(value)
	}
	return struct{}{}, err
}

// answer reads a value that is a text of JSON.
func (m *Machine) answer(value float64, err error) (policy.Answer, error) {
	if err != nil {
		return policy.Answer{}, err
	}
	text, err := m.words(value)
	if err != nil {
		return policy.Answer{}, err
	}
	if err := m.free(value); err != nil {
		return policy.Answer{}, err
	}
	var said struct {
		Value  any           `json:"value"`
		Said   []policy.Line `json:"said"`
		Unsaid int           `json:"unsaid"`
		Fault  string        `json:"fault"`
		Stack  string        `json:"stack"`
	}
	if faults := doc.Decode(whole(text), &said); len(faults) > 0 {
		return policy.Answer{}, &thrown{words: "returns what cannot be read: " + faults[0].Why}
	}
	if said.Fault != "" || said.Stack != "" {
		return policy.Answer{}, &thrown{words: said.Fault, stack: said.Stack}
	}
	return policy.Answer{Value: plain(said.Value), Said: said.Said, Unsaid: said.Unsaid}, nil
}

// whole puts U+FFFD for halves of characters, which JavaScript allows in strings
// and documents do not; JSON.stringify writes nothing else as \ud….
func whole(text string) []byte {
	out := []byte(text)
	for i := 0; i+5 < len(out); i++ {
		if out[i] != '\\' {
			continue
		}
		if i++; out[i] == 'u' && out[i+1] == 'd' && out[i+2] >= '8' {
			copy(out[i+1:], "fffd")
		}
	}
	return out
}

// plain turns what the prelude says of values that are no data into a policy.Not.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if not, ok := v["$not"].(string); ok && len(v) == 1 {
			return policy.Not(not)
		}
		for k := range v {
			v[k] = plain(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	}
	return v
}

// A thrown is an exception of the program.
type thrown struct{ words, stack string }

func (t *thrown) Error() string { return t.words }

// whereabouts makes a Fault of whatever ended a program.
func (m *Machine) whereabouts(err error, state string) error {
	f := &policy.Fault{During: m.decision, State: state}
	var t *thrown
	switch left, _ := m.in.Call(fuel.Left); {
	case errors.As(err, &t):
		f.Why = plainly(t.words)
		f.Line, f.Column = placed(t.stack)
		if f.Why == errFuel && m.tank < m.limits.Decision+Reserve {
			f.Why = errRun
		}
	case left < 0:
		f.Why = errHard
	default: // a trap of the engine: its own stack, its own memory
		f.Why = errDeep
	}
	if f.Line == 0 { // no place in the program was seen: where its function begins
		f.Line = m.lines[m.decision]
	}
	return f
}

// fill gives the steps of one decision.
func (m *Machine) fill() error {
	m.tank = min(m.limits.Decision, max(0, m.limits.Run-m.spent)) + Reserve
	_, err := m.in.Call(fuel.Refuel, m.tank)
	return err
}

// drain counts the steps that were taken.
func (m *Machine) drain() error {
	left, err := m.in.Call(fuel.Left)
	m.spent += m.tank - left
	return err
}

// eval runs a text and gives its value.
func (m *Machine) eval(source, name string, strict bool) (float64, error) {
	at, err := m.copied(append([]byte(source), 0))
	if err != nil {
		return 0, err
	}
	called, err := m.copied(append([]byte(name), 0))
	if err != nil {
		return 0, err
	}
	flags := 0.0
	if strict {
		flags = 8 // JS_EVAL_FLAG_STRICT
	}
	value, err := m.in.Call("qjs_eval", at, float64(len(source)), called, flags)
	if err != nil {
		return 0, err
	}
	for _, a := range []float64{at, called} {
		if _, err := m.in.Call("wasm_free", a); err != nil {
			return 0, err
		}
	}
	return value, m.threw(value)
}

// text makes a string of the interpreter's.
func (m *Machine) text(s string) (float64, error) {
	at, err := m.copied(append([]byte(s), 0))
	if err != nil {
		return 0, err
	}
	value, err := m.in.Call("qjs_new_string", at, float64(len(s)))
	if err != nil {
		return 0, err
	}
	_, err = m.in.Call("wasm_free", at)
	return value, err
}

func (m *Machine) copied(data []byte) (float64, error) {
	at, err := m.in.Call("wasm_malloc", float64(len(data)))
	if err != nil {
		return 0, err
	}
	if at == 0 {
		return 0, &thrown{}
	}
	return at, m.in.Write(int(uint32(int64(at))), data)
}

// threw says what a value is the sign of an exception of, if it is one.
func (m *Machine) threw(value float64) error {
	if value == 0 {
		return &thrown{}
	}
	is, err := m.in.Call("qjs_is_exception", value)
	if err != nil || is == 0 {
		return err
	}
	exception, err := m.in.Call("qjs_get_exception")
	if err != nil {
		return err
	}
	if m.doing[doFault] == 0 || m.telling { // in the prelude, or there is no memory even for this
		words, err := m.words(exception)
		if err != nil {
			return err
		}
		return &thrown{words: words}
	}
	m.telling = true
	defer func() { m.telling = false }()
	_, err = m.answer(m.call(doFault, exception))
	return err
}

// words reads a value as a string; "" where it has none.
func (m *Machine) words(value float64) (string, error) {
	at, err := m.in.Call("qjs_get_string_len", value, m.scratch)
	if err != nil || at == 0 {
		return "", err
	}
	var size [4]byte
	if err := m.in.Read(int(m.scratch), size[:]); err != nil {
		return "", err
	}
	n := int(size[0]) | int(size[1])<<8 | int(size[2])<<16 | int(size[3])<<24
	text := make([]byte, n)
	if err := m.in.Read(int(uint32(int64(at))), text); err != nil {
		return "", err
	}
	_, err = m.in.Call("qjs_free_cstring", at)
	return string(text), err
}

func (m *Machine) free(value float64) error {
	_, err := m.in.Call("qjs_free_value", value)
	return err
}
