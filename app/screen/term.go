package screen

import (
	"strings"

	"gridbox/app/ui"
)

// headTerms are the heads of columns and rows, each with its entry of the glossary.
// Names, ids and the subjects of tables need no explanation and are not here.
const headTerms = `
power, MIPS=power
bandwidth, MB/s=bandwidth
work, MI=work
data=dataset
size, MB=dataset
needs=dataset
replicas=replica
runs on=assignment
perf.=performance
perf. ≥=least-performance
price ≤=greatest-price
prio.=priority
nodes=node
job unaffected=availability
time, s=times
taken=window
q=attribute
wait, s=wait
mean wait, s=wait
response, s=response
mean slowdown=bounded-slowdown
slot hours=slot
throughput, jobs an hour=throughput
jobs that wait, on average=wait
jobs that wait, at most=wait
fairness among users, of 1=fairness
limit=estimate
slots=slot
memory, MB=memory
duration, s=duration
reserved, s=reservation
placed=reservation
delay, s=dependency
data, MB=dependency
start, s=start
finish, s=finish
combination=window
choice=window
postponed=cycle
T*=quota
B*=quota
`

// selfTerms are the heads whose entry of the glossary has the same name.
const selfTerms = "|node|job|link|machine|group|cluster|type|load|demand|cost|start|finish|availability|runtime|" +
	"performance|price|value|volume|family|cycle|held|expired|too short|too slow|too dear|over budget|window|" +
	"utilization|bounded slowdown|"

// Term returns the name of a column or a row, with an explanation if the
// glossary has one.
func Term(text string) ui.Node {
	if strings.Contains(selfTerms, "|"+text+"|") {
		return ui.Term(strings.ReplaceAll(text, " ", "-"), text)
	}
	if _, after, found := strings.Cut(headTerms, "\n"+text+"="); found {
		id, _, _ := strings.Cut(after, "\n")
		return ui.Term(id, text)
	}
	return ui.Text(text)
}
