package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"gridbox/app/leaguetable"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/league"
	"gridbox/core/scenario"
)

// leagueTries is the number of smaller instances that are tried for each cell of a league.
const leagueTries = 60

// writeLeague renders a fenced block "league": a line "algorithms: a, b" or "instances: 100" or "metric:
// makespan", and a scenario from the first brace on. The league is computed when the site is built, and
// every cell opens the instance behind its worst ratio.
func (s *Site) writeLeague(w io.Writer, block string) error {
	r, err := readLeague(block)
	if err != nil {
		return fmt.Errorf("league: %w", err)
	}
	d, err := league.Run(context.Background(), engine.All(), r)
	if err != nil {
		return err
	}
	links, err := s.leagueLinks(&r, d)
	if err != nil {
		return fmt.Errorf("league: %w", err)
	}
	cell := func(p *league.Pair, i int, parts ...any) ui.Node {
		return ui.El("a", append([]any{ui.A("href", links[i]), ui.A("title", p.A+" against "+p.B)}, parts...)...)
	}
	for _, n := range []ui.Node{ui.El("p", league.Verdict(d, d.Metric)), leaguetable.Ranks(d),
		ui.El("p", leaguetable.PairsTitle), leaguetable.Pairs(d, cell), ui.El("p", leaguetable.ProfilesTitle),
		leaguetable.Profiles(d)} {
		if _, err := fmt.Fprintln(w, ui.HTML(n)); err != nil {
			return err
		}
	}
	return nil
}

// readLeague parses a block.
func readLeague(block string) (league.Request, error) {
	r := league.Request{Question: league.Question{Instances: 100}}
	head, text, found := strings.Cut(block, "{")
	if !found {
		return r, fmt.Errorf("it has no scenario")
	}
	given, faults := catalog.Parse([]byte("{" + text))
	if faults != nil {
		return r, faults
	}
	r.Scenario = given
	for line := range strings.Lines(head) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch value = strings.TrimSpace(value); name {
		case "algorithms":
			for id := range strings.SplitSeq(value, ",") {
				r.Runs = append(r.Runs, scenario.Run{Algorithm: strings.TrimSpace(id)})
			}
		case "metric":
			r.Metric = value
		case "instances":
			n, err := strconv.Atoi(value)
			if err != nil {
				return r, err
			}
			r.Instances = n
		case "":
		default:
			return r, fmt.Errorf("%q is no line of a league", name)
		}
	}
	return r, nil
}

// leagueLinks returns the address of the shrunk instance of every pair.
func (s *Site) leagueLinks(r *league.Request, d *league.Document) ([]string, error) {
	links, errs := make([]string, len(d.Pairs)), make([]error, len(d.Pairs))
	var crew sync.WaitGroup
	places := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		crew.Go(func() {
			for i := range places {
				small, err := r.Cell(context.Background(), engine.All(), d, &d.Pairs[i], leagueTries)
				if err == nil {
					links[i], err = scenario.Link(small)
				}
				errs[i] = err
			}
		})
	}
	for i := range d.Pairs {
		places <- i
	}
	close(places)
	crew.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", d.Pairs[i].A, d.Pairs[i].B, err)
		}
		links[i] = s.URL("lab/") + links[i]
	}
	return links, nil
}
