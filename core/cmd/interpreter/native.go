//go:build !js

package interpreter

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"gridbox/core/script"
)

type native struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// New returns a host for a metered interpreter, or an error if the module does not
// compile. Compiling takes seconds, and the result is cached in the user's cache folder
// if there is one.
func New(module []byte) (script.Host, error) {
	ctx := context.Background()
	settings := wazero.NewRuntimeConfig()
	if folder, err := os.UserCacheDir(); err == nil {
		folder = filepath.Join(folder, "gridbox", "interpreter")
		if cache, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
			settings = settings.WithCompilationCache(cache)
		}
	}
	h := &native{runtime: wazero.NewRuntimeWithConfig(ctx, settings)}
	var err error
	if h.module, err = h.runtime.CompileModule(ctx, module); err != nil {
		return nil, fmt.Errorf("interpreter: %w", err)
	}
	return h, nil
}

func (h *native) Instance() (script.Instance, error) {
	// Without a name, so that there can be several instances.
	m, err := h.runtime.InstantiateModule(context.Background(), h.module,
		wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, fmt.Errorf("interpreter: %w", err)
	}
	return &instance{module: m, functions: map[string]api.Function{}}, nil
}

type instance struct {
	module    api.Module
	functions map[string]api.Function
	stack     [8]uint64
}

var errRange = errors.New("interpreter: outside of its memory")

// Call calls an exported function and returns its first result, or 0 if it has none. It
// returns an error if there is no such function or the call traps. There must be an
// argument for every parameter.
func (i *instance) Call(name string, arguments ...float64) (float64, error) {
	f := i.functions[name]
	if f == nil {
		if f = i.module.ExportedFunction(name); f == nil {
			return 0, errors.New("interpreter: there is no function " + name)
		}
		i.functions[name] = f
	}
	for k, t := range f.Definition().ParamTypes() {
		if t == api.ValueTypeF64 {
			i.stack[k] = math.Float64bits(arguments[k])
		} else {
			i.stack[k] = uint64(uint32(int64(arguments[k])))
		}
	}
	if err := f.CallWithStack(context.Background(), i.stack[:]); err != nil {
		return 0, err
	}
	results := f.Definition().ResultTypes()
	switch {
	case len(results) == 0:
		return 0, nil
	case results[0] == api.ValueTypeF64:
		return math.Float64frombits(i.stack[0]), nil
	}
	return float64(int32(i.stack[0])), nil
}

func (i *instance) Read(at int, into []byte) error {
	data, ok := i.module.Memory().Read(uint32(at), uint32(len(into)))
	if !ok {
		return errRange
	}
	copy(into, data)
	return nil
}

func (i *instance) Write(at int, from []byte) error {
	if !i.module.Memory().Write(uint32(at), from) {
		return errRange
	}
	return nil
}

func (i *instance) Close() { _ = i.module.Close(context.Background()) }
