//go:build js && wasm

package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"time"
)

// indexed is the folder of a hackpadfs file system in IndexedDB that asks for
// many files at once. The library looks at every file it lists in a transaction
// of its own, which for two thousand drafts takes seconds; one question for the
// keys, and one for all contents of a folder, take some milliseconds. They go
// over a connection of their own to the same database.
type indexed struct {
	folder
	db js.Value
}

// The stores of hackpadfs's database: keys are paths, contents are bytes.
const infos, contents = "info", "contents"

// connect opens a connection beside that of hackpadfs, which has made the
// database. Both stay until the page goes or the database is to be deleted:
// hackpadfs gives its own up then, and one alone that stayed would leave the
// deletion waiting and the next opening behind it.
func connect(name string) (db js.Value, err error) {
	defer caught(&err)
	if db, err = await(js.Global().Get("indexedDB").Call("open", name)); err == nil {
		db.Set("onversionchange", closing)
	}
	return db, err
}

// closing gives a database up that somebody wants to delete, who would wait for
// this page to go, and the page for whoever waits; see medium.
var closing = js.FuncOf(func(db js.Value, _ []js.Value) any {
	db.Call("close")
	return nil
})

// caught makes an error of what JavaScript throws.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

// await waits for a request.
func await(request js.Value) (result js.Value, err error) {
	done := make(chan error, 2)
	success := js.FuncOf(func(js.Value, []js.Value) any {
		done <- nil
		return nil
	})
	failure := js.FuncOf(func(js.Value, []js.Value) any {
		done <- errors.New(js.Global().Get("String").Invoke(request.Get("error")).String())
		return nil
	})
	defer success.Release()
	defer failure.Release()
	request.Set("onsuccess", success)
	request.Set("onerror", failure)
	select {
	case err = <-done:
	case <-time.After(patience):
		err = errors.New("IndexedDB does not answer")
	}
	request.Set("onsuccess", nil)
	request.Set("onerror", nil)
	if err != nil {
		return js.Undefined(), err
	}
	return request.Get("result"), nil
}

// keys is the range of keys that begin so.
func keys(prefix string) js.Value {
	from := path(prefix)
	return js.Global().Get("IDBKeyRange").Call("bound", from, from+"\uffff")
}

func (x *indexed) read(store string) js.Value {
	return x.db.Call("transaction", store, "readonly").Call("objectStore", store)
}

func (x *indexed) Names(prefix string) (names []string, err error) {
	defer caught(&err)
	list, err := await(x.read(infos).Call("getAllKeys", keys(prefix)))
	if err != nil {
		return nil, err
	}
	return named(list, prefix), nil
}

// named gives the names of paths, which come over in one piece.
func named(paths js.Value, prefix string) (names []string) {
	_, before, _ := within(prefix)
	for p := range strings.SplitSeq(paths.Call("join", "\n").String(), "\n") {
		if _, name, ok := strings.Cut(p, "/"); ok {
			names = append(names, before+name)
		}
	}
	return names
}

func (x *indexed) ReadAll(prefix string) (all map[string][]byte, err error) {
	defer caught(&err)
	store := x.read(contents)
	asked, texts := store.Call("getAllKeys", keys(prefix)), store.Call("getAll", keys(prefix))
	list, err := await(texts) // the later one, so that both are there
	if err != nil {
		return nil, err
	}
	names := named(asked.Get("result"), prefix)
	if len(names) != list.Length() {
		return nil, errors.New("store: the browser gives another number of files than of names")
	}
	all = make(map[string][]byte, len(names))
	for i, name := range names {
		bytes := list.Index(i)
		text := make([]byte, bytes.Length())
		js.CopyBytesToGo(text, bytes)
		all[name] = text
	}
	return all, nil
}
