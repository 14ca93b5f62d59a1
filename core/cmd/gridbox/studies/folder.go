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

// A folder holds the parts of a study that many tasks write, on one machine or
// on a file system that many share. Files are written beside and renamed, so that
// nobody ever sees half of one; no file is locked.
type folder struct {
	dir    string
	reader study.PartReader
}

// digestOf is doc.Digest by the standard library, which uses what the processor
// has for it.
func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func newFolder(dir string, plan *study.Plan) *folder {
	return &folder{dir: dir, reader: study.PartReader{Plan: plan, Engine: catalog.Version, Digest: digestOf}}
}

// claim makes the folder that of the plan, or says why it is another's. The first
// that comes writes what it is for; whoever loses the race compares.
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
				return &study.Alien{Why: filepath.Join(f.dir, cluster.PlanName) + " " + why}
			}
			return f.refuse()
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
		if err := f.refuse(); err != nil {
			return err
		}
		if err := f.place(cluster.PlanName, doc.Pretty(plan), false); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return errors.New(f.dir + ": the file " + cluster.PlanName + " comes and goes; is another program at work there?")
}

// refuse names a part of another study in the folder, if there is one.
func (f *folder) refuse() error {
	names, err := listed(f.dir)
	if err != nil {
		return err
	}
	own := cluster.Digits(f.reader.Plan.Digest)
	for _, name := range names {
		if n, ok := cluster.Part(name); ok && n.Digits != own {
			return &study.Alien{Why: filepath.Join(f.dir, name) +
				" is of another study; those of this one begin with part-" +
				own + "; use another folder"}
		}
	}
	return nil
}

// readPlan reads what a folder is for.
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

// listed gives the names of a folder's files in order, without those that are
// being written.
func listed(dir string) ([]string, error) {
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

// refused is the exit status of an error: what a folder refuses is wrong input, all
// else went wrong.
func refused(err error) int {
	if alien := (*study.Alien)(nil); errors.As(err, &alien) {
		return cli.Wrong
	}
	return cli.Failed
}

// place writes a file whole or not at all. Where it must not replace, a file that
// is there is fs.ErrExist.
func (f *folder) place(name string, text []byte, replaces bool) error {
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
	// Others may read it: what CreateTemp makes is for its owner alone.
	_ = os.Chmod(temporary.Name(), 0o644)
	into := filepath.Join(f.dir, name)
	if replaces {
		return os.Rename(temporary.Name(), into)
	}
	err = os.Link(temporary.Name(), into)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Some file systems know no links. There the last of several that begin at the
	// same moment wins, and the others see it when they compare.
	return os.Rename(temporary.Name(), into)
}

// A found file is a part by its name.
type found struct {
	name string
	cluster.Name
}

// near lists the parts of the study that have units of a stretch by their names.
func (f *folder) near(s study.Stretch) ([]found, error) {
	names, err := listed(f.dir)
	if err != nil {
		return nil, err
	}
	var list []found
	for _, name := range names {
		n, ok := cluster.Part(name)
		if ok && n.Digits == cluster.Digits(f.reader.Plan.Digest) && n.First <= s.Last && n.Last >= s.First {
			list = append(list, found{name, n})
		}
	}
	return list, nil
}

// read reads a part of the folder and holds it to its name, which may say less
// than it has, never more.
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
		if len(n.Stretch.Without(part.Stretches())) > 0 {
			return nil, errors.New("does not have all the units that its name says")
		}
	}
	return part, nil
}

// done lists which units of a stretch the folder has, and the parts that are
// damaged. Sound parts of something else are an error.
func (f *folder) done(s study.Stretch) (have []study.Stretch, damaged []string, err error) {
	list, err := f.near(s)
	if err != nil {
		return nil, nil, err
	}
	for _, at := range list {
		part, err := f.read(at.name)
		alien := (*study.Alien)(nil)
		switch {
		case errors.Is(err, fs.ErrNotExist): // joined to another meanwhile
			continue
		case errors.As(err, &alien):
			return nil, nil, &study.Alien{Why: filepath.Join(f.dir, at.name) + " " + alien.Why}
		case err != nil:
			damaged = append(damaged, at.name+": "+firstLine(err))
			continue
		}
		have = append(have, part.Stretches()...)
	}
	return study.Union(have), damaged, nil
}

// firstLine is the first of what may be wrong with a file.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// keep writes a part, one file for each stretch of units that it has.
func (f *folder) keep(part *study.Part) error {
	for _, s := range part.Stretches() {
		if err := f.place(cluster.PartName(part.Digest, s), part.Within(s).Signed(digestOf), true); err != nil {
			return err
		}
	}
	return nil
}

// mostJoined is how long the parts of a task may be together to be joined: half of
// what is read.
const mostJoined = doc.MaxBytes / 2

// join makes one part of those that lie within a stretch, if they are all of it and
// not too long, and removes what it was made of and what is damaged among them.
func (f *folder) join(s study.Stretch) error {
	list, err := f.near(s)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(at found) bool { return at.First < s.First || at.Last > s.Last })
	length := int64(0)
	for _, at := range list {
		if info, err := os.Stat(filepath.Join(f.dir, at.name)); err == nil {
			length += info.Size()
		}
	}
	if len(list) < 2 || length > mostJoined {
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
	if len(s.Without(whole.Stretches())) > 0 {
		return nil // some of it is in parts that go beyond
	}
	name := cluster.PartName(whole.Digest, s)
	if err := f.place(name, whole.Within(s).Signed(digestOf), true); err != nil {
		return err
	}
	for _, at := range list {
		if at.name != name {
			_ = os.Remove(filepath.Join(f.dir, at.name))
		}
	}
	return nil
}

// tell writes how far a task is; that it cannot harms nothing.
func (f *folder) tell(s study.Stretch, task *cluster.TaskDocument) {
	task.At = time.Now().UTC().Format(time.RFC3339)
	_ = f.place(cluster.TaskName(f.reader.Plan.Digest, s), doc.Canonical(task), true)
}

// untell removes it.
func (f *folder) untell(s study.Stretch) {
	_ = os.Remove(filepath.Join(f.dir, cluster.TaskName(f.reader.Plan.Digest, s)))
}
