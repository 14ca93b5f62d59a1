package markid

import "testing"

func TestWindowIDsAreTakenApart(t *testing.T) {
	for _, job := range []string{"1", "a/b", ""} {
		number, family, got, ok := ReadWindowID(WindowID(3, 2, job))
		if !ok || number != 3 || family != 2 || got != job {
			t.Errorf("ReadWindowID of job %q: got %d, %d, %q, %t; want 3, 2", job, number, family, got, ok)
		}
	}
	if number, _, _, _ := ReadWindowID(WindowID(0, 0, "1")); number != 1 {
		t.Errorf("ReadWindowID of the only cycle: got number %d, want 1", number)
	}
	for _, wrong := range []string{"", "1", "1/2", "x/1/j", "1/x/j"} {
		if _, _, _, ok := ReadWindowID(wrong); ok {
			t.Errorf("ReadWindowID(%q) is accepted", wrong)
		}
	}
}
