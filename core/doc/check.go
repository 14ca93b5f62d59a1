package doc

import (
	"reflect"
	"unicode/utf8"
)

// Check returns the values that break the rules of their fields. It is for
// documents that were built in memory and not decoded. A required field counts
// as present.
func Check(v any) Faults {
	c := checker{}
	c.value(reflect.ValueOf(v), &noRule)
	return c.faults.Limit()
}

type checker struct {
	steps  []step
	faults Faults
}

func (c *checker) fault(value, why string) {
	if why != "" {
		c.faults = append(c.faults, Fault{Path: joinPath(c.steps), Value: value, Reason: why})
	}
}

func (c *checker) value(v reflect.Value, rule *Rule) {
	if v.IsValid() {
		c.plannedValue(planOf(v.Type()), v, rule)
	}
}

// plannedValue does the same as value for a value whose plan is known, which saves the lookup.
func (c *checker) plannedValue(p *plan, v reflect.Value, rule *Rule) {
	for p.shape == anOption || p.shape == aValue {
		if v.IsNil() {
			return
		}
		if v = v.Elem(); p.shape == anOption {
			p = p.elem
		} else {
			p = planOf(v.Type())
		}
	}
	switch p.shape {
	case aNumber:
		if why := rule.Number(v.Float()); why != "" {
			c.fault(Exact(v.Float()), why)
		}
	case aWhole:
		whole := *rule
		whole.Whole = true
		n := float64(0)
		if v.CanUint() {
			n = float64(v.Uint())
		} else {
			n = float64(v.Int())
		}
		if why := whole.Number(n); why != "" {
			c.fault(Number(n), why)
		}
	case aString:
		c.text(v.String(), rule)
	case aList:
		c.list(p, v, rule)
	case aMap:
		for _, name := range sortedKeys(v) {
			c.inside(step{name: name}, p.elem, entry(v, name), rule)
		}
	case anObject:
		for _, f := range p.fields {
			if !f.isOmitted(v) {
				c.inside(step{name: f.name}, f.plan, f.valueIn(v), &f.rule)
			}
		}
	}
}

func (c *checker) text(s string, rule *Rule) {
	why := rule.Text(s)
	if why == "" && !utf8.ValidString(s) {
		why = "is not valid UTF-8"
	}
	if why != "" {
		c.fault(excerpt(AppendString(nil, s)), why)
	}
}

// list checks the elements of a list by the rule and adds their faults.
func (c *checker) list(p *plan, v reflect.Value, rule *Rule) {
	if p.elem.shape == aString && rule.Choices == nil && !rule.ID {
		for i := range v.Len() { // fast path for long lists of references
			if !utf8.ValidString(v.Index(i).String()) {
				c.inside(step{index: i}, p.elem, v.Index(i), rule)
			}
		}
		return
	}
	for i := range v.Len() {
		c.inside(step{index: i}, p.elem, v.Index(i), rule)
	}
}

func (c *checker) inside(s step, p *plan, v reflect.Value, rule *Rule) {
	c.steps = append(c.steps, s)
	c.plannedValue(p, v, rule)
	c.steps = c.steps[:len(c.steps)-1]
}
