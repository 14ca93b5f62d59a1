#!/usr/bin/env python3
"""Verify answers of Gridbox without Gridbox.

    python3 gridbox_verify.py SCENARIO RESULT [SCENARIO RESULT ...]

SCENARIO is an explicit scenario, RESULT a result document. A line per answer says what was shown:

    optimal   no answer has a better value of the bounded metric
    bounded   no answer passes the bound
    valid     the answer keeps all rules; its bound was not shown (the line says why)
    wrong     the answer breaks a rule (the line says which)

The exit status is 1 if an answer is wrong, 2 if a file cannot be read. The rules are those of
the page "Check it yourself"; only the standard library of Python 3.9 is needed.
"""
import decimal
import graphlib
import hashlib
import itertools
import json
import math
import operator
import sys

TOLERANCE = 1e-9
LIMIT = 1_000_000  # partial combinations that are visited before a proof is given up
INF = math.inf
NOTHING = (0, 0.0, 0.0)


class Wrong(Exception):
    """A rule that the answer breaks."""


class Open(Exception):
    """A reason why a bound was not shown."""


def need(condition, why):
    if not condition:
        raise Wrong(why)


def same(a, b, of=0.0):
    """Reports whether numbers are equal but for rounding; of is the greatest term of their sums."""
    return a == b or abs(a - b) <= TOLERANCE * max(abs(a), abs(b), abs(of))


def at_most(a, b, of=0.0):
    return a <= b or same(a, b, of)


def agree(what, said, of=0.0, **must):
    """Checks numbers of an object of the answer."""
    for name, x in must.items():
        need(same(said[name], x, of), f"{name} of {what} is {said[name]}, must be {x}")


def sweep(uses):
    """Checks that uses (resource, amount, start, end) never exceed a resource (name, capacity, spare). The spare is
    added to the capacity for each use; what ends at a time is gone when something starts then."""
    changes = {}
    for resource, amount, start, end in uses:
        changes.setdefault(resource, []).extend([(start, 1, amount), (end, 0, -amount)])
    for (name, capacity, spare), steps in changes.items():
        taken = running = 0
        for _, begins, amount in sorted(steps):
            taken, running = taken + amount, running + (1 if begins else -1)
            need(at_most(taken, capacity + spare * running), f"{name} is overloaded")


def profit(way, price, place):
    return way[2] - price * way[1] - place * way[0]


def choices(layers, n, limit, price, place, floor):
    """Returns sums (count, cost, worth) of one way of each layer that no other sum replaces, with at most n things
    within the limit. A way is (count, cost, worth); its profit is worth - price * cost - place * count. Sums that
    cannot reach a profit of floor are left out."""
    kept, peaks, effort = [NOTHING], [max(profit(way, price, place) for way in ways) for ways in layers], 0
    for k, ways in enumerate(layers, 1):
        rest, best, effort = sum(peaks[k:]), {}, effort + len(kept) * len(ways)
        if effort > LIMIT:
            raise Open("the combinations are too many to be looked through")
        sums, kept = [(a + m, b + c, v + w) for a, b, v in kept for m, c, w in ways], []
        for m, c, w in sorted(sums, key=lambda s: (s[1], -s[2])):
            if m <= n and c <= limit and w > best.get(m, -INF) and profit((m, c, w), price, place) + rest >= floor:
                best[m] = w
                kept.append((m, c, w))
    return kept


def priced(layers, limit, price):
    """Returns what one way of each layer within the limit is worth at most, by a price >= 0 of the limit."""
    return sum(max(profit(way, price, 0.0) for way in ways) for ways in layers) + price * limit


def greatest(layers, n, limit, known, price=0.0, place=0.0):
    """Returns the greatest worth of one way of each layer, with n things within the limit, or known if none is greater.
    The prices of cost and of a thing only save effort: they leave out what cannot be worth more than known."""
    priced = (price * limit if price else 0.0) + place * n
    floor = known - priced - 1e-12 * (abs(known) + abs(priced) + 1)
    return max([known] + [w for m, _, w in choices(layers, n, limit * (1 + 1e-12), price, place, floor) if m == n])


def canonical(v):
    """Returns the canonical text of a JSON value, by RFC 8785."""
    if isinstance(v, dict):
        names = sorted(v, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(json.dumps(n, ensure_ascii=False) + ":" + canonical(v[n]) for n in names) + "}"
    if isinstance(v, list):
        return "[" + ",".join(map(canonical, v)) + "]"
    if isinstance(v, (int, float)) and not isinstance(v, bool):
        d = decimal.Decimal(repr(float(v))).normalize()
        return format(d, "f" if -7 < d.adjusted() < 21 else "e") if d else "0"
    return json.dumps(v, ensure_ascii=False)


def digest(v):
    return "sha256:" + hashlib.sha256(canonical(v).encode()).hexdigest()


def answer_digest(a):
    fields = {name: a.get(name) for name in ("reason", "metrics", "solution", "stats", "bound")}
    for name, covered in ("reason", ("code", "names", "numbers")), ("bound", ("metric", "value", "gap")):
        if isinstance(fields[name], dict):
            fields[name] = {k: v for k, v in fields[name].items() if k in covered and (v or name == "bound")}
    return digest({"algorithm": a["algorithm"], "options": a.get("options", {}), "feasible": a["feasible"],
                   **{name: value for name, value in fields.items() if value}})


class Placement:
    sides = {"makespan": -1}

    def __init__(self, scenario, answer):
        p = scenario["placement"]
        self.jobs, self.mips, self.link = p.get("jobs", []), {c["id"]: c["mips"] for c in p.get("clusters", [])}, {}
        for x in p.get("links", []):
            self.link[x["a"], x["b"]] = self.link[x["b"], x["a"]] = 1 / x["bandwidth"]
        self.data, self.moves, self.runs = {d["id"]: d for d in p.get("datasets", [])}, {}, {}
        near = {d: self.near(x.get("at", [])) for d, x in self.data.items()}
        for j in self.jobs:  # seconds by cluster
            stated = j.get("times") or [j["mi"] / x for x in self.mips.values()]
            self.runs[j["id"]] = stated if isinstance(stated, dict) else dict(zip(self.mips, stated))
            self.moves[j["id"]] = {c: sum(self.data[d]["size"] * near[d][c] for d in j.get("datasets", []))
                                   for c in self.mips}

    def near(self, sources):
        """Returns the seconds that a megabyte takes from the nearest source to every cluster."""
        best, last = {c: 0.0 if c in sources else INF for c in self.mips}, None
        while best != last:
            last = dict(best)
            for (a, b), seconds in self.link.items():
                best[b] = min(best[b], best[a] + seconds)
        return best

    def solution(self, s):
        placed, queues, moved = s["assignments"], {c: [(0.0, 0.0)] for c in self.mips}, []
        need([a["job"] for a in placed] == [j["id"] for j in self.jobs], "not every job is assigned once, in order")
        for job, a in zip(self.jobs, placed):
            name, cluster, sources, moves = f"job {job['id']}", a["cluster"], a.get("sources", []), 0.0
            need([x["dataset"] for x in sources] == job.get("datasets", []), f"{name} reads other datasets")
            for x in sources:
                data, path = self.data[x["dataset"]], x["path"]
                need(x["cluster"] in data.get("at", []), f"{x['cluster']} holds no {x['dataset']}")
                need((path[0], path[-1]) == (x["cluster"], cluster), f"the path of {x['dataset']} does not lead there")
                moves += data["size"] * sum(self.link[hop] for hop in zip(path, path[1:]))
            runs = self.runs[job["id"]].get(cluster, INF)
            agree(name, a, transferTime=moves, runTime=runs, finish=a["start"] + moves + runs)
            if "z" in a:
                agree(name, a, z=self.factor(job))
            queues[cluster].append((a["start"], a["finish"]))
            moved.append(moves)
        for cluster, queue in queues.items():
            for (_, ready), (start, _) in zip(sorted(queue), sorted(queue)[1:]):
                need(same(start, ready), f"on {cluster} a job starts at {start}, must start at {ready}")
        n, ends = max(1, len(placed)), [a["finish"] for a in placed]
        return {"makespan": max(ends, default=0.0), "totalTransferTime": sum(moved), "meanTransferTime": sum(moved) / n,
                "meanCompletionTime": sum(ends) / n}, {}

    def factor(self, job):
        """Returns z: the share of transfers in what a job takes on average."""
        moves, runs = ([t for t in x[job["id"]].values() if t < INF] for x in (self.moves, self.runs))
        move, mips = sum(moves) / len(moves), self.mips.values()
        run = sum(runs) / len(runs) if job.get("times") else job["mi"] * len(mips) / sum(mips)
        return move / (move + run) if move else 0.0

    def shown(self, bound):
        k, m, mips = bound["certificate"], len(self.mips), self.mips.values()
        times = [[self.moves[j["id"]][c] + self.runs[j["id"]].get(c, INF) for c in self.mips] for j in self.jobs]
        if k["by"] == "capacity":
            work = [j["mi"] for j in self.jobs if not j.get("times")] + [0]
            return max([max(work) / max(mips), sum(work) / sum(mips)] +
                       [min(self.runs[j["id"]].values()) for j in self.jobs if j.get("times")])
        if k["by"] == "counting":
            least = sorted(map(min, times), reverse=True)
            return max(sum(least[i * m - i:i * m + 1]) for i in range(1, 17) if i * m < len(least))
        y = k.get("multipliers") or [0.0] * m
        need(k["by"] == "branching" and same(k.get("limit", 0), bound["value"]), "the certificate is of no placement")
        need(len(y) == m and all(0 <= x < INF for x in y), "there is not a multiplier for each cluster")
        need(self.refuted(bound["value"] * (1 - 1e-10), y, times), "the certificate leads to no contradiction")
        return bound["value"]

    def refuted(self, limit, y, times):
        """Reports whether no placement ends before the limit; times has the times of each job by cluster."""
        states, effort = [([0.0] * len(y), times)], 0
        while states:
            load, jobs = states.pop()
            effort += len(jobs) * len(load) + 1
            if effort > 10 * LIMIT:
                raise Open("the branches of the certificate are too many")
            rooms = [sorted(u * t for u, t, l in zip(y, job, load) if l + t < limit) for job in jobs]
            total = sum(u * l for u, l in zip(y, load)) + sum(room[0] for room in rooms if room)
            if not all(rooms) or total >= limit * sum(y) * (1 + len(jobs) * 2.0 ** -48) > 0:
                continue
            if not jobs:
                return False
            pick = max(range(len(jobs)), key=lambda k: (rooms[k][1:] or [INF])[0])
            states += [(load[:i] + [load[i] + t] + load[i + 1:], jobs[:pick] + jobs[pick + 1:])
                       for i, t in enumerate(jobs[pick]) if load[i] + t < limit]
        return True


COMPARE = {"=": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt,
           "<=": operator.le, "<": operator.lt}


class Nodes:
    """Nodes with free time, of which windows and batches consist."""

    def __init__(self, p):
        self.p, self.nodes, self.horizon = p, {n["id"]: n for n in p["nodes"]}, p["horizon"]
        slots, self.slack, self.busy = p.get("slots", []), TOLERANCE * p["horizon"], {}
        for n in self.nodes:  # when it is not free: between its slots, or when it is busy
            spans = sorted((s["start"], s["end"]) for s in slots or p.get("busy", []) if s["node"] == n)
            ends = itertools.accumulate([-INF] + [end for _, end in spans], max)
            gaps = [(end, start) for end, start in zip(ends, [start for start, _ in spans] + [INF]) if end < start]
            self.busy[n] = gaps if slots else spans + [(-INF, 0.0), (self.horizon, INF)]

    def free(self, node, start, end, slack=0.0):
        return all(end <= a + slack or start >= b - slack for a, b in self.busy[node])

    def parts(self, slots, count, start, lengths, of):
        """Checks the parts of a window, which last so long, and returns what they cost."""
        need(len(slots) == count == len({s["node"] for s in slots}), f"a window has not {count} different nodes")
        costs = [self.nodes[s["node"]]["price"] * length for s, length in zip(slots, lengths)]
        for s, length, cost in zip(slots, lengths, costs):
            agree(f"the part on {s['node']}", s, of, start=start, end=start + length, cost=cost)
            need(self.free(s["node"], start, s["end"], self.slack), f"{s['node']} is not free at {start}")
        return sum(costs)


class Window(Nodes):
    def __init__(self, scenario, answer):
        super().__init__(scenario["window"])
        self.r, options, algorithm = self.p["request"], answer.get("options", {}), answer["algorithm"]
        named = sorted({name for n in self.p["nodes"] for name in n.get("attributes", {})}, key=str.encode)
        attribute, most, self.ragged = self.r.get("value") or (named + [""])[0], 1, algorithm in ("alp", "amp")
        if algorithm == "max-sum":
            attribute, most = options.get("attribute") or attribute, -1 if options.get("minimise") else 1
        self.worth = {n["id"]: n.get("attributes", {}).get(attribute, 0.0) for n in self.p["nodes"]}
        self.sides = {} if self.ragged else {"start": -1, "runtime": -1, "finish": -1, "cost": -1, "value": most}

    def suits(self, n):
        r, has = self.r, n.get("attributes", {})
        return (n["performance"] >= r.get("minPerformance", 0) and n["id"] not in r.get("exclude", []) and all(
            q["attribute"] in has and COMPARE[q["is"]](has[q["attribute"]], q["value"]) for q in r.get("require", [])))

    def window(self, slots):
        r, start, nodes = self.r, slots[0]["start"], [self.nodes[s["node"]] for s in slots]
        slowest = min(n["performance"] for n in nodes)
        lengths = [r["volume"] / (n["performance"] if self.ragged else slowest) for n in nodes]
        cost, finish = self.parts(slots, r["nodes"], start, lengths, self.horizon), start + max(lengths)
        need(all(map(self.suits, nodes)), "a node does not suit the request")
        need(at_most(cost, r.get("budget", INF)), "the window costs more than the budget")
        need(start >= r.get("earliestStart", 0), "the window starts too early")
        need(finish <= r.get("deadline", INF) + self.slack, "the window ends after the deadline")
        return {"start": start, "runtime": max(lengths), "finish": finish, "cost": cost}

    def solution(self, s):
        for w in s.get("alternatives", []):
            x = self.window(w["slots"])
            agree("an alternative", w, self.horizon, start=x["start"], end=x["finish"], cost=x["cost"])
        metrics, values = self.window(s["slots"]), [self.worth[x["node"]] for x in s["slots"]]
        return dict(metrics, value=sum(values)), {"runtime": metrics["finish"], "value": sum(map(abs, values))}

    def shown(self, bound):
        """Looks through all windows: the slowest node decides how long one lasts, and each can be moved back to
        the moment at which one of its nodes becomes free."""
        r, n, metric, sign = self.r, self.r["nodes"], bound["metric"], self.sides[bound["metric"]]
        suited, best = [x for x in self.nodes.values() if self.suits(x)], sign * bound["value"]
        starts = {max(r.get("earliestStart", 0), end) for x in suited for _, end in self.busy[x["id"]] if end < INF}
        for speed, start in itertools.product({x["performance"] for x in suited}, starts):
            length, end = r["volume"] / speed, start + r["volume"] / speed
            at = [x for x in suited if x["performance"] >= speed and self.free(x["id"], start, end)]
            least, limit = sum(sorted(x["price"] for x in at)[:n]), r.get("budget", INF) / length
            if len(at) < n or least > limit or end > r.get("deadline", INF):
                continue
            if metric == "value":
                best = greatest([[NOTHING, (1, x["price"], sign * self.worth[x["id"]])] for x in at], n, limit, best)
            else:
                best = max(best, -{"start": start, "runtime": length, "finish": end, "cost": least * length}[metric])
        return sign * best


class Batch(Nodes):
    def __init__(self, scenario, answer):
        super().__init__(scenario["batch"])
        self.o, self.jobs = answer.get("options", {}), {j["id"]: j for j in self.p["jobs"]}
        goal, self.goal = self.p.get("objective", "time"), self.o.get("objective", "scenario")
        self.goal = goal if self.goal == "scenario" else self.goal
        self.limit = self.p.get("limit") if self.goal == goal else None
        programs = [x["id"] for x in scenario.get("policies", []) if x["language"] != "formula"]
        self.own = answer["algorithm"] == "own"
        program = self.own and self.o.get("policy") in programs
        self.partial = answer["algorithm"] == "lexicographic"  # it may leave jobs out
        self.alp = answer["algorithm"] == "alp" or self.o.get("search") == "alp" and not program
        self.sides = {"totalTime" if self.goal == "time" else "totalCost": -1}
        self.rounds, self.doubt = [], None

    def window(self, job, w, begin, sight):
        """Checks a window and returns its time and cost."""
        nodes, least = [self.nodes[s["node"]] for s in w["slots"]], job["minPerformance"]
        longest = job["volume"] / least
        lengths = [longest * (n["performance"] / least) if self.o.get("duration") == "literal" else
                   job["volume"] / n["performance"] for n in nodes]
        cost, end = self.parts(w["slots"], job["nodes"], w["start"], lengths, 0.0), w["start"] + max(lengths)
        agree("a window", w, end=end, cost=cost)
        need(all(n["performance"] >= least for n in nodes), f"a node does not suit job {job['id']}")
        need(at_most(begin, w["start"]) and at_most(end, sight), f"a window of job {job['id']} is out of sight")
        need(all(n["price"] <= job["maxPrice"] for n in nodes) if self.alp else
             at_most(cost, job["nodes"] * job["maxPrice"] * longest), f"job {job['id']} pays too much")
        return sum(lengths) if self.o.get("measure") == "slots" else max(lengths), cost

    def solution(self, s):
        p, waiting, chosen, limits, cycles = self.p, [], [], [], self.p.get("cycles", 1)
        rank = {j["id"]: (-j.get("priority", 0), j.get("cycle", 1), i) for i, j in enumerate(p["jobs"])}
        need(len(s["cycles"]) == cycles, "there is not one report for each cycle")
        for listed in ([a.get("cycle", 1) for a in s[name]] for name in ("alternatives", "chosen")):
            need(listed == sorted(listed) and set(listed) <= set(range(1, cycles + 1)), "the cycles are not in order")
        for k, report in enumerate(s["cycles"], 1):
            offers, picks = ([a for a in s[name] if a.get("cycle", 1) == k] for name in ("alternatives", "chosen"))
            ids, begin = [a["job"] for a in offers], (k - 1) * p.get("period", 0)
            waiting = sorted(waiting + [i for i, j in self.jobs.items() if j.get("cycle", 1) == k], key=rank.get)
            need(ids == waiting or self.own and sorted(ids) == sorted(waiting), f"cycle {k} is not of the waiting jobs")
            lists = [[self.window(self.jobs[a["job"]], w, begin, begin + p.get("sight", INF)) for w in a["windows"]]
                     for a in offers]
            sweep(((part["node"], 1, 0), 1, part["start"], part["end"] - self.slack)
                  for a in offers for w in a["windows"] for part in w["slots"])
            served = [a for a in offers if a["windows"]]
            need(all(x["window"] >= 0 for x in picks), "a window is chosen by no place in the list")
            taken, names = {x["job"]: x["window"] for x in picks}, [a["job"] for a in served]
            whole = [] if not picks else [i for i in names if i in taken] if self.partial else names
            need([x["job"] for x in picks] == whole, "not one window for each job is chosen")
            served = [a for a in served if a["job"] in taken]
            for part in (part for a in served for part in a["windows"][taken[a["job"]]]["slots"]):
                self.busy[part["node"]].append((part["start"], part["end"]))
            lists = [points for points in lists if points]
            points = [points[taken[i]] for i, points in zip(names, lists) if i in taken]
            spent = sum(t for t, _ in points), sum(c for _, c in points)
            agree(f"cycle {k}", report, start=begin, time=spent[0], cost=spent[1])
            self.choice(f"cycle {k}", report, lists, spent, points)
            waiting = [i for i in ids if i not in taken]
            need(report.get("postponed", []) == waiting, f"the jobs that wait after cycle {k} are not those postponed")
            chosen, limits = chosen + points, limits + ([(report["timeLimit"], report["budget"])] if points else [])
        need(chosen and s.get("postponed", []) == waiting, "no window is chosen, or not who waits is postponed")
        (time, cost), (time_limit, budget), n = map(sum, zip(*chosen)), map(sum, zip(*limits)), len(chosen)
        windows = sum(len(a["windows"]) for a in s["alternatives"])
        return {"totalTime": time, "totalCost": cost, "meanTime": time / n, "meanCost": cost / n,
                "timeLimit": time_limit, "budget": budget, "alternativesPerJob": windows / len(s["alternatives"])}, {}

    def quota(self, points):
        """Returns what a job adds to the limit on time."""
        times, kind = [t / len(points) for t, _ in points], self.o.get("timeQuota", "job")
        down = [math.floor(t * (1 + 1e-13)) for t in times + [math.fsum(times)]]
        exact = kind == "exact" or down[-1] < min(t for t, _ in points)
        return sum(down[:-1]) if kind == "term" else math.fsum(times) if exact else down[-1]

    def choice(self, name, report, lists, spent, chosen):
        """Checks the limits of a cycle and remembers what its part of the bound consists of."""
        by_time, income, limit = self.goal == "cost", report.get("income"), self.limit if lists else None
        agree(name, report, timeLimit=limit if by_time and limit is not None else sum(map(self.quota, lists)))
        within, classes = report["timeLimit"], [[(1, t, c) for t, c in points] for points in lists]
        if not by_time and limit is not None:
            most = limit
        elif income:
            picked = [points[i] for points, i in zip(lists, income["windows"])]
            most, used = sum(c for _, c in picked), sum(t for t, _ in picked)
            need(len(picked) == len(lists) and at_most(used, within), "the income is of no combination")
            pairs = (pair for points in lists for pair in itertools.combinations(points, 2))
            bends = {(c - d) / (t - u) for (t, c), (u, d) in pairs if t != u}  # of the ceiling, one of which is lowest
            ceiling = min(priced(classes, within, max(0.0, y)) for y in bends | {0.0})
            need(at_most(max(most, ceiling), income["atMost"]), "the income may be greater")
        elif self.o.get("budgetQuota") == "mean":
            most = sum(sum(c for _, c in points) / len(points) for points in lists)
        else:
            try:
                most = greatest(classes, len(classes), within, 0.0)
            except Open as why:
                most, self.doubt = report["budget"], why
        agree(name, report, budget=most)
        (used, made), limit = (spent, within) if by_time else (spent[::-1], report["budget"])
        need(at_most(used, limit), f"the choice of {name} is above its limit")
        layers = [[(1, t, -c) if by_time else (1, c, -t) for t, c in points] for points in lists]
        self.rounds.append((layers, income["atMost"] if income and not by_time else limit, made) if chosen else None)

    def shown(self, bound):
        k, total = bound["certificate"], 0.0
        need(k["by"] == "prices" and len(k["multipliers"]) == len(self.rounds), "there is not a price for every cycle")
        need(all(0 <= price < INF for price in k["multipliers"]), "a price is below 0")
        if self.doubt:
            raise self.doubt
        for price, (layers, limit, made) in (x for x in zip(k["multipliers"], self.rounds) if x[1]):
            try:
                total -= greatest(layers, len(layers), limit, -made, price)
            except Open:
                total -= priced(layers, limit, price)
        return total


def before(m, t):
    """Returns the probability that a moment lies at or before t."""
    law, mean, spread = m.get("law", "fixed"), m["mean"], m.get("spread", 0)
    if law == "exponential" and mean > 0:
        return 1 - math.exp(-max(t, 0) / mean)
    if law == "normal" and spread > 0:
        return math.erfc((mean - t) / spread / math.sqrt(2)) / 2
    if law == "uniform" and spread > 0:
        return max(0.0, min(1.0, (t - (mean - spread)) / (2 * spread)))
    return 1.0 if mean <= t else 0.0


class Group:
    def __init__(self, scenario, answer):
        self.p, self.r = scenario["group"], scenario["group"]["request"]
        self.sum, groups = self.r.get("objective") == "sum", self.p.get("groups", [])
        self.groups = {g["id"]: {"nodes": 0, "cost": 0.0, **g} for g in groups}
        self.nodes = {n["id"]: {"nodes": 1, "cost": n["price"], **n} for n in self.p["nodes"]}
        self.members = {g: [n for n in self.nodes.values() if n.get("group") == g] for g in self.groups}
        self.lots = {i: [{"availability": 1 if self.sum else v["value"], **v} for v in g["variants"]]
                     for i, g in self.groups.items() if g.get("variants")}
        self.sides = {"value": 1} if self.sum else {"value": 1, "availability": 1}

    def odds(self, thing):
        """Returns the availability of a node, a group or a variant."""
        if "availability" in thing:
            return thing["availability"]
        odds, start, end = 1.0, self.r.get("start", 0), self.r.get("end", 0)
        for e in self.p.get("events", []):
            if e.get("node" if "price" in thing else "group") == thing["id"]:
                away = min(1.0, 1 - before(e["start"], end) + (before(e["end"], start) if "end" in e else 0.0))
                odds *= 1 - e.get("chance", 1.0) * (1 - away)
        return odds

    def solution(self, s):
        ids, used, variants = s["nodes"], {}, {v["group"]: v["variant"] for v in s.get("variants", [])}
        need(len(ids) == self.r["nodes"], "the window has not as many nodes as asked for")
        need(ids == [i for i in self.nodes if i in ids], "the nodes are unknown, or not in the order of the document")
        for i in ids:
            used.setdefault(self.nodes[i].get("group"), []).append(self.nodes[i])
        need(sorted(v["group"] for v in s.get("variants", [])) == sorted(g for g in used if g in self.lots),
             "the variants are not those of the groups that are used")
        cost, odds, values = 0.0, 1.0, []
        for g, nodes in used.items():
            things = counted = nodes + ([self.groups[g]] if g else [])
            if g in self.lots:
                need(0 <= variants[g] < len(self.lots[g]), f"group {g} has no such variant")
                counted = [self.lots[g][variants[g]]]
                need(nodes == self.members[g][:counted[0]["nodes"]], f"group {g} has not the nodes of its variant")
            cost += sum(x["cost"] for x in counted)
            values += [x.get("value", 0) for x in counted]
            odds *= math.prod(map(self.odds, things if self.sum else counted))
        need(at_most(cost, self.r["budget"]), "the window costs more than the budget")
        self.of = sum(map(abs, values)) if self.sum else 0.0
        return {"availability": odds, "cost": cost, "value": sum(values) if self.sum else odds}, {"value": self.of}

    def ways(self, things):
        return [(x["nodes"], x["cost"], x.get("value", 0) if self.sum else math.log(self.odds(x)))
                for x in things if self.odds(x) > 0]

    def shown(self, bound):
        k, value, n, budget, layers = bound["certificate"], bound["value"], self.r["nodes"], self.r["budget"], []
        need(k["by"] == "multipliers" and len(k["multipliers"]) in (2, 4), "there are not two or four multipliers")
        price, place = k["multipliers"][:2]
        need(0 <= price < INF and abs(place) < INF, "the multipliers are no prices")
        most = math.log(value) if value > 0 else -745  # the worth that no window may pass
        most += TOLERANCE if value >= 1e-290 else 1
        if self.sum:
            most = value + TOLERANCE * max(abs(value), self.of)
        units = [(0.0, [], [way]) for way in self.ways(x for x in self.nodes.values() if not x.get("group"))]
        for _, _, worth, g in (way + (g,) for g in self.groups for way in self.ways([self.groups[g]])):
            lots = [v for v in self.lots.get(g, []) if v["nodes"] <= len(self.members[g])]
            units.append((0.0, [], self.ways(lots)) if g in self.lots else (worth, self.ways(self.members[g]), []))
        peaks = [max([0.0, setup + sum(max(0.0, profit(way, price, place)) for way in nodes)] +
                     [profit(way, price, place) for way in lots]) for setup, nodes, lots in units]
        allow = price * budget + place * n + sum(peaks) - most
        allow += TOLERANCE * (abs(allow) + 1)
        for (setup, nodes, lots), peak in zip(units, peaks):  # only what lies below its peak by no more than allow
            sums = choices([[NOTHING, way] for way in nodes], n, budget, price, place, peak - allow - setup)
            layers.append([NOTHING] + lots + [(m, c, setup + w) for m, c, w in sums if m])
        need(greatest(layers, n, budget, most, price, place) == most, "a window passes the bound")
        return value


JOB = {"memory": 0, "partition": 1, "submitted": 0, "deadline": None, "type": "", "licenses": {}, "speeds": {},
       "after": [], "running": None, "preemptible": False, "restartable": False}
MACHINE = {"memory": 0, "speed": 1, "type": "", "licenses": {}}


class Farm:
    sides = {"makespan": -1, "meanWait": -1, "maxLateness": -1}

    def __init__(self, scenario, answer):
        p = scenario["farm"]
        self.rules, self.licences = p.get("policy", {}), p.get("licenses", {})
        self.jobs = {j["id"]: {**JOB, **j} for j in p["jobs"]}
        self.machines = {m["id"]: {**MACHINE, **m} for m in p["machines"]}
        self.band = {frozenset((x["a"], x["b"])): x["bandwidth"] for x in p.get("links", [])}
        for j in self.jobs.values():
            running = j["running"] or {}
            j["on"] = [running["machine"]] + running.get("others", []) if running else []  # where it runs already
            j["since"], j["speed"] = running.get("since", 0), {
                i: j["speeds"].get(i, m["speed"]) for i, m in self.machines.items()}
            j["most"] = max(1, j["partition"]) if self.rules.get("partitioning", True) else 1
            most = min(j["most"], j["slots"], len(self.machines))
            j["parts"] = max(k for k in range(1, most + 1) if j["slots"] % k == 0)
        self.due = {i: j["deadline"] for i, j in self.jobs.items() if j["deadline"] is not None}

    def solution(self, s):
        placed, pieces, jobs = s["reservations"], {i: {} for i in self.jobs}, self.jobs
        for r in placed:
            pieces[r["job"]].setdefault(r["start"], []).append(r)
        self.pieces = {i: [mine[start] for start in sorted(mine)] for i, mine in pieces.items()}
        need([r["job"] for r in placed] == [i for i in jobs for piece in self.pieces[i] for _ in piece] and
             all(self.pieces.values()), "the reservations are not those of the jobs, in order")
        for i, job in jobs.items():
            self.job(f"job {i}", job, self.pieces[i])
        self.capacity(placed)
        ends = {i: max(r["finish"] for r in mine[-1]) for i, mine in self.pieces.items()}
        due = [(ends[i], d) for i, d in self.due.items()]
        makespan, late = max(ends.values()), max([0.0] + [end - d for end, d in due])
        wait = sum(self.pieces[i][0][0]["start"] - j["submitted"] for i, j in jobs.items()) / len(jobs)
        busy = sum(r["slots"] * max(0, r["finish"] - max(0, r["start"])) for r in placed)
        slots, rough = sum(m["slots"] for m in self.machines.values()), max([0.0] + [max(e, abs(d)) for e, d in due])
        a, b, c = (self.rules.get("cost", {}).get(*x) for x in (("makespan", 1), ("wait", 0), ("lateness", 0)))
        return {"makespan": makespan, "meanWait": wait, "maxLateness": late, "cost": a * makespan + b * wait + c * late,
                "utilization": busy / (slots * makespan) if makespan > 0 else 0.0}, {
                    "maxLateness": rough, "meanWait": makespan, "cost": b * makespan + c * rough}

    def job(self, name, job, pieces):
        """Checks the pieces of a job, except for what machines have."""
        left, spent = job["duration"], -INF
        for piece in pieces:
            k, start, last = len(piece), piece[0]["start"], piece is pieces[-1]
            need(job["on"] or k <= job["most"], f"{name} has too many parts")
            need([r["part"] for r in piece] == list(range(1, k + 1)), f"the parts of {name} are not numbered from 1")
            need(len({r["machine"] for r in piece}) == k, f"two parts of {name} are on one machine")
            need(at_most(spent, start, 1), f"pieces of {name} overlap")
            need(last or job["preemptible"] and self.rules.get("preemption", True), f"{name} may not be preempted")
            for r in piece:
                machine = r["machine"]
                need(r["slots"] * k == job["slots"], f"the parts of {name} are not its slots")
                need(job["type"] in ("", self.machines[machine]["type"]), f"{machine} is not of the type of {name}")
                need(("preempted" in r) != last, f"{name} goes on or stops without being preempted")
                need(last or r["preempted"]["by"] in self.jobs, f"{name} is preempted by no job")
                agree(name, r, memory=job["memory"] / k)
                agree(name, r, 1, finish=start + left / job["speed"][machine] if last else piece[0]["finish"])
            spent = piece[0]["finish"]
            if job["restartable"]:
                left -= (spent - start) * min(job["speed"][r["machine"]] for r in piece)
        if job["on"]:
            need([r["machine"] for r in pieces[0]] == job["on"] and same(pieces[0][0]["start"], job["since"]),
                 f"{name} does not stay where it runs")
        for r in pieces[0] if not job["on"] else []:
            least = max([0, job["submitted"]] + [self.ready(after, r["machine"]) for after in job["after"]])
            need(at_most(least, r["start"], 1), f"{name} starts before it can, at {least}")

    def ready(self, after, machine):
        """Returns when a job that a part waits for has ended, and its data is on the machine of the part."""
        parts, data = self.pieces[after["job"]][-1], after.get("data", 0)
        bands = [self.band.get(frozenset((r["machine"], machine))) for r in parts if data and r["machine"] != machine]
        moved = max((data / band if band else INF for band in bands), default=0)
        return max(r["finish"] for r in parts) + after.get("delay", 0) + moved

    def capacity(self, placed):
        uses = []
        for r in placed:
            i, start, finish, m = r["machine"], r["start"], r["finish"], self.machines[r["machine"]]
            need(start < finish, "a reservation ends before it starts")
            end = max(start, finish - TOLERANCE * max(1, abs(finish)))
            uses.append(((f"slots of {i}", m["slots"], 0), r["slots"], start, end))
            uses.append(((f"memory of {i}", m["memory"], 1e-6), r["memory"], start, end))
            for name, n in self.jobs[r["job"]]["licenses"].items():
                of, have = (i, m["licenses"]) if name in m["licenses"] else ("the farm", self.licences)
                uses.append(((f"licence {name} of {of}", have.get(name, 0), 0), n, start, end))
        sweep(uses)

    def takes(self, m, job):
        """Reports whether a machine takes the smallest part of a job."""
        k, licences = job["parts"], {**self.licences, **m["licenses"]}
        return (job["slots"] // k <= m["slots"] and job["type"] in ("", m["type"]) and
                job["memory"] / k <= m["memory"] + 1e-6 and
                all(n <= licences.get(name, 0) for name, n in job["licenses"].items()))

    def earliest(self):
        """Returns, by job, its release and its length."""
        release, length = {}, {}
        waits = graphlib.TopologicalSorter({i: [a["job"] for a in j["after"]] for i, j in self.jobs.items()})
        for i in waits.static_order():
            job, since = self.jobs[i], 0
            speeds = [job["speed"][machine] for machine in job["on"]]
            fastest = max(speeds + [0] + [max(job["speed"][m["id"]], m["speed"])
                                          for m in self.machines.values() if self.takes(m, job)])
            release[i] = max([0, job["submitted"]] + [release[a["job"]] + length[a["job"]] + a.get("delay", 0)
                                                      for a in job["after"]])
            if speeds and job["preemptible"]:
                release[i], since = 0, job["since"]
            elif speeds:
                release[i], fastest = job["since"], min(speeds)
            length[i] = max(0, job["duration"] / fastest + since) if fastest else INF
        return release, length

    def shown(self, bound):
        k, metric, jobs, (release, length) = bound["certificate"], bound["metric"], self.jobs, self.earliest()
        due = self.due if metric == "maxLateness" else dict.fromkeys(jobs, 0)
        if k["by"] == "nothing" and metric == "maxLateness":
            return 0.0
        if k["by"] == "chain" and metric == "meanWait":
            return sum((j["since"] if j["on"] else release[i]) - j["submitted"] for i, j in jobs.items()) / len(jobs)
        if k["by"] == "chain":
            return max([0.0] + [release[i] + length[i] - d for i, d in due.items()])
        need(k["by"] in ("slots", "memory", "licence") and metric != "meanWait", "the certificate is of no farm")
        work, power = self.work(k, due, length)
        need(power > 0, "the certificate names nothing that is there")
        value, area, first = 0.0, 0.0, INF
        for d, at, i in sorted((due[i], -max(0, release[i]), i) for i in work):
            area, first = area + work[i], min(first, -at)
            value = max(value, first + area / power - d)
        return value

    def work(self, k, due, length):
        """Returns the work of the jobs that a certificate counts, and the capacity for it."""
        by, group, count, work = k["by"], k.get("group", ""), k.get("count", 0), {}
        jobs, machines = {i: self.jobs[i] for i in due}, self.machines
        speed = {i: m["speed"] for i, m in machines.items()}
        if by == "licence":
            need(not any(group in m["licenses"] for m in machines.values()), "a machine has licences of its own")
            return {i: j["licenses"][group] * length[i] for i, j in jobs.items()
                    if group in j["licenses"] and not j["on"]}, self.licences.get(group, 0)
        for i, j in jobs.items():
            if group in ("", j["type"]) and count <= (1 if j["on"] else j["slots"] // j["parts"]):
                left = [j["duration"] + j["since"] * j["speed"][machine] for machine in j["on"]] or [j["duration"]]
                work[i] = max(0, min(left)) * j[by]
                speed = {machine: max(x, j["speed"][machine]) for machine, x in speed.items()}
        counted = {i: m for i, m in machines.items() if m["slots"] >= count and group in ("", m["type"])}
        return work, sum(speed[i] * m[by] for i, m in counted.items())


KINDS = {"placement": Placement, "window": Window, "batch": Batch, "group": Group, "farm": Farm}


def verify(scenario, answer):
    """Returns what was shown of an answer, and why not more."""
    need("digest" not in answer or answer["digest"] == answer_digest(answer), "the digest is not that of the answer")
    if not answer["feasible"]:
        need(answer.get("reason") and not any(answer.get(name) for name in ("metrics", "solution", "bound")),
             "an infeasible answer has a reason, and nothing else")
        return "valid", "that there is no answer was not looked into"
    kind = KINDS[scenario["kind"]](scenario, answer)
    metrics, of = kind.solution(answer["solution"])
    need(set(metrics) == set(answer["metrics"]), "the metrics are not those of the kind")
    for name, x in metrics.items():
        agree("the metrics", answer["metrics"], of.get(name, 0), **{name: x})
    if not answer.get("bound"):
        return "valid", "there is no bound"
    b = answer["bound"]
    need(b["metric"] in kind.sides, f"{b['metric']} has no bound")
    side, reached, value, rough = kind.sides[b["metric"]], metrics[b["metric"]], b["value"], of.get(b["metric"], 0)
    need(same(value, reached, rough) or (value - reached) * side > 0, "the bound is on the wrong side of the metric")
    unit = abs(value) or 1
    agree("the bound", b, max(abs(value), abs(reached), rough) / unit, gap=abs(reached - value) / unit)
    need("certificate" in b or scenario["kind"] == "window", "the bound has no certificate")
    shown = kind.shown(b)
    need(same(value, shown, rough) or (value - shown) * side > 0, f"the bound is {value}, shown is {shown}")
    return ("optimal" if same(value, reached, rough) else "bounded"), ""


def main(names):
    if not names or len(names) % 2:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for pair in zip(names[::2], names[1::2]):
        try:
            scenario, result = (json.load(open(name, encoding="utf-8")) for name in pair)
            stated, runs = digest({k: v for k, v in scenario.items() if k != "view"}), result["runs"]
        except Exception as fault:
            print(f"{pair[0]}, {pair[1]}: {type(fault).__name__}: {fault}", file=sys.stderr)
            return 2
        for i, answer in enumerate(runs):
            try:
                need(result["scenario"] == stated, f"the result is to {result['scenario']}, the scenario is {stated}")
                scope, why = verify(scenario, answer)
            except Open as reason:
                scope, why = "valid", reason
            except Exception as odd:
                what = "" if isinstance(odd, Wrong) else f"this is no result of the kind, {type(odd).__name__}: "
                scope, why, status = "wrong", f"{what}{odd}", 1
            algorithm = answer.get("algorithm", "?") if isinstance(answer, dict) else "?"
            print(pair[1], i, algorithm, scope, why, sep="\t")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
