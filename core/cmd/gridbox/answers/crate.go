package answers

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/crate"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// reproduceCrate solves the contents of an RO-Crate again. All listed files
// must exist.
func (c *Call) reproduceCrate(folder string) int {
	description := filepath.Join(folder, crate.MetadataFile)
	text, ok := c.Read(description, cli.MaxDocument)
	if !ok {
		return cli.Wrong
	}
	parts, err := crate.Parts(text)
	if err != nil {
		c.Say("gridbox verify: " + filepath.ToSlash(description) + " " + err.Error() + "\n")
		return cli.Wrong
	}
	status, found := cli.Done, map[string]string{} // names by format
	for _, p := range parts {
		if strings.Contains(p.Name, "://") {
			continue // elsewhere on the web
		}
		why, code := c.lacks(folder, p)
		if why != "" {
			c.Report(cli.Message{Code: code, Path: p.Name, Message: why}, p.Name+": "+why+"\n")
			status = cli.Wrong
			continue
		}
		if strings.HasSuffix(p.Name, ".json") {
			name := filepath.Join(folder, filepath.FromSlash(p.Name))
			if format := formatOf(name); found[format] == "" {
				found[format] = name
			}
		}
	}
	switch {
	case status != cli.Done:
		return status
	case found[scenario.Format] == "" || found[scenario.ResultFormat] == "":
		c.Say("gridbox verify: the crate has no scenario of Gridbox with a result\n")
		return cli.Wrong
	}
	return c.reproduceFiles(found[scenario.Format], found[scenario.ResultFormat])
}

// lacks returns what is wrong with a file of a crate, or "" if it is valid.
func (c *Call) lacks(folder string, p crate.Part) (why, code string) {
	local := filepath.FromSlash(p.Name)
	if !filepath.IsLocal(local) {
		return "is not inside the crate", cli.CodeInput
	}
	info, err := os.Stat(filepath.Join(folder, local))
	switch {
	case err != nil || info.IsDir():
		return "is listed in the crate, and there is no such file", cli.CodeMissing
	case p.Size >= 0 && info.Size() != p.Size:
		return "has " + strconv.FormatInt(info.Size(), 10) + " bytes; the crate says " + strconv.FormatInt(p.Size, 10),
			cli.CodeInput
	}
	return "", ""
}

// formatOf returns the format of a document, "" if a file is none or is too long.
func formatOf(name string) string {
	info, err := os.Stat(name)
	if err != nil || info.Size() > int64(cli.MaxResult) {
		return ""
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	var head struct {
		Format string `json:"format"`
	}
	doc.Decode(text, &head)
	return head.Format
}
