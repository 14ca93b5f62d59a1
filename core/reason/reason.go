// Package reason says why a problem has no answer, as data: which reason it is
// and what it is about. The words for people are made at the same place and
// stand beside; no digest covers them, so that they can be said better.
package reason

// A Reason is why there is no answer. Answers of builds before there were codes
// have the words alone, as a string in place of the object; their code is empty.
type Reason struct {
	Code    string              `json:"code,omitempty" about:"which reason it is; missing in answers of earlier builds"`
	Names   map[string][]string `json:"names,omitempty" about:"what it is about"`
	Numbers map[string]float64  `json:"numbers,omitempty" about:"how much is asked for, there or missing"`
	Text    string              `json:"text" alone:"true" about:"the same in words, which are in no digest"`
}

// New is a reason with its data, each a name and then a string, a list of
// strings, an int or a float64; anything else is a mistake in the program.
func New(code string, data ...any) *Reason {
	r := &Reason{Code: code}
	for i := 0; i < len(data); i += 2 {
		name := data[i].(string)
		switch x := data[i+1].(type) {
		case string:
			r.name(name, []string{x})
		case []string:
			r.name(name, x)
		case int:
			r.number(name, float64(x))
		default:
			r.number(name, data[i+1].(float64))
		}
	}
	return r
}

func (r *Reason) name(as string, list []string) {
	if r.Names == nil {
		r.Names = map[string][]string{}
	}
	r.Names[as] = list
}

func (r *Reason) number(as string, x float64) {
	if r.Numbers == nil {
		r.Numbers = map[string]float64{}
	}
	r.Numbers[as] = x
}

// Say gives the reason its words.
func (r *Reason) Say(text string) *Reason {
	r.Text = text
	return r
}

// String is the reason in words, or its code where there are none; "" where
// there is no reason.
func (r *Reason) String() string {
	switch {
	case r == nil:
		return ""
	case r.Text == "":
		return r.Code
	}
	return r.Text
}

// Digested is what the digest of an answer covers: all but the words, or the
// words where there is nothing else. So the digests of earlier builds hold.
func (r *Reason) Digested() any {
	switch {
	case r == nil:
		return nil
	case r.Earlier():
		return r.Text
	}
	return struct {
		Code    string              `json:"code"`
		Names   map[string][]string `json:"names,omitempty"`
		Numbers map[string]float64  `json:"numbers,omitempty"`
	}{r.Code, r.Names, r.Numbers}
}

// Earlier tells whether a build wrote it for which reasons were words.
func (r *Reason) Earlier() bool { return r != nil && r.Code == "" }
