// Package script runs users' algorithms in JavaScript. The interpreter is
// itself a WebAssembly module, with the same bytes in a browser and on the
// command line, so that a program decides the same and takes the same number of
// steps everywhere.
//
// The interpreter is QuickJS, rewritten by package fuel: it imports nothing,
// its memory is limited, and it counts its own steps. A program gets its input
// as a state. It returns a result and may write lines to the log.
//
// The functions of Math differ between browsers, but here they are the
// interpreter's own, with the same instructions everywhere.
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
	// DecisionSteps is the maximum number of steps of one decision: one to three seconds.
	DecisionSteps = 200_000_000
	// RunSteps is the maximum number of steps of all decisions of a run: minutes.
	RunSteps = 20_000_000_000
	// Reserve is the number of steps kept for locating the place where a program was stopped.
	Reserve = 20_000_000
	// MaxMemory is the maximum size of a program's values in bytes.
	MaxMemory = 64 << 20
	// pages is the maximum memory of an instance in pages of 64 KiB: the values, the
	// interpreter, and fragmentation.
	pages = MaxMemory>>16 + 512
	// stack is the size of the interpreter's own stack in bytes, which limits the depth of
	// calls. Package fuel charges each function for its frame on the engine's stack. Chromium,
	// whose workers have the smallest stack, overflowed at a bit more than twice this value.
	stack = 448 << 10
)

//go:embed prelude.js
var prelude string

// Digest is the SHA-256 of the interpreter before it is rewritten: quickjs.wasm
// of quickjs-wasi 3.6.2. Another version might decide differently.
const Digest = "d4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9"

// Rules returns the rules for rewriting the interpreter.
func Rules() fuel.Rules {
	return fuel.Rules{
		Keep: []string{"_initialize", "qjs_init2", "qjs_set_memory_limit", "qjs_set_max_stack_size",
			"qjs_set_interrupt_handler", "qjs_eval", "qjs_call", "qjs_is_exception", "qjs_get_exception",
			"qjs_get_string_len", "qjs_free_cstring", "qjs_free_value", "qjs_get_undefined", "qjs_new_number",
			"qjs_new_string", "qjs_get_prop_uint32", "qjs_get_array_buffer", "wasm_malloc",
			"wasm_free"},
		Pages: pages, StopFunction: "host_interrupt", Reserve: Reserve, Stack: "__stack_pointer",
		// EBADF of WASI: there are no files and no clock.
		Answers: map[string]int32{"fd_close": 8, "fd_fdstat_get": 8, "fd_seek": 8, "fd_write": 8, "clock_time_get": 8},
	}
}

// intrinsics selects the features of the language for qjs_init2: eval, regular
// expressions, JSON, proxies, Map and Set, typed arrays, promises, BigInt.
// Dates, weak references and clocks are left out.
const intrinsics = 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256

// The functions of the prelude by index.
const (
	doGrow = iota
	doIntern
	doReader
	doSeed
	doInstall
	doAsk
	doFault
	functionCount
)

// Limits are the maximum steps of a program; zeros mean the constants of the
// same names.
type Limits struct{ Decision, Run float64 }

// A Machine is one running program. It is unusable after an error.
type Machine struct {
	instance    Instance
	limits      Limits
	functions   [functionCount]float64
	undefined   float64        // the value undefined
	scratch     float64        // space for arguments and lengths
	lines       map[string]int // lines on which the program's functions begin, 0 if unknown
	encoder     encoder
	shapes      map[reflect.Type]stateReader
	buffer      int // address of the numbers
	capacity    int // capacity in numbers
	bytes       []byte
	spent       float64
	tank        float64
	stopped     bool
	throwing    bool // an exception is being read
	decision    string
	watching    bool
	watchedText string // text that identifies the watched job in a state
	stateBudget int    // remaining bytes of states that are kept
	otherBudget int    // remaining bytes of states about other jobs
}

// A stateReader is the encoding of a type of states, with the number of the
// function of the prelude that decodes it.
type stateReader struct {
	shape
	number int
}

// scratchSize is the size of eight arguments.
const scratchSize = 64

// Start starts a program. An error in the source is a *policy.Fault.
func Start(host Host, source string, seed uint64, limits Limits) (*Machine, error) {
	switch {
	case len(source) > MaxSource:
		return nil, &policy.Fault{Reason: "is longer than " + strconv.Itoa(MaxSource) + " bytes"}
	case !utf8.ValidString(source):
		return nil, &policy.Fault{Reason: "is no text in UTF-8"}
	}
	in, err := host.Instance()
	if err != nil {
		return nil, err
	}
	limits.Decision, limits.Run = cmp.Or(limits.Decision, DecisionSteps), cmp.Or(limits.Run, RunSteps)
	m := &Machine{instance: in, limits: limits, lines: map[string]int{}, shapes: map[reflect.Type]stateReader{},
		encoder: encoder{known: map[string]int{}}}
	if err := m.start(source, seed); err != nil {
		in.Close()
		return nil, err
	}
	return m, nil
}

// start runs the source with random numbers from the seed and registers its functions
// decide, start and end. It returns an error if the source fails or has no function
// decide.
func (m *Machine) start(source string, seed uint64) error {
	if err := m.furnish(seed); err != nil {
		return err
	}
	if err := m.fill(); err != nil {
		return err
	}
	if err := m.run(source); err != nil {
		return m.locate(err, "")
	}
	// Names declared with const are not properties of the global object, so functions are
	// found by evaluating a text. An undeclared name has the type undefined.
	const ask = `({decide: typeof decide === "undefined" ? undefined : decide,
		start: typeof start === "undefined" ? undefined : start, end: typeof end === "undefined" ? undefined : end})`
	found, err := m.eval(ask, "find", false)
	if err != nil {
		return m.locate(err, "")
	}
	a, err := m.readAnswer(m.call(doInstall, found))
	if err != nil {
		return m.locate(err, "")
	}
	names, _ := a.Value.([]any)
	for i := 0; i+1 < len(names); i += 2 {
		line, _ := names[i+1].(float64)
		name, _ := names[i].(string)
		m.lines[name] = int(line)
	}
	if !m.Has("decide") {
		return &policy.Fault{Reason: "has no function decide"}
	}
	return m.drain()
}

// furnish prepares the instance for a program: it sets the limits, loads the prelude
// and seeds the random numbers. It returns an error if the interpreter fails.
func (m *Machine) furnish(seed uint64) error {
	do := func(name string, arguments ...float64) (result float64, err error) {
		return m.instance.Call(name, arguments...)
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
	if m.undefined, err = do("qjs_get_undefined"); err != nil {
		return err
	}
	list, err := m.eval(prelude, "prelude", false)
	if err != nil {
		return errors.New("program: the prelude: " + err.Error())
	}
	for i := range m.functions {
		if m.functions[i], err = do("qjs_get_prop_uint32", list, float64(i)); err != nil {
			return err
		}
	}
	var words []float64
	for range 4 {
		seed, words = splitMix(seed), append(words, float64(uint32(splitMix(seed)>>32)))
	}
	return m.send(doSeed, words...)
}

// splitMix returns a step of SplitMix64 (Steele, Lea and Flood, "Fast Splittable
// Pseudorandom Number Generators", 2014).
func splitMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Has reports whether the program has a function of that name.
func (m *Machine) Has(name string) bool {
	_, ok := m.lines[name]
	return ok
}

// Refuse returns the fault of an invalid result of a function, with the line on
// which the function begins. The machine is unusable afterwards.
func (m *Machine) Refuse(name string, state any, why string) *policy.Fault {
	m.stopped = true
	return &policy.Fault{Reason: why, Line: m.lines[name], During: name, State: stateSummary(state),
		StateJSON: stateJSON(state)}
}

// maxStateJSON is the maximum size in bytes of one state that is shown, maxKept that
// of all states of a run, and maxOther that of the states about other jobs than
// the watched one.
const maxStateJSON, maxKept, maxOther = 60_000, 400_000, 100_000

// stateJSON returns a state as JSON, or "" if it is too long to show.
func stateJSON(state any) string {
	if state == nil {
		return ""
	}
	if text := doc.Canonical(state); len(text) <= maxStateJSON {
		return string(text)
	}
	return ""
}

// Watch makes answers include the input of decide, as long as there is room. If
// a job is named, its inputs have priority.
func (m *Machine) Watch(job string) {
	m.watching, m.stateBudget = true, maxKept
	if job != "" {
		m.watchedText = `"id":` + string(doc.Canonical(job))
		m.stateBudget, m.otherBudget = maxKept-maxOther, maxOther
	}
}

// addQuestion adds the question to an answer.
func (m *Machine) addQuestion(a *policy.Answer, state any, before float64) {
	a.Question = &trace.Question{Steps: m.spent - before}
	text, room := stateJSON(state), &m.stateBudget
	if !strings.Contains(text, m.watchedText) {
		room = &m.otherBudget
	}
	if len(text) <= *room {
		*room -= len(text)
		a.Question.State = text
	}
}

// Fuel returns the number of steps taken, including those for reading the
// program.
func (m *Machine) Fuel() uint64 { return uint64(m.spent) }

// Close releases the instance.
func (m *Machine) Close() { m.instance.Close() }

// Call calls a function of the program with a state, which is a pointer to a
// struct or nil. An error of the program is a *policy.Fault.
func (m *Machine) Call(ctx context.Context, name string, state any) (policy.Answer, error) {
	if m.stopped {
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
	a, err := m.callFunction(name, state)
	if err == nil {
		err = m.drain()
	}
	if err != nil {
		m.stopped = true
		err = m.locate(err, stateSummary(state))
		if f, is := err.(*policy.Fault); is {
			f.StateJSON = stateJSON(state)
		}
		return policy.Answer{}, err
	}
	if m.watching && name == "decide" {
		m.addQuestion(&a, state, before)
	}
	return a, nil
}

// callFunction calls a function of the program with a state, or with none if it is nil.
func (m *Machine) callFunction(name string, state any) (policy.Answer, error) {
	number := -1
	if state != nil {
		var err error
		if number, err = m.writeState(reflect.ValueOf(state).Elem()); err != nil {
			return policy.Answer{}, err
		}
	}
	question, err := m.text(name)
	if err != nil {
		return policy.Answer{}, err
	}
	which, err := m.instance.Call("qjs_new_number", float64(number))
	if err != nil {
		return policy.Answer{}, err
	}
	return m.readAnswer(m.call(doAsk, question, which))
}

// writeState copies a state to the interpreter and returns the number of its reader, which
// it creates for a new type. It returns an error if the interpreter fails.
func (m *Machine) writeState(v reflect.Value) (int, error) {
	k, ok := m.shapes[v.Type()]
	if !ok {
		k = stateReader{shapeOf(v.Type()), len(m.shapes)}
		source, err := m.eval(k.reader(), "reader", false)
		if err != nil {
			return 0, err
		}
		if _, err := m.discard(m.call(doReader, source)); err != nil {
			return 0, err
		}
		m.shapes[v.Type()] = k
	}
	m.encoder.numbers = m.encoder.numbers[:0]
	k.encode(&m.encoder, v)
	if len(m.encoder.newStrings) > 0 {
		list := doc.Canonical(m.encoder.newStrings)
		m.encoder.newStrings = m.encoder.newStrings[:0]
		words, err := m.text(string(list))
		if err != nil {
			return 0, err
		}
		if _, err := m.discard(m.call(doIntern, words)); err != nil {
			return 0, err
		}
	}
	if err := m.grow(len(m.encoder.numbers)); err != nil {
		return 0, err
	}
	m.bytes = appendLittleEndian(m.bytes[:0], m.encoder.numbers)
	return k.number, m.instance.Write(m.buffer, m.bytes)
}

// grow makes room for at least count numbers in the buffer. It may replace the buffer
// by a larger one. It returns an error if memory is exhausted.
func (m *Machine) grow(count int) error {
	if count <= m.capacity {
		return nil
	}
	room := max(2*m.capacity, count, 1024)
	argument, err := m.instance.Call("qjs_new_number", float64(room))
	if err != nil {
		return err
	}
	buffer, err := m.call(doGrow, argument)
	if err != nil {
		return err
	}
	at, err := m.instance.Call("qjs_get_array_buffer", buffer, m.scratch)
	if err != nil {
		return err
	}
	if at == 0 {
		return errors.New(errMem)
	}
	m.buffer, m.capacity = int(uint32(int64(at))), room
	return m.free(buffer)
}

// send calls a function of the prelude with numbers and ignores the result. It
// returns an error if the call throws.
func (m *Machine) send(what int, numbers ...float64) error {
	var values []float64
	for _, n := range numbers {
		v, err := m.instance.Call("qjs_new_number", n)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	_, err := m.discard(m.call(what, values...))
	return err
}

// call calls a function of the prelude, frees the arguments and returns the result.
// It returns an error if the call throws, or an argument is 0 because memory is
// exhausted.
func (m *Machine) call(what int, arguments ...float64) (float64, error) {
	var list []byte
	for _, a := range arguments {
		n := uint32(int64(a))
		if n == 0 {
			return 0, &exception{message: ""}
		}
		list = append(list, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	if err := m.instance.Write(int(m.scratch), list); err != nil {
		return 0, err
	}
	value, err := m.instance.Call("qjs_call", m.functions[what], m.undefined, float64(len(arguments)), m.scratch)
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

// discard frees an unused result. It returns an empty struct, so that it
// accepts the results of call.
func (m *Machine) discard(value float64, err error) (struct{}, error) {
	if err == nil {
		err = m.free(value)
	}
	return struct{}{}, err
}

// readAnswer parses a result, a JSON text of the prelude, and frees it. If the
// text reports an exception of the program, readAnswer returns that as error.
func (m *Machine) readAnswer(value float64, err error) (policy.Answer, error) {
	if err != nil {
		return policy.Answer{}, err
	}
	text, err := m.stringOf(value)
	if err != nil {
		return policy.Answer{}, err
	}
	if err := m.free(value); err != nil {
		return policy.Answer{}, err
	}
	var reply struct {
		Value  any           `json:"value"`
		Output []policy.Line `json:"said"`
		Unsaid int           `json:"unsaid"`
		Fault  string        `json:"fault"`
		Stack  string        `json:"stack"`
	}
	if faults := doc.Decode(replaceSurrogates(text), &reply); len(faults) > 0 {
		return policy.Answer{}, &exception{message: "returns what cannot be read: " + faults[0].Reason}
	}
	if reply.Fault != "" || reply.Stack != "" {
		return policy.Answer{}, &exception{message: reply.Fault, stack: reply.Stack}
	}
	return policy.Answer{Value: decodeMarks(reply.Value), Output: reply.Output, Unsaid: reply.Unsaid}, nil
}

// replaceSurrogates replaces unpaired surrogates by U+FFFD. JavaScript allows them in
// strings and documents do not; JSON.stringify writes nothing else as \ud….
func replaceSurrogates(text string) []byte {
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

// decodeMarks replaces the prelude's marks for values that are not data by a
// policy.NonData.
func decodeMarks(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if not, ok := v["$not"].(string); ok && len(v) == 1 {
			return policy.NonData(not)
		}
		for k := range v {
			v[k] = decodeMarks(v[k])
		}
	case []any:
		for i := range v {
			v[i] = decodeMarks(v[i])
		}
	}
	return v
}

// An exception is an error that the program threw, with its stack trace.
type exception struct{ message, stack string }

func (t *exception) Error() string { return t.message }

// locate returns the policy.Fault for an error that ended a program, with the
// reason and its position.
func (m *Machine) locate(err error, state string) error {
	f := &policy.Fault{During: m.decision, State: state}
	var t *exception
	switch left, _ := m.instance.Call(fuel.Remaining); {
	case errors.As(err, &t):
		f.Reason = limitMessage(t.message)
		f.Line, f.Column = position(t.stack)
		if f.Reason == errFuel && m.tank < m.limits.Decision+Reserve {
			f.Reason = errRun
		}
	case left < 0:
		f.Reason = errHard
	default: // a trap of the engine: stack or memory
		f.Reason = errDeep
	}
	if f.Line == 0 { // no position in the program: use the start of its function
		f.Line = m.lines[m.decision]
	}
	return f
}

// fill refuels the instance for one decision.
func (m *Machine) fill() error {
	m.tank = min(m.limits.Decision, max(0, m.limits.Run-m.spent)) + Reserve
	_, err := m.instance.Call(fuel.Refuel, m.tank)
	return err
}

// drain adds the steps taken to those spent.
func (m *Machine) drain() error {
	left, err := m.instance.Call(fuel.Remaining)
	m.spent += m.tank - left
	return err
}

// eval evaluates a text, in strict mode if strict is set, and returns a handle of its
// value. It returns an error if the text throws or memory is exhausted.
func (m *Machine) eval(source, name string, strict bool) (float64, error) {
	at, err := m.copyToMemory(append([]byte(source), 0))
	if err != nil {
		return 0, err
	}
	called, err := m.copyToMemory(append([]byte(name), 0))
	if err != nil {
		return 0, err
	}
	flags := 0.0
	if strict {
		flags = 8 // JS_EVAL_FLAG_STRICT
	}
	value, err := m.instance.Call("qjs_eval", at, float64(len(source)), called, flags)
	if err != nil {
		return 0, err
	}
	for _, a := range []float64{at, called} {
		if _, err := m.instance.Call("wasm_free", a); err != nil {
			return 0, err
		}
	}
	return value, m.threw(value)
}

// text creates a string of the interpreter and returns its handle. It returns an
// error if memory is exhausted.
func (m *Machine) text(s string) (float64, error) {
	at, err := m.copyToMemory(append([]byte(s), 0))
	if err != nil {
		return 0, err
	}
	value, err := m.instance.Call("qjs_new_string", at, float64(len(s)))
	if err != nil {
		return 0, err
	}
	_, err = m.instance.Call("wasm_free", at)
	return value, err
}

func (m *Machine) copyToMemory(data []byte) (float64, error) {
	at, err := m.instance.Call("wasm_malloc", float64(len(data)))
	if err != nil {
		return 0, err
	}
	if at == 0 {
		return 0, &exception{}
	}
	return at, m.instance.Write(int(uint32(int64(at))), data)
}

// threw returns the exception that a value signals, or nil. The value 0 signals
// exhausted memory. The error may also be from the interpreter itself.
func (m *Machine) threw(value float64) error {
	if value == 0 {
		return &exception{}
	}
	is, err := m.instance.Call("qjs_is_exception", value)
	if err != nil || is == 0 {
		return err
	}
	thrownValue, err := m.instance.Call("qjs_get_exception")
	if err != nil {
		return err
	}
	if m.functions[doFault] == 0 || m.throwing { // in the prelude, or out of memory
		message, err := m.stringOf(thrownValue)
		if err != nil {
			return err
		}
		return &exception{message: message}
	}
	m.throwing = true
	defer func() { m.throwing = false }()
	_, err = m.readAnswer(m.call(doFault, thrownValue))
	return err
}

// stringOf returns a value as a string, or "" if it has none.
func (m *Machine) stringOf(value float64) (string, error) {
	at, err := m.instance.Call("qjs_get_string_len", value, m.scratch)
	if err != nil || at == 0 {
		return "", err
	}
	var size [4]byte
	if err := m.instance.Read(int(m.scratch), size[:]); err != nil {
		return "", err
	}
	n := int(size[0]) | int(size[1])<<8 | int(size[2])<<16 | int(size[3])<<24
	text := make([]byte, n)
	if err := m.instance.Read(int(uint32(int64(at))), text); err != nil {
		return "", err
	}
	_, err = m.instance.Call("qjs_free_cstring", at)
	return string(text), err
}

func (m *Machine) free(value float64) error {
	_, err := m.instance.Call("qjs_free_value", value)
	return err
}
