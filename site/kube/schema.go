package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/yaml"
)

// release is the Kubernetes module whose published schemas are used.
const release = "k8s.io/kubernetes@v1.31.0"

// published lists the schemas with their expected digests.
var published = []struct{ file, digest, within string }{
	{"apis__batch__v1_openapi.json",
		"96e05ba1bb75313062bab67cbbb783e68ef2d02732cfceb7c183447db0f1cffc", "io.k8s.api.batch.v1."},
	{"api__v1_openapi.json",
		"9774af2f5f5cdfbeb2557e5e1ec491341025f993639fbef912e2c7cbd97b21a2", "io.k8s.api.core.v1."},
}

// A judge has the published schema of each type of object, such as "batch/v1 Job".
type judge map[string]*jsonschema.Schema

// newJudge reads the schemas of the release.
func newJudge() (judge, error) {
	told, err := exec.Command("go", "mod", "download", "-json", release).Output()
	if err != nil {
		return nil, fmt.Errorf("the schemas of %s cannot be had: %w", release, err)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(told, &module); err != nil {
		return nil, err
	}
	j := judge{}
	for i, group := range []string{"batch/v1", "v1"} {
		p := published[i]
		text, err := os.ReadFile(filepath.Join(module.Dir, "api/openapi-spec/v3", p.file))
		if err != nil {
			return nil, err
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != p.digest {
			return nil, fmt.Errorf("%s is not what it was: %x", p.file, sum)
		}
		read, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		strict(read)
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(p.file, read); err != nil {
			return nil, err
		}
		for _, kind := range []string{"Job", "PersistentVolumeClaim", "ConfigMap"} {
			if s, err := compiler.Compile(p.file + "#/components/schemas/" + p.within + kind); err == nil {
				j[group+" "+kind] = s
			}
		}
	}
	if len(j) != 3 {
		return nil, fmt.Errorf("the schemas have %d of 3 kinds", len(j))
	}
	return j, nil
}

// strict makes every object with named fields in a schema reject other fields, as servers do with strict field
// validation. It modifies the schema in place. An object that sets additionalProperties stays as it is.
func strict(at any) {
	switch v := at.(type) {
	case map[string]any:
		_, named := v["properties"].(map[string]any)
		if _, said := v["additionalProperties"]; named && !said {
			v["additionalProperties"] = false
		}
		for _, inner := range v {
			strict(inner)
		}
	case []any:
		for _, inner := range v {
			strict(inner)
		}
	}
}

// validate validates an object against the schema of its kind.
func (j judge) validate(kind string, text []byte) error {
	schema := j[kind]
	if schema == nil {
		return fmt.Errorf("there is no schema of %s", kind)
	}
	text, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	object, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(object)
}
