package scenario

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/base64"
	"errors"
	"io"
	"strconv"
	"strings"

	"gridbox/core/deflate"
	"gridbox/core/doc"
)

// A link is the fragment of an address:
//
//	#s1.<codec>.<payload>[&name=value...]
//
// s1 is the version of this grammar. The payload is the canonical text of a
// scenario without its view, in unpadded base64url. The codec is p for raw
// deflate with a dictionary that every build has, or s for plain text if that
// is shorter; d, raw deflate alone, is that of early builds. The view follows
// in readable parameters: view (the panel), select, run, theme, hidden and
// beside, the numbers of two runs. A second document for comparison follows as
// with=<codec>.<payload>.

// MaxLink is the maximum length of a link that survives being pasted in common
// places.
const MaxLink = 8000

const (
	maxPacked   = 64 << 10 // maximum size of a payload in bytes
	maxUnpacked = 4 << 20  // maximum size of the unpacked text in bytes
	// maxWritten is the length of a text from which packing is not tried: it would have to
	// shrink to a fortieth, where scenarios shrink to a fifth.
	maxWritten = 256 << 10
)

// A TooLongError reports that a scenario does not fit into a link. Length is 0 if it was not computed.
type TooLongError struct{ Length int }

func (e *TooLongError) Error() string {
	if e.Length == 0 {
		return "the scenario is much too large for a link; save it as a file instead"
	}
	return "the link would have " + strconv.Itoa(e.Length) + " characters; at most " + strconv.Itoa(MaxLink) +
		" can be shared, so save the scenario as a file instead"
}

// Link returns the fragment that opens a scenario. Equal scenarios have equal
// links, since the text is canonical and the compression deterministic.
func Link(s *Scenario) (string, error) {
	seen := *s
	seen.View = nil
	packed, err := pack(&seen)
	if err != nil {
		return "", err
	}
	return checkLength("#s1." + packed + viewParameters(s.View))
}

// dictionary is the preset dictionary of codec p: names of fields and
// algorithms, beginnings of lists, and the words of the presets. It must never
// change, since existing links depend on it; another dictionary needs another
// codec.
//
//go:embed dictionary-p.txt
var dictionary string

// pack returns codec and payload of a scenario.
func pack(s *Scenario) (string, error) {
	text := Canonical(s)
	if len(text) > maxWritten {
		return "", &TooLongError{}
	}
	return Pack(text), nil
}

// Pack returns codec and payload of a text.
func Pack(text []byte) string {
	codec, packed := "s", text
	if small := deflate.PackAfter([]byte(dictionary), text); len(small) < len(text) {
		codec, packed = "p", small
	}
	return codec + "." + base64.RawURLEncoding.EncodeToString(packed)
}

func checkLength(link string) (string, error) {
	if len(link) > MaxLink {
		return "", &TooLongError{Length: len(link)}
	}
	return link, nil
}

// LinkBoth returns the fragment that opens a scenario together with another for
// comparison. The other loses its view. It returns a *TooLongError if the fragment
// exceeds MaxLink bytes.
func LinkBoth(s, with *Scenario) (string, error) {
	link, err := Link(s)
	if err != nil {
		return "", err
	}
	seen := *with
	seen.View = nil
	packed, err := pack(&seen)
	if err != nil {
		return "", err
	}
	return checkLength(link + "&with=" + packed)
}

// OpenWith reads the second scenario of a fragment, nil if there is none.
func OpenWith(fragment string) (*Scenario, doc.Faults) { return OpenSecond(fragment, nil) }

// OpenSecond reads the second scenario of a fragment and calls pause, unless
// nil, at intervals. It returns nil without faults if there is no second
// scenario. The paths of faults begin with "with".
func OpenSecond(fragment string, pause func()) (*Scenario, doc.Faults) {
	for pair := range strings.SplitSeq(fragment, "&") {
		if packed, ok := strings.CutPrefix(pair, "with="); ok {
			var s *Scenario
			text, _, faults := LinkText("s1." + packed)
			if len(faults) == 0 {
				s, faults = ParseLinked(text, pause)
			}
			for i := range faults {
				faults[i].Path = doc.JoinPath("with", faults[i].Path)
			}
			return s, faults
		}
	}
	return nil, nil
}

// OpenLink reads the scenario and its view from a fragment, with or without the
// leading #. It runs nothing.
func OpenLink(fragment string) (*Scenario, doc.Faults) {
	text, view, faults := LinkText(fragment)
	if len(faults) > 0 {
		return nil, faults
	}
	s, faults := ParseLinked(text, nil)
	if s != nil {
		s.View = view
	}
	return s, faults
}

// LinkText returns the text of the scenario in a fragment and its view, as
// OpenLink does without parsing.
func LinkText(fragment string) ([]byte, *View, doc.Faults) {
	head, parameters, _ := strings.Cut(strings.TrimPrefix(fragment, "#"), "&")
	text, err := unpack(head)
	if err != nil {
		return nil, nil, doc.Faults{{Path: "link", Reason: err.Error()}}
	}
	return text, viewOf(parameters), nil
}

// ParseLinked is ParseWith for the text of a link, which the user does not see:
// faults have no positions.
func ParseLinked(text []byte, pause func()) (*Scenario, doc.Faults) {
	s, faults := ParseWith(text, pause)
	for i := range faults {
		faults[i].Start, faults[i].End = 0, 0
	}
	return s, faults
}

// unpack returns the text of a link's payload. Lengths are checked before
// memory is allocated.
func unpack(head string) ([]byte, error) {
	version, rest, _ := strings.Cut(head, ".")
	switch {
	case !isVersion(version):
		return nil, errors.New("this is not a link to a scenario; such links begin with #s1.")
	case version != "s1":
		return nil, errors.New("the link is of version " + version[1:] +
			", which this build does not know; update Gridbox")
	}
	return Unpack(rest)
}

// Unpack returns the text that Pack of this or an early build packed. It
// returns an error if the link is damaged, too long or of an unknown packing.
func Unpack(packed string) ([]byte, error) {
	codec, payload, whole := strings.Cut(packed, ".")
	switch {
	case codec != "p" && codec != "d" && codec != "s":
		return nil, errors.New("the link is packed in a way that this build does not know; it may be damaged")
	case !whole || payload == "":
		return nil, errors.New("the link is cut off; copy the whole of it")
	case base64.RawURLEncoding.DecodedLen(len(payload)) > maxPacked:
		return nil, errors.New("the link is too long to be opened; ask for the scenario as a file")
	}
	content, err := base64.RawURLEncoding.Strict().DecodeString(payload)
	if err != nil {
		return nil, errors.New("the link is damaged: some characters are not those of a link, or its end is missing")
	}
	switch codec {
	case "s":
		return content, nil
	case "p":
		return inflate(content, []byte(dictionary))
	}
	return inflate(content, nil)
}

func isVersion(s string) bool {
	if len(s) < 2 || len(s) > 4 || s[0] != 's' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 10, 16)
	return err == nil
}

// inflate returns the text of a deflate stream with after as its dictionary. It
// returns an error if the stream is damaged, is followed by data, or unpacks to
// more than maxUnpacked bytes.
func inflate(packed, after []byte) ([]byte, error) {
	in := bytes.NewReader(packed)
	r := flate.NewReaderDict(in, after)
	text, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	switch {
	case len(text) > maxUnpacked:
		return nil, errors.New("the link unpacks to more than 4 MiB; ask for the scenario as a file")
	case err != nil:
		return nil, errors.New("the link is damaged: its content cannot be unpacked; copy it again")
	case in.Len() > 0:
		return nil, errors.New("the link is damaged: something follows its content")
	}
	return text, nil
}
