package cluster

import (
	"strconv"
	"strings"
)

// maxCarried is the maximum length of a study's document in a ConfigMap, whose
// limit is one MiB.
const maxCarried = 900_000

// kubernetes returns the objects of an indexed Job and of a Job that merges.
func (j *Job) kubernetes() string {
	b := &strings.Builder{}
	j.head(b)
	name, parts := j.name(), strconv.Itoa(j.Parts())
	b.WriteString(`# 1. An image of the program alone, which needs nothing else. Put gridbox, the static
#    binary for your nodes, next to this Containerfile:
#
#      FROM scratch
#      COPY gridbox /gridbox
#      ENTRYPOINT ["/gridbox"]
#
#    Build and push it, and put its name after both "image:" below.
# 2. kubectl apply -f FILE
# 3. kubectl wait --for=condition=complete --timeout=-1s job/` + name + `-merge
#    The study is then the file result.json on the volume.
#
# No work is done twice: a pod that is lost, evicted or ended continues where it was. All pods share one volume, so its class must offer ReadWriteMany. Where
# there is only an object store, mount it with its CSI driver under the same claim:
# parts are written once, whole, and never changed.
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ` + name + `
spec:
  accessModes: [ReadWriteMany]
  resources:
    requests:
      storage: 10Gi
---
`)
	study := "/study/study.json"
	if len(j.Text) <= maxCarried {
		study = "/config/study.json"
		b.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\ndata:\n  study.json: |\n")
		for line := range strings.Lines(j.Text) {
			b.WriteString("    " + strings.TrimRight(line, "\r\n") + "\n")
		}
		b.WriteString("---\n")
	} else {
		b.WriteString("# The study's document is too long for a ConfigMap: copy it to the volume as study.json " +
			"first.\n")
	}
	b.WriteString(`apiVersion: batch/v1
kind: Job
metadata:
  name: ` + name + `
spec:
  completionMode: Indexed
  completions: ` + parts + `
  parallelism: ` + strconv.Itoa(j.Concurrency()) + ` # how many run at once
  backoffLimitPerIndex: 5 # each part may fail so often
  maxFailedIndexes: ` + parts + ` # and one that keeps failing stops no other
  podFailurePolicy:
    rules:
      - action: Ignore # ended by request, with its work kept: not a failure
        onExitCodes:
          containerName: gridbox
          operator: In
          values: [3]
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
      - action: FailJob # wrong input, such as another study in the folder
        onExitCodes:
          containerName: gridbox
          operator: In
          values: [2]
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 60
      containers:
        - name: gridbox
          image: gridbox:latest
          args:
` + j.args(append(append([]string{"study", study}, j.Flags...), "--shard", "env/"+parts, "--out", "/study/parts",
		"--cores", strconv.Itoa(j.Cores))) +
		j.pod(name) + `---
apiVersion: batch/v1
kind: Job
metadata:
  name: ` + name + `-merge
spec:
  backoffLimit: 5
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: gridbox
          image: gridbox:latest
          args:
` + j.args([]string{"merge", "/study/parts", "--wait", "--to", "/study/result.json"}) + j.pod(name))
	return b.String()
}

// args returns the words of a command, one per line, quoted for YAML.
func (j *Job) args(words []string) string {
	b := &strings.Builder{}
	for _, word := range words {
		b.WriteString("            - '" + strings.ReplaceAll(word, "'", "''") + "'\n")
	}
	return b.String()
}

// pod returns the common part of both pods as indented YAML: the resources,
// the security context and the volumes.
func (j *Job) pod(name string) string {
	text := `          resources:
            requests:
              cpu: "` + strconv.Itoa(j.Cores) + `"
              memory: ` + strconv.Itoa(j.memory()) + `Mi
            limits:
              memory: ` + strconv.Itoa(2*j.memory()) + `Mi
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities:
              drop: [ALL]
          volumeMounts:
            - name: study
              mountPath: /study
`
	if len(j.Text) <= maxCarried {
		text += "            - name: config\n              mountPath: /config\n"
	}
	text += "      volumes:\n        - name: study\n          persistentVolumeClaim:\n            claimName: " +
		name + "\n"
	if len(j.Text) <= maxCarried {
		text += "        - name: config\n          configMap:\n            name: " + name + "\n"
	}
	return text
}
