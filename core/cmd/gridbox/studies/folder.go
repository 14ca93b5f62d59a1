package studies

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/limited"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
)

// A folder has the parts of a study that many tasks write, on one machine or on a shared file
// system. Files are written under another name and renamed, so that no reader sees an incomplete
// file. No file is locked.
type folder struct {
	dir    string
	reader study.PartReader
}

// digestOf is doc.Digest by the standard library, which uses instructions of the processor.
func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// newFolder returns the folder of a plan.
func newFolder(dir string, plan *study.Plan) *folder {
	return &folder{dir: dir, reader: study.PartReader{Plan: plan, Engine: catalog.Version, Digest: digestOf}}
}

// claim writes the plan into the folder, or returns an error if the folder belongs to another.
// The first task writes it; tasks that lose the race compare.
func (f *folder) claim(shards int) error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return err
	}
	plan := cluster.Plan(f.reader.Plan, catalog.Version, shards)
	for range 50 {
		found, err := readPlan(f.dir)
		switch {
		case err == nil:
			if why := found.Refuses(f.reader.Plan, catalog.Version); why != "" {
				return &study.Alien{Reason: filepath.Join(f.dir, cluster.PlanName) + " " + why}
			}
			return f.refuse()
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		if err := f.refuse(); err != nil {
			return err
		}
		if err := f.writeFile(cluster.PlanName, doc.Pretty(plan), false); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return errors.New(f.dir + ": the file " + cluster.PlanName + " comes and goes; is another program at work there?")
}

// refuse returns an error if the folder has a part of another study.
func (f *folder) refuse() error {
	names, err := listFiles(f.dir)
	if err != nil {
		return err
	}
	own := cluster.Digits(f.reader.Plan.Digest)
	for _, name := range names {
		if n, ok := cluster.Part(name); ok && n.Digits != own {
			return &study.Alien{Reason: filepath.Join(f.dir, name) +
				" is of another study; those of this one begin with part-" +
				own + "; use another folder"}
		}
	}
	return nil
}

// readPlan reads the plan of a folder. It returns an error if the plan is absent, malformed or
// too long.
func readPlan(dir string) (*cluster.PlanDocument, error) {
	name := filepath.Join(dir, cluster.PlanName)
	text, err := limited.File(name, cli.MaxDocument)
	if err != nil {
		return nil, err
	}
	plan, faults := cluster.ParsePlan(text)
	if len(faults) > 0 {
		return nil, errors.New(name + " cannot be read (" + faults[0].String() +
			"); remove it, and the parts stay as they are")
	}
	return plan, nil
}

// listFiles returns the names of a folder's files, sorted, without hidden ones, which include
// temporary files. It returns an error if the folder is unreadable.
func listFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// errorStatus returns the exit status of an error: a part of another study is invalid input, and
// other errors are failures.
func errorStatus(err error) int {
	if alien := (*study.Alien)(nil); errors.As(err, &alien) {
		return cli.Wrong
	}
	return cli.Failed
}

// writeFile writes a file atomically. If it must not replace an existing file, the error is
// fs.ErrExist.
func (f *folder) writeFile(name string, text []byte, replaces bool) error {
	temporary, err := os.CreateTemp(f.dir, ".writing-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(text)
	if err == nil {
		err = temporary.Sync()
	}
	if wrong := temporary.Close(); err == nil {
		err = wrong
	}
	if err != nil {
		return err
	}
	// CreateTemp makes files that only the owner can read.
	_ = os.Chmod(temporary.Name(), 0o644)
	into := filepath.Join(f.dir, name)
	if replaces {
		return os.Rename(temporary.Name(), into)
	}
	err = os.Link(temporary.Name(), into)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Some file systems have no hard links. There the last of several concurrent writers wins,
	// and the others notice it when they compare.
	return os.Rename(temporary.Name(), into)
}

// A partFile is a part, identified by its file name.
type partFile struct {
	name string
	cluster.Name
}

// overlappingParts returns the parts of the study whose names intersect a stretch. It returns an error if the
// folder is unreadable.
func (f *folder) overlappingParts(s study.Stretch) ([]partFile, error) {
	names, err := listFiles(f.dir)
	if err != nil {
		return nil, err
	}
	var list []partFile
	for _, name := range names {
		n, ok := cluster.Part(name)
		if ok && n.Digits == cluster.Digits(f.reader.Plan.Digest) && n.First <= s.Last && n.Last >= s.First {
			list = append(list, partFile{name, n})
		}
	}
	return list, nil
}

// read reads a part of the folder. It returns an error if the part is damaged or lacks units that
// its name states. The name may state less than the part has.
func (f *folder) read(name string) (*study.Part, error) {
	text, err := limited.File(filepath.Join(f.dir, name), cli.MaxDocument)
	if err != nil {
		return nil, err
	}
	part, err := f.reader.Read(text)
	if err != nil {
		return nil, err
	}
	if n, ok := cluster.Part(name); ok {
		if len(n.Stretch.Subtract(part.Stretches())) > 0 {
			return nil, errors.New("does not have all the units that its name says")
		}
	}
	return part, nil
}

// done returns the units of a stretch that the folder has, and the damaged parts. A valid part of
// another study is an error.
func (f *folder) done(s study.Stretch) (have []study.Stretch, damaged []string, err error) {
	list, err := f.overlappingParts(s)
	if err != nil {
		return nil, nil, err
	}
	for _, at := range list {
		part, err := f.read(at.name)
		alien := (*study.Alien)(nil)
		switch {
		case errors.Is(err, fs.ErrNotExist): // joined to another in the meantime
			continue
		case errors.As(err, &alien):
			return nil, nil, &study.Alien{Reason: filepath.Join(f.dir, at.name) + " " + alien.Reason}
		case err != nil:
			damaged = append(damaged, at.name+": "+firstLine(err))
			continue
		}
		have = append(have, part.Stretches()...)
	}
	return study.Union(have), damaged, nil
}

// firstLine returns the first line of an error.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// keep writes a part, one file for each stretch of its units.
func (f *folder) keep(part *study.Part) error {
	for _, s := range part.Stretches() {
		if err := f.writeFile(cluster.PartName(part.Digest, s), part.Slice(s).SignedText(digestOf), true); err != nil {
			return err
		}
	}
	return nil
}

// maxJoined is the greatest length of joined parts: half of the read limit.
const maxJoined = doc.MaxBytes / 2

// join joins the parts within a stretch if they are complete and not too long, and removes them
// and the damaged ones.
func (f *folder) join(s study.Stretch) error {
	list, err := f.overlappingParts(s)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(at partFile) bool { return at.First < s.First || at.Last > s.Last })
	length := int64(0)
	for _, at := range list {
		if info, err := os.Stat(filepath.Join(f.dir, at.name)); err == nil {
			length += info.Size()
		}
	}
	if len(list) < 2 || length > maxJoined {
		return nil
	}
	var parts []*study.Part
	for _, at := range list {
		if part, err := f.read(at.name); err == nil {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	whole, err := study.Merge(parts...)
	if err != nil {
		return err
	}
	if len(s.Subtract(whole.Stretches())) > 0 {
		return nil // some units are in parts that extend beyond the stretch
	}
	name := cluster.PartName(whole.Digest, s)
	if err := f.writeFile(name, whole.Slice(s).SignedText(digestOf), true); err != nil {
		return err
	}
	for _, at := range list {
		if at.name != name {
			_ = os.Remove(filepath.Join(f.dir, at.name))
		}
	}
	return nil
}

// writeProgress writes the progress of a task. Errors are ignored.
func (f *folder) writeProgress(s study.Stretch, task *cluster.TaskDocument) {
	task.At = time.Now().UTC().Format(time.RFC3339)
	_ = f.writeFile(cluster.TaskName(f.reader.Plan.Digest, s), doc.Canonical(task), true)
}

// removeProgress removes the progress of a task.
func (f *folder) removeProgress(s study.Stretch) {
	_ = os.Remove(filepath.Join(f.dir, cluster.TaskName(f.reader.Plan.Digest, s)))
}
