//go:build js && wasm

package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"time"
)

// indexed is the folder of a hackpadfs file system in IndexedDB with its own
// Write and reads of many files together. hackpadfs reads every listed file in
// a transaction of its own, which for two thousand drafts takes seconds; one
// request for the keys, and one for all contents of a folder, take some
// milliseconds. They use a connection of their own to the same database.
type indexed struct {
	folder
	db js.Value
}

// infos and contents are the object stores of hackpadfs's database: keys are
// paths, contents are bytes.
const infos, contents = "info", "contents"

// connect opens a second connection, next to that of hackpadfs, which has
// created the database. Both stay open until the page ends or the database is
// to be deleted. hackpadfs closes its connection then, and this one must do the
// same: it would block the deletion and the next opening.
func connect(name string) (db js.Value, err error) {
	defer caught(&err)
	if db, err = await(js.Global().Get("indexedDB").Call("open", name)); err == nil {
		db.Set("onversionchange", closing)
	}
	return db, err
}

// closing closes a database that is to be deleted. Otherwise the deletion would
// wait for this page, and this page for the next opening; see medium.
var closing = js.FuncOf(func(db js.Value, _ []js.Value) any {
	db.Call("close")
	return nil
})

// caught turns a JavaScript exception into an error, with its name.
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

// An answer is the outcome of a request to the browser.
type answer int

const (
	silence answer = iota
	yes
	no
)

// heard waits for the outcome of a request, at most for limit if that is
// positive. listen registers the two functions. heard returns which one was
// called, with its argument.
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

// keys returns the range of keys that begin with a prefix.
func keys(prefix string) js.Value {
	from := path(prefix)
	return js.Global().Get("IDBKeyRange").Call("bound", from, from+"\uffff")
}

// Write writes a file in one transaction, so that it is complete or not there.
// hackpadfs uses several transactions, and does not report an immediate
// rejection, as for lack of memory.
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

// change modifies both stores and waits until the transaction is complete or
// rejected.
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

// attempt requests the changes of a transaction.
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

// named returns the names of paths, which are transferred as one string.
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
