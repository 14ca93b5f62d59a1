// Package reason describes why a problem has no answer, as data: a code and the
// names and numbers involved. The text for people is made at the same place. No
// digest covers it, so that it can be improved.
package reason

// A Reason is the cause of an infeasible answer. Answers of early builds have
// only the text, as a string in place of the object; their code is empty.
type Reason struct {
	Code    string              `json:"code,omitempty" about:"which reason it is; missing in answers of earlier builds"`
	Names   map[string][]string `json:"names,omitempty" about:"what it is about"`
	Numbers map[string]float64  `json:"numbers,omitempty" about:"how much is asked for, there or missing"`
	Text    string              `json:"text" alone:"true" about:"the same in words, which are in no digest"`
}

// New returns a reason with its data: pairs of a name and a string, a list of
// strings, an int or a float64. It panics on other types.
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

// Say sets the text and returns the reason.
func (r *Reason) Say(text string) *Reason {
	r.Text = text
	return r
}

// String returns the text, or the code if there is no text, or "" for a nil
// reason.
func (r *Reason) String() string {
	switch {
	case r == nil:
		return ""
	case r.Text == "":
		return r.Code
	}
	return r.Text
}

// DigestPart returns the part that the digest of an answer covers: all but the
// text, or the text alone for early builds, so that their digests stay valid.
func (r *Reason) DigestPart() any {
	switch {
	case r == nil:
		return nil
	case r.IsTextOnly():
		return r.Text
	}
	return struct {
		Code    string              `json:"code"`
		Names   map[string][]string `json:"names,omitempty"`
		Numbers map[string]float64  `json:"numbers,omitempty"`
	}{r.Code, r.Names, r.Numbers}
}

// IsTextOnly reports whether the reason comes from a build that had only texts.
func (r *Reason) IsTextOnly() bool { return r != nil && r.Code == "" }
