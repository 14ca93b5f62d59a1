package study

import (
	"bytes"
	"strconv"

	"gridbox/core/doc"
)

// A PartReader reads many parts of one plan in a fraction of the time of
// ParsePart: the plan exists already, and the digest of a part with canonical
// text is computed from that text.
type PartReader struct {
	Plan *Plan
	// Engine is the required version, or "" for any.
	Engine string
	// Digest is doc.Digest, or a faster equivalent.
	Digest func(text []byte) string
	// MaxBytes is the maximum length of a part; 0 means doc.MaxBytes.
	MaxBytes int
	study    []byte
}

// An Alien is the error of a valid part of another study or version.
type Alien struct{ Reason string }

func (a *Alien) Error() string { return a.Reason }

// Read reads the text of a part. The error is an *Alien for another study or
// version, and doc.Faults for an invalid part.
func (r *PartReader) Read(text []byte) (*Part, error) {
	d := &PartDocument{}
	if faults := doc.DecodeLong(text, d, nil, max(r.MaxBytes, doc.MaxBytes)); len(faults) > 0 {
		return nil, faults
	}
	return r.ReadDocument(d, text)
}

// ReadDocument does the same as Read for a document that was decoded already. The text is its source, or nil if that
// contains other things too.
func (r *PartReader) ReadDocument(d *PartDocument, text []byte) (*Part, error) {
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
		return nil, doc.Faults{{Path: "study", Reason: "is missing"}}
	}
	signed := *d
	if r.signs(text, d.Digest) {
		signed.Digest = "" // need not be computed again
	}
	if signed.Digest != "" || d.Digest == "" {
		if faults := signed.checkDigest(); len(faults) > 0 {
			return nil, faults
		}
	}
	if d.Scenario != r.Plan.Digest || !bytes.Equal(doc.Canonical(d.Study), r.study) {
		return nil, &Alien{"is of another study: its document is " + d.Scenario + ", that of the others " +
			r.Plan.Digest}
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

// signs reports whether a text is that of Part.Text, with the digest first, and
// the digest is correct.
func (r *PartReader) signs(text []byte, digest string) bool {
	rest, ok := bytes.CutPrefix(text, []byte(`{"digest":`+strconv.Quote(digest)+`,`))
	if !ok || digest == "" {
		return false
	}
	// Replace the comma by a brace temporarily.
	at := len(text) - len(rest) - 1
	text[at] = '{'
	is := r.Digest(text[at:])
	text[at] = ','
	return is == digest
}

// newer returns the fault of an unknown version.
func newer(version int) doc.Faults {
	return doc.Faults{{Path: "version", Value: strconv.Itoa(version),
		Reason: "is newer than this build, which reads up to version " + strconv.Itoa(PartVersion) +
			"; update Gridbox"}}
}

// checkDigest returns a fault if a document does not have its digest.
func (d *PartDocument) checkDigest() doc.Faults {
	if d.Digest == "" {
		return nil
	}
	if is := d.content(); is != d.Digest {
		return doc.Faults{{Path: "digest", Value: strconv.Quote(d.Digest),
			Reason: "is not that of the part, which was changed after it was written: it has now " + is}}
	}
	return nil
}

// SignedText returns the same as Part.Text, with the given digest function, which may be faster than doc.Digest. It
// writes the content once, not twice.
func (p *Part) SignedText(digest func([]byte) string) []byte {
	bare := doc.Canonical(p.unsignedDocument())
	is := digest(bare)
	return append([]byte(`{"digest":`+strconv.Quote(is)+`,`), bare[1:]...)
}
