//go:build js && wasm

package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"time"
)

// indexed is the folder of a hackpadfs file system in IndexedDB that writes by
// itself (see Write) and asks for many files at once. The library looks at every file it lists in a transaction
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

// caught makes an error of what JavaScript throws, with its name.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case js.Error:
		*err = errors.New(wordsOf(r.Value))
	default:
		*err = fmt.Errorf("%v", r)
	}
}

func wordsOf(thrown js.Value) string { return js.Global().Get("String").Invoke(thrown).String() }

// An answer is what came of something that a browser was asked.
type answer int

const (
	silence answer = iota
	yes
	no
)

// heard waits for an answer, for no longer than a limit where there is one: listen
// has one of two functions called. What that is called with comes along.
func heard(limit time.Duration, listen func(done, failed js.Func)) (what answer, with js.Value) {
	answers := make(chan answer, 2)
	says := func(a answer) js.Func {
		return js.FuncOf(func(_ js.Value, given []js.Value) any {
			if len(given) > 0 {
				with = given[0]
			}
			answers <- a
			return nil
		})
	}
	done, failed := says(yes), says(no)
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

// await waits for a request.
func await(request js.Value) (result js.Value, err error) {
	what, _ := heard(patience, func(done, failed js.Func) {
		request.Set("onsuccess", done)
		request.Set("onerror", failed)
	})
	request.Set("onsuccess", nil)
	request.Set("onerror", nil)
	switch what {
	case yes:
		return request.Get("result"), nil
	case no:
		return js.Undefined(), errors.New(wordsOf(request.Get("error")))
	}
	return js.Undefined(), errors.New("IndexedDB does not answer")
}

// keys is the range of keys that begin so.
func keys(prefix string) js.Value {
	from := path(prefix)
	return js.Global().Get("IDBKeyRange").Call("bound", from, from+"\uffff")
}

// Write keeps a file in one transaction, so that it is there as a whole or not at
// all. hackpadfs takes several, and tells nothing of what a browser refuses at
// once, as it does with what it has no memory for: such a draft was called saved.
func (x *indexed) Write(name string, data []byte) error {
	bytes, at := handed(data), path(name)
	dir, _, _ := strings.Cut(at, "/")
	info := map[string]any{"ModTime": time.Now().UnixNano(), "Mode": 0o600, "Size": len(data), "Parent": dir}
	return x.change(func(infos, contents js.Value) {
		contents.Call("put", bytes, at)
		infos.Call("put", info, at)
	})
}

func (x *indexed) Remove(name string) error {
	return x.change(func(infos, contents js.Value) {
		contents.Call("delete", path(name))
		infos.Call("delete", path(name))
	})
}

// change does something to both stores and waits until it is kept, or refused.
func (x *indexed) change(do func(infos, contents js.Value)) (err error) {
	defer caught(&err)
	t := x.db.Call("transaction", []any{infos, contents}, "readwrite")
	var thrown error
	what, _ := heard(0, func(kept, refused js.Func) {
		t.Set("oncomplete", kept)
		t.Set("onabort", refused)
		if thrown = attempt(t, do); thrown != nil {
			t.Call("abort")
		}
	})
	switch why := t.Get("error"); {
	case thrown != nil:
		return thrown
	case what == yes:
		return nil
	case !why.IsNull():
		return errors.New(wordsOf(why))
	}
	return errors.New("the browser gave the change up")
}

// attempt asks for the changes of a transaction.
func attempt(t js.Value, do func(infos, contents js.Value)) (err error) {
	defer caught(&err)
	do(t.Call("objectStore", infos), t.Call("objectStore", contents))
	return nil
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
