package challenge

import (
	"errors"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// linkVersion is the version of the grammar of links to attempts. A link is the
// fragment of an address:
//
//	#c1.<codec>.<payload>
//
// Codec and payload are as in links to scenarios, with the canonical text of
// the attempt.
const linkVersion = "c1."

// Link returns the fragment that opens an attempt. It is an error if it would
// be too long.
func Link(a *Attempt) (string, error) {
	link := "#" + linkVersion + scenario.Pack(doc.Canonical(a))
	if len(link) > scenario.MaxLink {
		return "", errors.New("the link would have " + strconv.Itoa(len(link)) + " characters; at most " +
			strconv.Itoa(scenario.MaxLink) + " can be shared, so share the attempt as a file instead")
	}
	return link, nil
}

// IsLink reports whether a text is an address, or the fragment of an address,
// that opens an attempt.
func IsLink(text string) bool {
	_, fragment, found := strings.Cut(text, "#")
	return found && strings.HasPrefix(fragment, "c") && strings.Count(fragment, ".") >= 1
}

// OpenLink reads the attempt from an address or a fragment. It returns faults
// if the link or the attempt is malformed. It does not check the digest or the
// score.
func OpenLink(text string) (*Attempt, doc.Faults) {
	_, fragment, _ := strings.Cut(text, "#")
	packed, known := strings.CutPrefix(fragment, linkVersion)
	if !known {
		return nil, doc.Faults{{Path: "link", Reason: "this is not a link to an attempt that this build knows; such " +
			"links begin with #" + linkVersion}}
	}
	payload, err := scenario.Unpack(packed)
	if err != nil {
		return nil, doc.Faults{{Path: "link", Reason: err.Error()}}
	}
	return Read(payload)
}

// Read parses the document of an attempt. It returns faults if the document is
// malformed, the challenge is unknown, or the source of the policy is empty or
// longer than scenario.MaxSource bytes.
func Read(text []byte) (*Attempt, doc.Faults) {
	a := &Attempt{}
	if faults := doc.Decode(text, a); len(faults) > 0 {
		return nil, faults
	}
	if _, ok := Find(a.Challenge); !ok {
		return nil, doc.Faults{{Path: "challenge", Value: strconv.Quote(a.Challenge),
			Reason: "is not a challenge of this build" + doc.Suggest(a.Challenge, IDs())}}
	}
	switch length := len(a.Policy.Source); {
	case length == 0:
		return nil, doc.Faults{{Path: "policy.source", Reason: "is empty"}}
	case length > scenario.MaxSource:
		return nil, doc.Faults{{Path: "policy.source",
			Reason: "is longer than " + strconv.Itoa(scenario.MaxSource) + " bytes"}}
	}
	return a, nil
}

// IDs returns the ids of the challenges.
func IDs() (ids []string) {
	for i := range All() {
		ids = append(ids, All()[i].ID)
	}
	return ids
}
