package script

// A Host creates instances of the interpreter, each in its initial state.
// Creating one takes milliseconds. It is safe for concurrent use if the machine
// has threads.
type Host interface {
	Instance() (Instance, error)
}

// An Instance is one copy of the interpreter, with a memory of its own.
type Instance interface {
	// Call calls an exported function with the numbers that it takes. A function without a
	// result returns 0. After an error the instance is unusable.
	Call(function string, arguments ...float64) (float64, error)
	// Read copies from the memory and Write to it. The range must be within the memory.
	Read(at int, into []byte) error
	Write(at int, from []byte) error
	// Close releases the instance.
	Close()
}
