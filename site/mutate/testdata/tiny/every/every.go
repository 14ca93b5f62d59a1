// Package every has a place for every operator.
package every

import "math"

const tolerance = 1e-9

func numbers(a, b int, x float64) (int, float64) {
	a += b % 3
	b--
	return a<<1 - 0, math.Floor(-x)
}

func conditions(a, b bool, names map[string]bool, name string) bool {
	if a {
		return true
	}
	for !names[name] && (a || names["x"+name]) {
		break
	}
	return a == b
}

type list struct{ items []int }

func (l *list) fill(from, to int, name string) {
	l.items = make([]int, 0, 7)
	if to > from {
		l.items = append(l.items, min(from, 1))
		l.fill(
			from,
			to,
			name)
	}
	if from < 0 {
		panic("from below 0" + name)
	}
}
