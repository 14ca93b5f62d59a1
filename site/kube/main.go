// Command kube validates the objects of a file against the schemas and Go types published by
// Kubernetes, as an API server would: unknown fields, strings in place of numbers and
// inconsistent settings are faults. It is a separate module, because nothing else needs these
// dependencies.
//
//	gridbox study scenario.json --script kubernetes | go run .
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// main prints the kind of every valid object from standard input. It fails at the first invalid object, or if there
// are fewer than three objects.
func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		fail(err)
	}
	j, err := newJudge()
	if err != nil {
		fail(err)
	}
	count := 0
	for _, object := range bytes.Split(text, []byte("\n---\n")) {
		kind, err := check(object)
		if err == nil && kind != "" {
			err = j.validate(kind, object)
		}
		if err != nil {
			fail(fmt.Errorf("%s: %w", kind, err))
		}
		if kind != "" {
			count++
			fmt.Println(kind)
		}
	}
	if count < 3 {
		fail(fmt.Errorf("there are only %d objects", count))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "kube:", err)
	os.Exit(1)
}

// check decodes one object strictly and validates it by its kind.
func check(text []byte) (kind string, err error) {
	var head struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal(text, &head); err != nil || head.Kind == "" {
		return "", err
	}
	kind = head.APIVersion + " " + head.Kind
	switch kind {
	case "v1 PersistentVolumeClaim":
		return kind, yaml.UnmarshalStrict(text, &core.PersistentVolumeClaim{})
	case "v1 ConfigMap":
		return kind, yaml.UnmarshalStrict(text, &core.ConfigMap{})
	case "batch/v1 Job":
		job := &batch.Job{}
		if err := yaml.UnmarshalStrict(text, job); err != nil {
			return kind, err
		}
		return kind, agree(job)
	}
	return kind, fmt.Errorf("is not expected here")
}

// agree returns an error if settings of a Job are inconsistent by the documentation of its
// fields.
func agree(job *batch.Job) error {
	s, pod := &job.Spec, &job.Spec.Template.Spec
	if pod.RestartPolicy != core.RestartPolicyNever {
		return fmt.Errorf("podFailurePolicy and backoffLimitPerIndex need restartPolicy Never")
	}
	indexed := s.CompletionMode != nil && *s.CompletionMode == batch.IndexedCompletion
	switch {
	case s.BackoffLimitPerIndex != nil && !indexed:
		return fmt.Errorf("backoffLimitPerIndex needs completionMode Indexed")
	case indexed && (s.Completions == nil || *s.Completions < 1):
		return fmt.Errorf("an indexed Job needs completions")
	case s.MaxFailedIndexes != nil && *s.MaxFailedIndexes > *s.Completions:
		return fmt.Errorf("maxFailedIndexes is more than completions")
	}
	volumes, containers := map[string]bool{}, map[string]bool{}
	for _, v := range pod.Volumes {
		volumes[v.Name] = true
	}
	for _, c := range pod.Containers {
		containers[c.Name] = true
		for _, m := range c.VolumeMounts {
			if !volumes[m.Name] {
				return fmt.Errorf("there is no volume %s", m.Name)
			}
		}
	}
	if s.PodFailurePolicy == nil {
		return nil
	}
	for _, rule := range s.PodFailurePolicy.Rules {
		// The schema has these rules only in its descriptions.
		if !slices.Contains([]batch.PodFailurePolicyAction{batch.PodFailurePolicyActionFailJob,
			batch.PodFailurePolicyActionFailIndex, batch.PodFailurePolicyActionIgnore,
			batch.PodFailurePolicyActionCount}, rule.Action) {
			return fmt.Errorf("there is no action %s", rule.Action)
		}
		if on := rule.OnExitCodes; on != nil && on.Operator != batch.PodFailurePolicyOnExitCodesOpIn &&
			on.Operator != batch.PodFailurePolicyOnExitCodesOpNotIn {
			return fmt.Errorf("there is no operator %s", on.Operator)
		}
		if on := rule.OnExitCodes; on != nil && on.ContainerName != nil && !containers[*on.ContainerName] {
			return fmt.Errorf("there is no container %s", *on.ContainerName)
		}
	}
	return nil
}
