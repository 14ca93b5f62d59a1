package screen

import (
	"strings"

	"gridbox/app/ui"
)

// words are what heads of columns and rows say, each with the entry of the glossary that explains
// it. A name, an id and what a table is about need no explanation and are not here.
const words = `
MIPS=power
MB/s=bandwidth
MI=work
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
available=availability
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
MB=memory
lasts, s=duration
at, s=reservation
placed=reservation
delay, s=dependency
data, MB=dependency
start, s=start
finish, s=finish
until=finish
combination=window
choice=window
postponed=cycle
T*=quota
B*=quota
`

// plain are those that are called as the glossary has them.
const plain = "|node|job|link|machine|group|cluster|type|load|demand|cost|start|runtime|performance|price|value|" +
	"volume|family|cycle|held|expired|too short|too slow|too dear|over budget|window|utilization|" +
	"bounded slowdown|"

// Word is what a column or a row is called, explaining itself where the glossary knows it.
func Word(text string) ui.Node {
	if strings.Contains(plain, "|"+text+"|") {
		return ui.Term(strings.ReplaceAll(text, " ", "-"), text)
	}
	if _, after, found := strings.Cut(words, "\n"+text+"="); found {
		id, _, _ := strings.Cut(after, "\n")
		return ui.Term(id, text)
	}
	return ui.Text(text)
}
