package challenge

import (
	"errors"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A link to an attempt is the fragment of an address:
//
//	#c1.<codec>.<payload>
//
// c1 is the version of this grammar; codec and payload are those of links to
// scenarios, here of the canonical text of the attempt.
const linkVersion = "c1."

// Link gives the fragment that opens an attempt.
func Link(a *Attempt) (string, error) {
	link := "#" + linkVersion + scenario.Pack(doc.Canonical(a))
	if len(link) > scenario.MaxLink {
		return "", errors.New("the link would have " + strconv.Itoa(len(link)) + " characters; at most " +
			strconv.Itoa(scenario.MaxLink) + " can be shared, so hand over the attempt as a file instead")
	}
	return link, nil
}

// IsLink reports whether a text is an address, or the fragment of one, that opens an attempt.
func IsLink(text string) bool {
	_, fragment, found := strings.Cut(text, "#")
	return found && strings.HasPrefix(fragment, "c") && strings.Count(fragment, ".") >= 1
}

// OpenLink reads the attempt of an address or a fragment. That it holds, and that its score is
// right, is not looked at.
func OpenLink(text string) (*Attempt, doc.Faults) {
	_, fragment, _ := strings.Cut(text, "#")
	packed, known := strings.CutPrefix(fragment, linkVersion)
	if !known {
		return nil, doc.Faults{{Path: "link", Why: "this is not a link to an attempt that this build knows; such " +
			"links begin with #" + linkVersion}}
	}
	read, err := scenario.Unpack(packed)
	if err != nil {
		return nil, doc.Faults{{Path: "link", Why: err.Error()}}
	}
	return Read(read)
}

// Read reads the document of an attempt and finds its challenge.
func Read(text []byte) (*Attempt, doc.Faults) {
	a := &Attempt{}
	if faults := doc.Decode(text, a); len(faults) > 0 {
		return nil, faults
	}
	if _, ok := Find(a.Challenge); !ok {
		return nil, doc.Faults{{Path: "challenge", Value: strconv.Quote(a.Challenge),
			Why: "is none of this build" + doc.Suggest(a.Challenge, IDs())}}
	}
	switch length := len(a.Policy.Source); {
	case length == 0:
		return nil, doc.Faults{{Path: "policy.source", Why: "is empty"}}
	case length > scenario.MaxSource:
		return nil, doc.Faults{{Path: "policy.source",
			Why: "is longer than " + strconv.Itoa(scenario.MaxSource) + " bytes"}}
	}
	return a, nil
}

// IDs lists what the challenges are called.
func IDs() (ids []string) {
	for i := range All() {
		ids = append(ids, All()[i].ID)
	}
	return ids
}
