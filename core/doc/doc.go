// Package doc reads and writes Gridbox documents: JSON with strict rules.
//
// Reading ([Decode]) fills plain Go structs and collects every [Fault] with
// its path and its place in the text, instead of stopping at the first:
// malformed JSON, unknown and repeated fields, missing required fields, wrong
// types, numbers out of range. Writing ([Canonical]) yields the one canonical
// text of a value, with sorted keys and shortest numbers (RFC 8785), so that
// equal values have equal bytes, digests and links.
//
// One table drives everything: the struct tags of the nouns. They feed the
// reader, the writer, the published JSON Schema and the forms of the page.
//
//	json:"mips"          the field's name; ",omitempty" leaves zero values out
//	rule:"required,>0"   comma-separated: required, id, >0, >=0, >=1, 0..1,
//	                     >0..1 (open at 0), int, oneof=a|b|c
//	unit:"MIPS"          shown behind numbers and in table heads
//	label:"Power"        what a form calls the field
//	about:"..."          one sentence for the schema and for help texts
//	ref:"clusters"       the list of the problem to whose ids the value refers, or
//	                     the keys of a map
//	instead:"times"      the field that makes a required one unnecessary
//	also:"times"         the list whose name this map shares: a text has the list
//	                     in [ ] or the map in { }
//
// The tables of metrics, options and generators' parameters have a few more:
//
//	better:"lower"       of a metric: whether lower or higher values are better
//	default:"printed"    of an option or a parameter: its value if left out
//	of:"tree gka"        of an option: the algorithms that have it; all without
//	default.gka:"7"      a tag for one of the algorithms
//
// Rules that concern more than one field (unique ids, references) belong to
// the noun's own Validate method.
package doc
