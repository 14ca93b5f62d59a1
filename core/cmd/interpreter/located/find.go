// Package located finds the interpreter of programs on a disk.
package located

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gridbox/core/cmd/interpreter"
	"gridbox/core/cmd/limited"
	"gridbox/core/script"
	"gridbox/core/script/fuel"
	"gridbox/core/sha256"
)

// npmPath is the path of the interpreter installed by npm, relative to the source folder.
const npmPath = "assets/node_modules/quickjs-wasi/quickjs.wasm"

// Variable is the environment variable that names the interpreter's file.
const Variable = "GRIDBOX_INTERPRETER"

// ErrMissing reports that there is no interpreter, and how to install one.
var ErrMissing = errors.New("programs need their interpreter, which is not here; run ./build.sh deps in the folder " +
	"of the sources, or name the file quickjs.wasm of the npm package quickjs-wasi 3.6.2 by --interpreter or by " +
	"the environment variable " + Variable)

// Find returns the path of the interpreter: asked, else the environment variable, both
// without a check. Otherwise it looks for quickjs.wasm next to this program, then for the
// one installed by npm in the working folder or a folder above it. It returns ErrMissing if
// there is none. The interpreter is not embedded, because no foreign code is committed and
// go run must work without Node.
func Find(asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	if named := os.Getenv(Variable); named != "" {
		return named, nil
	}
	var places []string
	if own, err := os.Executable(); err == nil {
		places = append(places, filepath.Join(filepath.Dir(own), "quickjs.wasm"))
	}
	if folder, err := os.Getwd(); err == nil {
		for ; ; folder = filepath.Dir(folder) {
			places = append(places, filepath.Join(folder, npmPath))
			if folder == filepath.Dir(folder) {
				break
			}
		}
	}
	for _, place := range places {
		if about, err := os.Stat(place); err == nil && about.Mode().IsRegular() {
			return place, nil
		}
	}
	return "", ErrMissing
}

// Load reads the interpreter as packaged for npm, checks that it is the
// expected one, and meters it.
func Load(file string) ([]byte, error) {
	module, err := limited.File(file, 64<<20)
	if err != nil {
		return nil, fmt.Errorf("interpreter: %w", err)
	}
	if sum := sha256.Sum(module); hex.EncodeToString(sum[:]) != script.Digest {
		return nil, errors.New("interpreter: " + file + " is not quickjs.wasm of quickjs-wasi 3.6.2; with another " +
			"interpreter programs might decide otherwise")
	}
	return fuel.Rewrite(module, script.Rules())
}

// Open finds, loads and compiles the interpreter.
func Open(asked string) (script.Host, error) {
	file, err := Find(asked)
	if err != nil {
		return nil, err
	}
	module, err := Load(file)
	if err != nil {
		return nil, err
	}
	return interpreter.New(module)
}
