package reason

import "testing"

// A nil reason has no text and is not from an earlier build.
func TestNil(t *testing.T) {
	var r *Reason
	if r.String() != "" || r.DigestPart() != nil || r.IsTextOnly() {
		t.Errorf("nil: got %q, %v, earlier %v; want no text and no data", r.String(), r.DigestPart(), r.IsTextOnly())
	}
}

func TestNew(t *testing.T) {
	r := New("nodes", "need", 3, "have", 1.5, "job", "j", "of", []string{"a", "b"})
	if r.String() != "nodes" || r.Numbers["need"] != 3 || r.Numbers["have"] != 1.5 ||
		r.Names["job"][0] != "j" || r.Names["of"][1] != "b" {
		t.Errorf("New: got %+v, want the code nodes with 2 numbers and 2 lists of names", r)
	}
	if r.Say("too few").String() != "too few" || r.IsTextOnly() {
		t.Errorf("Say: got %+v, want the text \"too few\"", r)
	}
}
