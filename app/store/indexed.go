//go:build js && wasm

package store

import (
	"errors"
	"io/fs"
	"strings"
	"syscall/js"
	"time"
)

// indexedDB is the implementation of files in IndexedDB. The page makes the requests; see assets/js/files.js, which
// documents the database.
type indexedDB struct{}

// An answer is the outcome of a request to the browser.
type answer int

const (
	timedOut answer = iota
	fulfilled
	rejected
)

// await waits for the result of a request, at most for limit if that is positive. listen registers the two functions.
// await returns which one was called, with its argument.
func await(limit time.Duration, listen func(done, failed js.Func)) (what answer, with js.Value) {
	answers := make(chan answer, 2)
	answered := func(a answer) js.Func {
		return js.FuncOf(func(_ js.Value, given []js.Value) any {
			if len(given) > 0 {
				with = given[0]
			}
			answers <- a
			return nil
		})
	}
	done, failed := answered(fulfilled), answered(rejected)
	defer done.Release()
	defer failed.Release()
	listen(done, failed)
	var late <-chan time.Time
	if limit > 0 {
		late = time.After(limit)
	}
	select {
	case what = <-answers:
	case <-late:
	}
	return what, with
}

// request sends a request for files to the page and waits for its result.
func request(what map[string]any) (result js.Value, err error) {
	return requestWithin(patience, what)
}

// requestWithin is request with a time limit, if limit is positive.
func requestWithin(limit time.Duration, what map[string]any) (result js.Value, err error) {
	reply, with := await(limit, func(done, failed js.Func) {
		js.Global().Call("gridboxFiles", what).Call("then", done, failed)
	})
	switch reply {
	case fulfilled:
		return with, nil
	case rejected:
		return js.Undefined(), errors.New(js.Global().Get("String").Invoke(with).String())
	}
	return js.Undefined(), errors.New("IndexedDB does not answer")
}

// Write waits without a limit, because a large draft on a slow disk is saved in the end.
func (indexedDB) Write(name string, data []byte) error {
	_, err := requestWithin(0, map[string]any{"op": "write", "path": path(name), "bytes": jsBytes(data)})
	return err
}

func (indexedDB) Read(name string) ([]byte, error) {
	bytes, err := request(map[string]any{"op": "read", "path": path(name)})
	if err != nil {
		return nil, err
	}
	if bytes.IsUndefined() {
		return nil, fs.ErrNotExist
	}
	return goBytes(bytes), nil
}

func goBytes(bytes js.Value) []byte {
	text := make([]byte, bytes.Length())
	js.CopyBytesToGo(text, bytes)
	return text
}

func (indexedDB) Remove(name string) error {
	_, err := requestWithin(0, map[string]any{"op": "remove", "path": path(name)})
	return err
}

func (indexedDB) Names(prefix string) ([]string, error) {
	list, err := request(prefixRequest("names", prefix))
	if err != nil {
		return nil, err
	}
	return fileNames(list, prefix), nil
}

// prefixRequest returns a request for the files whose names begin with prefix.
func prefixRequest(op, prefix string) map[string]any {
	from := path(prefix)
	return map[string]any{"op": op, "path": from, "to": from + "\uffff"}
}

// fileNames returns the names of paths, which are transferred as one string.
func fileNames(paths js.Value, prefix string) (names []string) {
	_, before, _ := splitPrefix(prefix)
	for p := range strings.SplitSeq(paths.String(), "\n") {
		if _, name, ok := strings.Cut(p, "/"); ok {
			names = append(names, before+name)
		}
	}
	return names
}

// ReadAll returns the files whose names begin with prefix, read in one request.
func (indexedDB) ReadAll(prefix string) (map[string][]byte, error) {
	list, err := request(prefixRequest("all", prefix))
	if err != nil {
		return nil, err
	}
	names, texts := fileNames(list.Get("names"), prefix), list.Get("texts")
	if len(names) != texts.Length() {
		return nil, errors.New("store: the browser gives another number of files than of names")
	}
	all := make(map[string][]byte, len(names))
	for i, name := range names {
		all[name] = goBytes(texts.Index(i))
	}
	return all, nil
}
