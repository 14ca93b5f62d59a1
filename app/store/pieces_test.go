package store

import (
	"bytes"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestStudiesAreStoredInPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Memory("")
		p := s.Pieces()
		for i := range 12 {
			if err := p.Add("abc", i, fmt.Appendf(nil, "piece %d", i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.files.Write("abc.000012.7", []byte("interrup")); err != nil {
			t.Fatal(err)
		}
		again := s.Pieces() // as after a reload
		list, err := again.Load("abc")
		if err != nil || len(list) != 12 || !bytes.Equal(list[11], []byte("piece 11")) {
			t.Errorf("got %d pieces: %q, error %v; want 12", len(list), list, err)
		}
		if err := s.Save(Draft{Slot: "abc", Text: []byte("a draft")}); err != nil {
			t.Fatal(err)
		}
		if drafts, _ := s.List(); len(drafts) != 1 {
			t.Error("a study is listed as a draft")
		}
		if list, _ := again.Load("abc"); len(list) != 12 {
			t.Error("a draft is listed among the pieces")
		}
		for i := range KeepStudies {
			time.Sleep(time.Second)
			if err := p.Add(fmt.Sprintf("other%d", i), 0, nil); err != nil {
				t.Fatal(err)
			}
		}
		if list, _ := p.Load("abc"); len(list) != 0 {
			t.Errorf("got %d pieces of the oldest study, want 0", len(list))
		}
		if list, _ := p.Load("other0"); len(list) != 1 {
			t.Error("a newer study was removed")
		}
		if err := p.Remove("other0"); err != nil {
			t.Error(err)
		}
		if list, _ := p.Load("other0"); len(list) != 0 {
			t.Error("a removed study still has pieces")
		}
		if err := p.Add("../x", 0, nil); err == nil {
			t.Error("Add with a path as name: got no error")
		}
	})
}
