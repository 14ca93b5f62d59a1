package study

import (
	"bytes"
	"strconv"

	"gridbox/core/doc"
)

// A PartReader reads many parts of one plan, each for a fraction of what
// ParsePart takes: the plan is made once, and the digest of a part that is
// written canonically is that of its own text, without writing it again.
type PartReader struct {
	Plan *Plan
	// Engine is the version that must have computed them; any where it is "".
	Engine string
	// Digest is doc.Digest, or a faster one that gives the same.
	Digest func(text []byte) string
	// Most bounds the length of a part; doc.MaxBytes where it is 0.
	Most  int
	study []byte
}

// An Alien is a part that is sound and of something else.
type Alien struct{ Why string }

func (a *Alien) Error() string { return a.Why }

// Read reads the text of a part. The error is an *Alien where it is another
// study's or another version's, doc.Faults where it is no sound part.
func (r *PartReader) Read(text []byte) (*Part, error) {
	d := &PartDocument{}
	if faults := doc.DecodeLong(text, d, nil, max(r.Most, doc.MaxBytes)); len(faults) > 0 {
		return nil, faults
	}
	return r.Of(d, text)
}

// Of is Read for a document that was read already; text is what it was read
// from, nil where that holds other things too.
func (r *PartReader) Of(d *PartDocument, text []byte) (*Part, error) {
	if r.Digest == nil {
		r.Digest = doc.Digest
	}
	if r.study == nil {
		r.study = doc.Canonical(r.Plan.Scenario)
	}
	switch {
	case d.Version > PartVersion:
		return nil, newer(d.Version)
	case d.Study == nil:
		return nil, doc.Faults{{Path: "study", Why: "is missing"}}
	}
	signed := *d
	if r.signs(text, d.Digest) {
		signed.Digest = "" // which need not be made again
	}
	if signed.Digest != "" || d.Digest == "" {
		if faults := signed.unchanged(); len(faults) > 0 {
			return nil, faults
		}
	}
	if d.Scenario != r.Plan.Digest || !bytes.Equal(doc.Canonical(d.Study), r.study) {
		return nil, &Alien{"is of another study: its document is " + d.Scenario + ", that of the others " + r.Plan.Digest}
	}
	if r.Engine != "" && d.Engine != r.Engine {
		return nil, &Alien{"was computed by Gridbox " + d.Engine + ", the others by " + r.Engine +
			"; run all parts with the same version"}
	}
	signed.Digest = ""
	p, faults := signed.PartOf(r.Plan)
	if len(faults) > 0 {
		return nil, faults
	}
	p.Unsigned = d.Digest == ""
	return p, nil
}

// signs tells whether a text is written as Part.Text writes it, with the digest
// first, and the digest is that of the rest.
func (r *PartReader) signs(text []byte, digest string) bool {
	rest, ok := bytes.CutPrefix(text, []byte(`{"digest":`+strconv.Quote(digest)+`,`))
	if !ok || digest == "" {
		return false
	}
	// The brace goes where the comma was, for as long as it takes.
	at := len(text) - len(rest) - 1
	text[at] = '{'
	is := r.Digest(text[at:])
	text[at] = ','
	return is == digest
}

// newer refuses a version that this build does not know.
func newer(version int) doc.Faults {
	return doc.Faults{{Path: "version", Value: strconv.Itoa(version),
		Why: "is newer than this build, which reads up to version " + strconv.Itoa(PartVersion) + "; update Gridbox"}}
}

// unchanged holds a document to its digest, where it has one.
func (d *PartDocument) unchanged() doc.Faults {
	if d.Digest == "" {
		return nil
	}
	if is := d.content(); is != d.Digest {
		return doc.Faults{{Path: "digest", Value: strconv.Quote(d.Digest),
			Why: "is not that of the part, which was changed after it was written: it has now " + is}}
	}
	return nil
}

// Signed is Part.Text with the digest by the function given, one that may be
// faster than doc.Digest. It writes once what Text writes twice.
func (p *Part) Signed(digest func([]byte) string) []byte {
	bare := doc.Canonical(p.unsigned())
	is := digest(bare)
	return append([]byte(`{"digest":`+strconv.Quote(is)+`,`), bare[1:]...)
}
