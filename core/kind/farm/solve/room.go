package solve

// reserve tells the sieve whose reservation is in the book, and what is free.
func (v *sieve) reserve(first *hold, free *holes) {
	v.first, v.holes, v.stale = first, free, true
}

// measure finds out what room each kind finds.
func (v *sieve) measure() {
	v.free()
	for i := range v.wishes {
		if w := &v.wishes[i]; w.of != always {
			w.room = room{until: v.first.start}
			v.find(w)
		}
	}
	v.open, v.stale = v.open[:0], false
	for i := range v.kinds {
		k := &v.kinds[i]
		k.room = v.wishes[k.wish].room
		if k.room.may(&v.nodes[len(v.kinds)+i], v.stream.now) {
			v.open = append(v.open, int16(i))
		}
	}
}

// free is the most that machines of each class have free, now and past the
// reservation's start.
func (v *sieve) free() {
	s := v.stream
	clear(v.classes)
	for i := range v.holes.list {
		h := &v.holes.list[i]
		c := &v.classes[s.in.class[h.machine]]
		c.short.raise(h.free)
		long := h.free
		for _, q := range v.first.machines {
			if q == h.machine {
				later := s.book.store.at(s.book.machines[q], v.first.start)
				long = need{min(long.slots, later.slots), min(long.memory, later.memory)}
			}
		}
		c.long.raise(long)
	}
}

// find gives a wish the most that the classes have which suit it. Licences that
// are a machine's own are not looked at.
func (v *sieve) find(w *wish) {
	s, now, later := v.stream, true, true
	if w.of >= 0 {
		now, later = v.licensed(w.of, s.now), v.licensed(w.of, v.first.start)
	}
	for c := range v.classes {
		if !now || w.of >= 0 && !v.suits(w.of, &s.in.classes[c]) {
			continue
		}
		w.room.short.raise(v.classes[c].short)
		if later {
			w.room.long.raise(v.classes[c].long)
		}
	}
}

// suits reports whether machines of a class have the type that a job wants.
func (v *sieve) suits(j int32, c *class) bool {
	kind := v.stream.in.p.Jobs[j].Type
	return kind == "" || kind == c.first.Type
}

// licensed reports whether enough floating licences for a part of a job are free at a
// time, those aside that some machine has of its own.
func (v *sieve) licensed(j int32, at float64) bool {
	s := v.stream
	for _, w := range s.in.jobs[j].licences {
		for i := range s.in.floating {
			if s.in.floating[i].name == w.name && !v.bound[i] &&
				s.book.store.at(s.book.floating[i], at).slots < w.count {
				return false
			}
		}
	}
	return true
}

// builtIn tells of each floating licence whether some machine has it of its own.
func (in *instance) builtIn() []bool {
	list := make([]bool, len(in.floating))
	for i := range list {
		for c := range in.classes {
			if _, own := in.classes[c].first.Licenses[in.floating[i].name]; own {
				list[i] = true
			}
		}
	}
	return list
}

func (n *need) raise(m need) { n.slots, n.memory = max(n.slots, m.slots), max(n.memory, m.memory) }
