package script

// A Host makes instances of the interpreter, each as fresh as the first. Making one costs
// milliseconds; it is safe for concurrent use where the machine has threads.
type Host interface {
	Instance() (Instance, error)
}

// An Instance is one copy of the interpreter, with a memory of its own.
type Instance interface {
	// Call calls an exported function with whole numbers and floating-point
	// numbers, as the function takes them. A function without a result gives 0.
	// An error means that the instance stopped in the middle and is of no more use.
	Call(function string, arguments ...float64) (float64, error)
	// Read copies from the memory, Write into it; the range must lie in it.
	Read(at int, into []byte) error
	Write(at int, from []byte) error
	// Close gives back what the instance holds.
	Close()
}
