#!/usr/bin/env python3
"""Verify answers of Gridbox without Gridbox.

    python3 gridbox_verify.py SCENARIO RESULT [SCENARIO RESULT ...]

SCENARIO is an explicit scenario (`gridbox generate`), RESULT a result document
(`gridbox solve`). A line per answer says what was shown:

    optimal   no answer has a better value of the bounded metric
    bounded   no answer passes the bound
    valid     the answer keeps all rules; its bound was not shown (the line says why)
    wrong     the answer breaks a rule (the line says which)

The exit status is 1 if an answer is wrong, 2 if a file cannot be read. The rules are
those of the page "Check it yourself"; only the standard library of Python 3.8 is needed.
"""
import decimal
import hashlib
import heapq
import itertools
import json
import math
import sys

TOLERANCE = 1e-9
LIMIT = 1_000_000  # partial combinations that are visited before a proof is given up
INF = math.inf


class Wrong(Exception):
    """A rule that the answer breaks."""


class Open(Exception):
    """A reason why a bound was not shown."""


def same(a, b, of=0.0):
    """Reports whether numbers are equal but for rounding; of is the greatest term of their sums."""
    return a == b or abs(a - b) <= TOLERANCE * max(abs(a), abs(b), abs(of))


def at_most(a, b):
    return a <= b or same(a, b)


def need(condition, why):
    if not condition:
        raise Wrong(why)


def equal(what, said, must, of=0.0):
    need(isinstance(said, (int, float)) and same(said, must, of), f"{what} is {said}, must be {must}")


def choices(layers, n, limit, price=0.0, place=0.0, allow=INF):
    """Returns sums (count, cost, worth) of one way of each layer that no other sum replaces, with at most n things
    within the limit. A way is (count, cost, worth); its profit is worth - price * cost - place * count. Sums that lie
    below the greatest profits by more than allow are left out."""
    kept, peak, effort = [(0, 0.0, 0.0)], 0.0, 0
    for ways in layers:
        peak += max(w - price * c - place * m for m, c, w in ways)
        effort += len(kept) * len(ways)
        if effort > LIMIT:
            raise Open("the combinations are too many to be looked through")
        sums = [(a + m, b + c, v + w) for a, b, v in kept for m, c, w in ways]
        kept, best = [], {}
        for m, c, w in sorted(sums, key=lambda s: (s[1], -s[2])):
            if m <= n and c <= limit and w > best.get(m, -INF) and peak - (w - price * c - place * m) <= allow:
                best[m] = w
                kept.append((m, c, w))
    return kept


# --- canonical JSON and digests ---

def number(x):
    """Returns the text of a number as RFC 8785 (ECMAScript) has it."""
    d = decimal.Decimal(repr(float(x))).normalize()
    return format(d, "f" if -7 < d.adjusted() < 21 else "e") if d else "0"


def canonical(v):
    """Returns the canonical text of a JSON value."""
    if isinstance(v, dict):
        names = sorted(v, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(json.dumps(n, ensure_ascii=False) + ":" + canonical(v[n]) for n in names) + "}"
    if isinstance(v, list):
        return "[" + ",".join(map(canonical, v)) + "]"
    if isinstance(v, (int, float)) and not isinstance(v, bool):
        return number(v)
    return json.dumps(v, ensure_ascii=False)


def digest(v):
    return "sha256:" + hashlib.sha256(canonical(v).encode("utf-8")).hexdigest()


def answer_digest(a):
    covered = {"algorithm": a["algorithm"], "options": a.get("options", {}), "feasible": a["feasible"]}
    fields = {name: a.get(name) for name in ("reason", "metrics", "solution", "stats", "bound")}
    if isinstance(fields["reason"], dict):
        fields["reason"] = {k: v for k, v in fields["reason"].items() if k in ("code", "names", "numbers") and v}
    if fields["bound"]:
        fields["bound"] = {k: fields["bound"][k] for k in ("metric", "value", "gap")}
    covered.update({name: value for name, value in fields.items() if value})
    return digest(covered)


# --- placement ---

class Placement:
    sides = {"makespan": -1}

    def __init__(self, p, answer):
        self.jobs, self.mips = p.get("jobs", []), {c["id"]: c["mips"] for c in p.get("clusters", [])}
        self.stated = {j["id"]: j["times"] if isinstance(j["times"], dict) else dict(zip(self.mips, j["times"]))
                       for j in self.jobs if j.get("times")}
        self.data, self.band = {d["id"]: d for d in p.get("datasets", [])}, {}
        for x in p.get("links", []):
            self.band.setdefault(x["a"], {})[x["b"]] = self.band.setdefault(x["b"], {})[x["a"]] = x["bandwidth"]
        self.near = {d: self.distances(x.get("at", [])) for d, x in self.data.items()}

    def distances(self, sources):
        """Returns the seconds that a megabyte takes from the nearest source to every cluster."""
        best, queue = {}, sorted((0.0, s) for s in sources)
        while queue:
            t, at = heapq.heappop(queue)
            if at not in best:
                best[at] = t
                for to, bandwidth in self.band.get(at, {}).items():
                    heapq.heappush(queue, (t + 1 / bandwidth, to))
        return best

    def transfer(self, job, cluster):
        near = ((self.data[d]["size"], self.near[d].get(cluster, INF)) for d in job.get("datasets", []))
        return sum(size * t if t else 0.0 for size, t in near)

    def run(self, job, cluster):
        return self.stated[job["id"]].get(cluster, INF) if job["id"] in self.stated else job["mi"] / self.mips[cluster]

    def times(self, job):
        return [self.transfer(job, c) + self.run(job, c) for c in self.mips]

    def solution(self, s):
        placed = s["assignments"]
        need([a["job"] for a in placed] == [j["id"] for j in self.jobs], "the assignments are not those of the jobs, in order")
        queues, moved, finished = {}, 0.0, 0.0
        for job, a in zip(self.jobs, placed):
            c, sources, took = a["cluster"], a.get("sources", []), 0.0
            need(c in self.mips, f"job {job['id']} is on no cluster")
            need([x["dataset"] for x in sources] == job.get("datasets", []), f"job {job['id']} does not read its datasets in order")
            for x in sources:
                data, path = self.data[x["dataset"]], x["path"]
                need(x["cluster"] in data.get("at", []), f"{x['cluster']} holds no {x['dataset']}")
                need(path[0] == x["cluster"] and path[-1] == c, f"the path of {x['dataset']} does not lead to {c}")
                for one, two in zip(path, path[1:]):
                    need(two in self.band.get(one, {}), f"there is no link from {one} to {two}")
                    took += data["size"] / self.band[one][two]
            equal("transferTime", a["transferTime"], took)
            equal("runTime", a["runTime"], self.run(job, c))
            equal("finish", a["finish"], a["start"] + took + a["runTime"])
            if "z" in a:
                equal("z", a["z"], self.factor(job))
            queues.setdefault(c, []).append((a["start"], a["finish"]))
            moved, finished = moved + took, finished + a["finish"]
        for queue in queues.values():
            for (start, _), (_, ready) in zip(sorted(queue), [(0.0, 0.0)] + sorted(queue)):
                equal("start", start, ready)
        n = max(1, len(placed))
        return {"makespan": max((a["finish"] for a in placed), default=0.0), "totalTransferTime": moved, "meanTransferTime": moved / n,
                "meanCompletionTime": finished / n}, {}

    def factor(self, job):
        """Returns Z: the share of transfers in what a job takes on average."""
        reach = [t for t in (self.transfer(job, c) for c in self.mips) if t < INF]
        stated, mean = list(self.stated.get(job["id"], {}).values()), sum(reach) / len(reach)
        run = sum(stated) / len(stated) if stated else job["mi"] * len(self.mips) / sum(self.mips.values())
        return mean / (mean + run) if mean else 0.0

    def shown(self, bound, metrics):
        k, m = bound["certificate"], len(self.mips)
        if k["by"] == "capacity":
            work = [j["mi"] for j in self.jobs if j["id"] not in self.stated] + [0]
            return max([max(work) / max(self.mips.values()), sum(work) / sum(self.mips.values())] +
                       [min(self.run(j, c) for c in self.mips) for j in self.jobs if j["id"] in self.stated])
        if k["by"] == "counting":
            least = sorted((min(self.times(j)) for j in self.jobs), reverse=True)
            return max(sum(least[i * m - i:i * m + 1]) for i in range(1, 17) if i * m < len(least))
        need(k["by"] == "branching" and same(k.get("limit", 0), bound["value"]), "the certificate is none of a placement")
        y = k.get("multipliers") or [0.0] * m
        need(len(y) == m and all(0 <= x < INF for x in y), "the multipliers are not one a cluster")
        need(self.refuted(bound["value"] * (1 - 1e-10), y, [self.times(j) for j in self.jobs], [0.0] * m, [10 * LIMIT]),
             "the certificate leads to no contradiction")
        return bound["value"]

    def refuted(self, limit, y, jobs, load, left):
        """Reports whether the open jobs, given by their times, fit nowhere if every cluster ends before the limit."""
        left[0] -= len(jobs) * len(load) + 1
        if left[0] < 0:
            raise Open("the branches of the certificate are too many")
        total, widest, pick = sum(u * x for u, x in zip(y, load)), -1.0, None
        for k, times in enumerate(jobs):
            weights = sorted(u * t for u, t, l in zip(y, times, load) if l + t < limit) + [INF]
            if weights[0] == INF:
                return True
            total += weights[0]
            if weights[1] > widest:
                widest, pick = weights[1], k
        if pick is None:
            return False
        if total >= limit * sum(y) * (1 + len(jobs) * 2.0 ** -48) > 0:
            return True
        rest = jobs[:pick] + jobs[pick + 1:]
        return all(self.refuted(limit, y, rest, load[:i] + [load[i] + t] + load[i + 1:], left)
                   for i, t in enumerate(jobs[pick]) if load[i] + t < limit)


# --- windows ---

def free_times(p):
    """Returns, by node, the stretches in which it is free, in order."""
    free = {}
    for node in p["nodes"]:
        joined = []
        for start, end in sorted((s["start"], s["end"]) for s in p.get("slots") or p.get("busy") or []
                                 if s["node"] == node["id"]):
            if joined and start <= joined[-1][1]:
                start, end = joined[-1][0], max(end, joined.pop()[1])
            joined.append((start, end))
        if not p.get("slots"):
            edges = [0.0] + [t for s in joined for t in s] + [p["horizon"]]
            joined = [(a, b) for a, b in zip(edges[::2], edges[1::2]) if a < b]
        free[node["id"]] = joined
    return free


def within(free, start, end, slack):
    return any(a <= start + slack and end <= b + slack for a, b in free)


COMPARE = {"=": lambda a, b: a == b, "!=": lambda a, b: a != b, ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
           "<=": lambda a, b: a <= b, "<": lambda a, b: a < b}


class Window:
    def __init__(self, p, answer):
        self.horizon, self.r, o = p["horizon"], p["request"], answer.get("options", {})
        self.nodes, self.free, self.slack = {n["id"]: n for n in p["nodes"]}, free_times(p), TOLERANCE * p["horizon"]
        self.sides = {"start": -1, "runtime": -1, "finish": -1, "cost": -1, "value": 1}
        named = sorted({name for n in p["nodes"] for name in n.get("attributes", {})}, key=lambda name: name.encode("utf-8"))
        self.attribute = self.r.get("value") or (named[0] if named else "")
        if answer["algorithm"] == "max-sum":
            self.attribute = o.get("attribute") or self.attribute
            self.sides["value"] = -1 if o.get("minimise") else 1
        self.ragged = answer["algorithm"] in ("alp", "amp")

    def suits(self, n):
        r, has = self.r, n.get("attributes", {})
        return (n["performance"] >= r.get("minPerformance", 0) and n["id"] not in r.get("exclude", []) and
                all(q["attribute"] in has and COMPARE[q["is"]](has[q["attribute"]], q["value"]) for q in r.get("require", [])))

    def worth(self, n):
        return n.get("attributes", {}).get(self.attribute, 0.0)

    def window(self, slots):
        r, nodes, cost = self.r, [self.nodes.get(s["node"]) for s in slots], 0.0
        need(len(slots) == r["nodes"] == len({s["node"] for s in slots}), "a window has not as many nodes as asked for")
        need(all(nodes) and all(map(self.suits, nodes)), "a node is unknown or does not suit the request")
        start, runtime = slots[0]["start"], r["volume"] / min(n["performance"] for n in nodes)
        for s, n in zip(slots, nodes):
            length = r["volume"] / n["performance"] if self.ragged else runtime
            for name, must in (("start", start), ("end", start + length), ("cost", n["price"] * length)):
                equal(name, s[name], must, self.horizon)
            need(within(self.free[n["id"]], s["start"], s["end"], self.slack), f"{n['id']} is not free")
            cost += n["price"] * length
        need(at_most(cost, r.get("budget", INF)), "the window costs more than the budget")
        need(start >= r.get("earliestStart", 0), "the window starts too early")
        need(start + runtime <= r.get("deadline", INF) + self.slack, "the window ends after the deadline")
        return {"start": start, "runtime": runtime, "finish": start + runtime, "cost": cost, "value": sum(map(self.worth, nodes))}

    def solution(self, s):
        for w in s.get("alternatives", []):
            found = self.window(w["slots"])
            for name, x in (("start", found["start"]), ("end", found["finish"]), ("cost", found["cost"])):
                equal(name + " of an alternative", w[name], x, self.horizon)
        metrics = self.window(s["slots"])
        return metrics, {"runtime": metrics["finish"], "value": sum(abs(self.worth(self.nodes[x["node"]])) for x in s["slots"])}

    def shown(self, bound, metrics):
        """Looks through all windows: the slowest node decides how long one lasts, and each can be moved back to
        the moment at which one of its nodes becomes free."""
        r, metric, best, visits = self.r, bound["metric"], INF, [LIMIT]
        if self.ragged:
            raise Open("windows of ALP and AMP are not looked through")
        suited, sign = [n for n in self.nodes.values() if self.suits(n)], self.sides[metric]
        starts = sorted({max(r.get("earliestStart", 0), a) for n in suited for a, _ in self.free[n["id"]]})
        for speed, start in itertools.product(sorted({n["performance"] for n in suited}), starts):
            length = r["volume"] / speed
            if start + length > r.get("deadline", INF):
                continue
            free = [n for n in suited if n["performance"] >= speed and within(self.free[n["id"]], start, start + length, 0)]
            prices, limit = sorted(n["price"] for n in free)[:r["nodes"]], r.get("budget", INF) / length
            if len(free) < r["nodes"] or sum(prices) > limit:
                continue
            least = {"start": start, "runtime": length, "finish": start + length, "cost": sum(prices) * length}.get(metric)
            if metric == "value":
                least = least_sum(sorted((-sign * self.worth(n), n["price"]) for n in free), r["nodes"], limit, best, visits)
            best = min(best, least)
        return -sign * best


def least_sum(items, n, limit, best, left):
    """Returns the least sum of values of n items whose prices keep a limit, if it is below best; items are in order."""
    left[0] -= 1
    if left[0] < 0:
        raise Open("the sums of values are too many to be looked through")
    if n == 0:
        return min(best, 0.0) if limit >= 0 else best
    if n > len(items) or sum(x for x, _ in items[:n]) >= best or sum(heapq.nsmallest(n, (c for _, c in items))) > limit:
        return best
    value, price = items[0]
    best = min(best, value + least_sum(items[1:], n - 1, limit - price, best - value, left))
    return least_sum(items[1:], n, limit, best, left)


# --- batches ---

class Batch:
    def __init__(self, p, answer, policies):
        self.p, self.o = p, dict({"timeQuota": "job"}, **answer.get("options", {}))
        self.nodes, self.free, self.rounds = {n["id"]: n for n in p["nodes"]}, free_times(p), []
        goal, asked = p.get("objective", "time"), self.o.get("objective", "scenario")
        self.goal = goal if asked in ("scenario", "") else asked
        self.limit = p.get("limit") if self.goal == goal else None
        program = any(x["id"] == self.o.get("policy") and x["language"] != "formula" for x in policies)
        self.own, self.alp = answer["algorithm"] == "own", answer["algorithm"] == "alp"
        self.alp = self.alp or self.own and self.o.get("search") == "alp" and not program
        self.sides = {"totalTime" if self.goal == "time" else "totalCost": -1}

    def window(self, job, w, seen, begin, sight):
        """Checks a window within free times and returns its time and cost."""
        need(len(w["slots"]) == job["nodes"] == len({s["node"] for s in w["slots"]}), "a window has too few nodes")
        start, lengths, cost, slack = w["start"], [], 0.0, TOLERANCE * self.p["horizon"]
        longest = job["volume"] / job["minPerformance"]
        for s in w["slots"]:
            n = self.nodes.get(s["node"])
            need(n and n["performance"] >= job["minPerformance"], f"{s['node']} does not suit job {job['id']}")
            literal = self.o.get("duration") == "literal"
            lengths.append(longest * (n["performance"] / job["minPerformance"]) if literal else job["volume"] / n["performance"])
            need(not self.alp or n["price"] <= job["maxPrice"], f"{n['id']} is dearer than ALP allows")
            for name, must in (("start", start), ("end", start + lengths[-1]), ("cost", n["price"] * lengths[-1])):
                equal(name, s[name], must)
            need(start >= begin and within(seen[n["id"]], s["start"], s["end"], slack) and
                 s["end"] <= sight * (1 + TOLERANCE), f"{n['id']} is not free")
            cost += s["cost"]
        equal("end", w["end"], start + max(lengths))
        equal("cost", w["cost"], cost)
        need(self.alp or at_most(cost, job["nodes"] * job["maxPrice"] * longest), f"job {job['id']} pays too much")
        return sum(lengths) if self.o.get("measure") == "slots" else max(lengths), cost

    def take(self, free, w):
        for s in w["slots"]:
            free[s["node"]] = [x for a, b in free[s["node"]] for x in ((a, min(b, s["start"])), (max(a, s["end"]), b))
                               if x[0] < x[1]]

    def solution(self, s):
        p, self.waiting, time, cost, count, windows = self.p, [], 0.0, 0.0, 0, 0
        offers, chosen, limits = list(s["alternatives"]), list(s["chosen"]), [0.0, 0.0]
        need(len(s["cycles"]) == p.get("cycles", 1), "a cycle is missing")
        for k, report in enumerate(s["cycles"], 1):
            lists = self.offered(k, offers)
            windows += sum(len(points) for _, points, _ in lists)
            some = [x for x in lists if x[1]]
            mine = chosen[:len(some)] if chosen and chosen[0].get("cycle", k) == k else []
            del chosen[:len(mine)]
            spent = 0.0, 0.0
            if mine:
                need([x["job"] for x in mine] == [j["id"] for j, _, _ in some] and all(x.get("cycle", k) == k for x in mine),
                     "the choice is not one window for each job")
                for x, (_, _, w) in zip(mine, some):
                    self.take(self.free, w[x["window"]])
                picked = [points[x["window"]] for x, (_, points, _) in zip(mine, some)]
                spent = sum(t for t, _ in picked), sum(c for _, c in picked)
                self.choice(report, [points for _, points, _ in some], spent)
                time, cost, count = time + spent[0], cost + spent[1], count + len(mine)
                limits = [limits[0] + report["timeLimit"], limits[1] + report["budget"]]
                self.waiting = [j for j, points, _ in lists if not points]
            else:
                self.rounds.append(None)
                need(some or not report["timeLimit"] and not report["budget"], "a cycle without windows has a limit")
            for name, x in (("start", (k - 1) * p.get("period", 0)), ("time", spent[0]), ("cost", spent[1])):
                equal(name + " of a cycle", report[name], x)
            need(report.get("postponed", []) == [j["id"] for j in self.waiting], "the jobs that wait are not those of the cycle")
        need(not chosen and not offers and count, "the solution says more than its cycles, or nothing")
        need(s.get("postponed", []) == [j["id"] for j in self.waiting], "the jobs that wait are not those of the last cycle")
        return {"totalTime": time, "totalCost": cost, "meanTime": time / count, "meanCost": cost / count, "timeLimit": limits[0],
                "budget": limits[1], "alternativesPerJob": windows / len(s["alternatives"])}, {}

    def offered(self, k, offers):
        """Takes the alternatives of a cycle from offers; returns (job, points, windows) in the order of the jobs."""
        p, start = self.p, (k - 1) * self.p.get("period", 0)
        sight, seen = min(p["horizon"], start + p.get("sight", INF)), {n: list(f) for n, f in self.free.items()}
        self.waiting += [j for j in p["jobs"] if j.get("cycle", 1) == k]
        self.waiting.sort(key=lambda j: (-j.get("priority", 0), j.get("cycle", 1)))
        found = offers[:len(self.waiting)]
        del offers[:len(self.waiting)]
        if self.own:  # a policy may order the jobs in any way
            place = {a["job"]: i for i, a in enumerate(found)}
            self.waiting.sort(key=lambda j: place.get(j["id"], -1))
        need([j["id"] for j in self.waiting] == [a["job"] for a in found] and all(a.get("cycle", k) == k for a in found),
             f"the alternatives of cycle {k} are not those of the waiting jobs")
        lists = [(job, [], a["windows"]) for job, a in zip(self.waiting, found)]
        for family in range(max([len(w) for _, _, w in lists] or [0])):
            for job, points, w in lists:
                if family < len(w):
                    points.append(self.window(job, w[family], seen, start, sight))
                    self.take(seen, w[family])
        return lists

    def choice(self, report, lists, spent):
        """Checks the limits of a cycle and remembers what its bound is made of."""
        by_time, quota, mean, income = self.goal == "cost", 0.0, 0.0, report.get("income")
        for points in lists:
            times, n = [t for t, _ in points], len(points)
            exact = math.fsum(times) / n
            whole = math.floor(exact * (1 + 1e-13))
            if self.o["timeQuota"] == "term":
                quota += sum(math.floor(t / n * (1 + 1e-13)) for t in times)
            else:
                quota += max(exact, min(times)) if self.o["timeQuota"] == "exact" or whole < min(times) else whole
            mean += max(sum(c for _, c in points) / n, min(c for _, c in points))
        equal("timeLimit", report["timeLimit"], self.limit if self.limit is not None and by_time else quota)
        within_time, most = report["timeLimit"] * (1 + 1e-12), mean
        if self.limit is not None and not by_time:
            most = self.limit
        elif income:
            picked = [points[i] for points, i in zip(lists, income["windows"])]
            need(len(picked) == len(lists) and at_most(sum(t for t, _ in picked), within_time), "the income is of no combination")
            most = sum(c for _, c in picked)
            need(at_most(max(most, self.ceiling(lists, report["timeLimit"])), income["atMost"]), "the income may be greater")
        elif self.o.get("budgetQuota") != "mean":
            try:
                layers = [[(1, t, c) for t, c in points] for points in lists]
                most = max((w for _, _, w in choices(layers, len(lists), within_time)), default=0.0)
            except Open:
                most = report["budget"]
        equal("budget", report["budget"], most)
        (used, made), limit = (spent, report["timeLimit"]) if by_time else (spent[::-1], report["budget"])
        need(at_most(used, limit), "the choice is above its limit")
        classes = [[(1, t, -c) if by_time else (1, c, -t) for t, c in points] for points in lists]
        self.rounds.append((classes, income["atMost"] if income and not by_time else limit, made))

    def ceiling(self, lists, limit):
        """Returns the least over prices y of what a combination within the limit costs at most; it is convex in y."""
        def most(y):
            return sum(max(c - y * t for t, c in points) for points in lists) + y * limit
        low, high = 0.0, max(c / t for points in lists for t, c in points) + 1
        for _ in range(200):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            low, high = (low, b) if most(a) < most(b) else (a, high)
        return min(most(low), most(0.0))

    def shown(self, bound, metrics):
        k, total = bound["certificate"], 0.0
        need(k["by"] == "prices" and len(k["multipliers"]) == len(self.rounds), "there is not a price for every cycle")
        for price, cycle in zip(k["multipliers"], self.rounds):
            need(0 <= price < INF, "a price is below 0")
            if cycle:
                classes, limit, made = cycle
                priced = -sum(max(w - price * c for _, c, w in x) for x in classes) - price * limit
                slack = TOLERANCE * (abs(made) + price * limit)
                try:
                    found = choices(classes, len(classes), limit * (1 + 1e-12), price, 0.0, made - priced + slack)
                    total += min([made] + [-w for _, _, w in found])
                except Open:
                    total += priced
        return total


# --- groups ---

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
    def __init__(self, p, answer):
        self.p, self.r, self.sum = p, p["request"], p["request"].get("objective") == "sum"
        self.groups, self.nodes = {g["id"]: g for g in p.get("groups", [])}, {n["id"]: n for n in p["nodes"]}
        self.sides = {"value": 1} if self.sum else {"value": 1, "availability": 1}
        self.members = {g: [n for n in p["nodes"] if n.get("group") == g] for g in self.groups}

    def odds(self, thing):
        """Returns the availability of a node or a group."""
        if "availability" in thing:
            return thing["availability"]
        kind, free = "node" if "price" in thing else "group", 1.0
        for e in self.p.get("events", []):
            if e.get(kind) == thing["id"]:
                away = 1 - before(e["start"], self.r.get("end", 0))
                if "end" in e:
                    away = min(1.0, away + before(e["end"], self.r.get("start", 0)))
                free *= 1 - e.get("chance", 1.0) * (1 - away)
        return free

    def solution(self, s):
        ids, used, order = s["nodes"], {}, {i: k for k, i in enumerate(self.nodes)}
        need(len(ids) == self.r["nodes"], "the window has not as many nodes as asked for")
        need(all(i in order for i in ids) and [order[i] for i in ids] == sorted({order[i] for i in ids}),
             "the nodes are unknown, or not in the order of the document")
        for n in (self.nodes[i] for i in ids):
            used.setdefault(n.get("group"), []).append(n)
        lots = {v["group"]: v["variant"] for v in s.get("variants", [])}
        need(set(lots) == {g for g in used if self.groups.get(g, {}).get("variants")} and len(lots) == len(s.get("variants", [])),
             "the variants are not those of the groups that are used")
        cost, odds, values = 0.0, 1.0, []
        for g, nodes in used.items():
            group = self.groups.get(g)
            if g in lots:
                need(0 <= lots[g] < len(group["variants"]), f"group {g} has no such variant")
                lot = group["variants"][lots[g]]
                need(self.members[g][:lot["nodes"]] == nodes, f"group {g} has not the nodes of its variant")
                cost += lot["cost"]
                values.append(lot["value"])
                if not self.sum:
                    odds *= lot["value"]
                    continue
            else:
                cost += sum(n["price"] for n in nodes)
                values += [x.get("value", 0) for x in nodes + ([group] if group else [])]
            odds *= math.prod(self.odds(x) for x in nodes + ([group] if group else []))
        need(at_most(cost, self.r["budget"]), "the window costs more than the budget")
        self.of = sum(map(abs, values)) if self.sum else 0.0
        return {"availability": odds, "cost": cost, "value": sum(values) if self.sum else odds}, {"value": self.of}

    def worth(self, thing):
        return thing.get("value", 0) if self.sum else math.log(self.odds(thing))

    def units(self):
        """Yields what is chosen by itself, as (setup, nodes, variants); what is never available is left out."""
        for n in self.nodes.values():
            if not n.get("group") and self.odds(n) > 0:
                yield 0.0, [(1, n["price"], self.worth(n))], []
        for g, group in self.groups.items():
            if self.odds(group) > 0 and group.get("variants"):
                yield 0.0, [], [(v["nodes"], v["cost"], v["value"] if self.sum else math.log(v["value"]))
                                for v in group["variants"] if v["nodes"] <= len(self.members[g]) and (self.sum or v["value"] > 0)]
            elif self.odds(group) > 0:
                yield self.worth(group), [(1, n["price"], self.worth(n)) for n in self.members[g] if self.odds(n) > 0], []

    def shown(self, bound, metrics):
        k, value, n, budget = bound["certificate"], bound["value"], self.r["nodes"], self.r["budget"] * (1 + 1e-12)
        need(k["by"] == "multipliers" and len(k["multipliers"]) in (2, 4), "the certificate has not two or four multipliers")
        price, place = k["multipliers"][:2]
        need(0 <= price < INF and abs(place) < INF, "the multipliers are no prices")
        if self.sum:
            most = value + TOLERANCE * max(abs(value), self.of)
        elif value < 1e-290:
            most = max(math.log(value) if value > 0 else -INF, -745) + 1
        else:
            most = math.log(value) + TOLERANCE
        top, units = price * budget + place * n, []
        for setup, nodes, lots in self.units():
            gains = [w - price * c - place for _, c, w in nodes]
            base = setup + sum(max(0.0, g) for g in gains)
            taken = base if any(g > 0 for g in gains) else setup + max(gains, default=-INF)
            units.append((max([0.0, taken] + [w - price * c - place * m for m, c, w in lots]), base, setup, nodes, lots))
            top += units[-1][0]
        allow = top + 1e-12 * (abs(top) + 1) - most
        if allow < 0:
            return value
        layers, nothing = [], (0, 0.0, 0.0)
        for peak, base, setup, nodes, lots in units:
            subsets = choices([[nothing, node] for node in nodes], n, budget, price, place, allow - peak + base)
            layers.append([nothing] + lots + [(m, c, setup + w) for m, c, w in subsets if m > 0])
        found = choices(layers, n, budget, price, place, allow)
        need(not any(m == n and w > most for m, _, w in found), "a window passes the bound")
        return value


# --- farms ---

class Farm:
    sides = {"makespan": -1, "meanWait": -1, "maxLateness": -1}

    def __init__(self, p, answer):
        self.p, self.rules = p, p.get("policy", {})
        self.jobs, self.machines = {j["id"]: j for j in p["jobs"]}, {m["id"]: m for m in p["machines"]}
        self.split = self.rules.get("partitioning", True)
        self.band = {frozenset((x["a"], x["b"])): x["bandwidth"] for x in p.get("links", [])}

    def speed(self, job, m):
        return job.get("speeds", {}).get(m["id"], m.get("speed", 1))

    def where(self, job):
        """Returns the machines on which a job runs already."""
        return [job["running"]["machine"]] + job["running"].get("others", []) if job.get("running") else []

    def solution(self, s):
        placed, mine, self.pieces = s["reservations"], {}, {}
        for r in placed:
            mine.setdefault(r["job"], []).append(r)
        need([r["job"] for r in placed] == [j for j in self.jobs for _ in mine.get(j, [])] and len(mine) == len(self.jobs),
             "the reservations are not those of the jobs, in order")
        busy, waits, late, due = 0.0, 0.0, 0.0, 0.0
        for i, job in self.jobs.items():
            self.pieces[i] = self.job(job, mine[i])
            busy += sum(r["slots"] * max(0, r["finish"] - max(0, r["start"])) for r in mine[i])
            waits += min(r["start"] for r in mine[i]) - job.get("submitted", 0)
            if job.get("deadline") is not None:
                end = max(r["finish"] for r in mine[i])
                late, due = max(late, end - job["deadline"]), max(due, end, abs(job["deadline"]))
        for job in self.jobs.values():
            self.waits_for(job)
        self.capacity(placed)
        makespan, slots = max(r["finish"] for r in placed), sum(m["slots"] for m in self.machines.values())
        wait, w = waits / len(self.jobs), self.rules.get("cost", {})
        a, b, c = w.get("makespan", 1), w.get("wait", 0), w.get("lateness", 0)
        return {"makespan": makespan, "meanWait": wait, "maxLateness": late, "cost": a * makespan + b * wait + c * late,
                "utilization": busy / (slots * makespan) if makespan > 0 else 0.0}, \
            {"maxLateness": due, "meanWait": makespan, "cost": b * makespan + c * due}

    def job(self, job, mine):
        """Checks the pieces of a job by themselves and returns them in order."""
        by_start, name, left, spent, running = {}, f"job {job['id']}", job["duration"], -INF, self.where(job)
        for r in mine:
            by_start.setdefault(r["start"], []).append(r)
        pieces = [by_start[start] for start in sorted(by_start)]
        for piece in pieces:
            k, last, speeds = len(piece), piece is pieces[-1], []
            need(running or k <= (max(1, job.get("partition", 1)) if self.split else 1), f"{name} has too many parts")
            need([r["part"] for r in piece] == list(range(1, k + 1)), f"the parts of {name} are not numbered from 1")
            need(len({r["machine"] for r in piece}) == k, f"two parts of {name} are on one machine")
            for r in piece:
                m = self.machines[r["machine"]]
                speeds.append(self.speed(job, m))
                need(r["slots"] * k == job["slots"], f"the parts of {name} are not its slots")
                equal("memory", r["memory"], job.get("memory", 0) / k)
                need(not job.get("type") or m.get("type") == job["type"], f"{m['id']} is not of the type of {name}")
                need(r["start"] >= spent or same(r["start"], spent, 1), f"pieces of {name} overlap")
                need(("preempted" in r) != last, f"{name} goes on or stops without being preempted")
                if last:
                    equal("finish", r["finish"], r["start"] + left / speeds[-1], 1)
                else:
                    need(job.get("preemptible") and self.rules.get("preemption", True) and r["preempted"]["by"] in self.jobs,
                         f"{name} may not be preempted")
                    need(same(r["finish"], piece[0]["finish"], 1), f"the parts of a piece of {name} do not end together")
            spent = piece[0]["finish"]
            if not last and job.get("restartable"):
                left -= (spent - piece[0]["start"]) * min(speeds)
        if running:
            since = job["running"].get("since", 0)
            need([r["machine"] for r in pieces[0]] == running and all(same(r["start"], since) for r in pieces[0]),
                 f"{name} does not stay where it runs")
        return pieces

    def waits_for(self, job):
        for r in self.pieces[job["id"]][0] if not job.get("running") else []:
            least = max(0, job.get("submitted", 0))
            for a in job.get("after", []):
                parts = self.pieces[a["job"]][-1]
                bands = [self.band.get(frozenset((x["machine"], r["machine"]))) for x in parts if x["machine"] != r["machine"]]
                moved = max([a["data"] / b if b else INF for b in bands] or [0]) if a.get("data") else 0
                least = max(least, max(x["finish"] for x in parts) + a.get("delay", 0) + moved)
            need(r["start"] >= least or same(r["start"], least, 1), f"job {job['id']} starts before it can, at {least}")

    def capacity(self, placed):
        changes = {}
        for r in placed:
            need(r["start"] < r["finish"], "a reservation ends before it starts")
            job, m = self.jobs[r["job"]], self.machines[r["machine"]]
            end = max(r["start"], r["finish"] - TOLERANCE * max(1, abs(r["finish"])))
            uses = [((m["id"], "slots"), r["slots"], m["slots"]), ((m["id"], "memory"), r["memory"], m.get("memory", 0))]
            for name, n in job.get("licenses", {}).items():
                place = m["id"] if name in m.get("licenses", {}) else ""
                uses.append(((place, "licence " + name), n, self.licences(m, name)))
            for what, n, have in uses:
                changes.setdefault((what, have), []).extend(((r["start"], 1, n), (end, 0, -n)))
        for (what, have), steps in changes.items():
            taken, running = 0.0, 0
            for _, begins, n in sorted(steps):
                taken, running = taken + n, running + (1 if begins else -1)
                need(at_most(taken, have + (1e-6 * running if what[1] == "memory" else 0)), f"{what} is overloaded")

    def licences(self, m, name):
        return m.get("licenses", {}).get(name, self.p.get("licenses", {}).get(name, 0))

    def parts(self, job):
        most = min(max(1, job.get("partition", 1)), job["slots"], len(self.machines)) if self.split else 1
        return max(k for k in range(1, most + 1) if job["slots"] % k == 0)

    def fastest(self, job):
        """Returns the greatest speed of the machines that take the smallest part of a job."""
        k = self.parts(job)
        return max([max(self.speed(job, m), m.get("speed", 1)) for m in self.machines.values()
                    if job["slots"] // k <= m["slots"] and (not job.get("type") or job["type"] == m.get("type")) and
                    job.get("memory", 0) / k <= m.get("memory", 0) + 1e-6 and
                    all(n <= self.licences(m, name) for name, n in job.get("licenses", {}).items())] or [0])

    def earliest(self):
        """Returns, by job, its release and its length."""
        release, length, rest = {}, {}, list(self.jobs.values())
        while rest:
            job = next(j for j in rest if all(a["job"] in release for a in j.get("after", [])))
            rest.remove(job)
            i, speeds, since = job["id"], [self.speed(job, self.machines[m]) for m in self.where(job)], 0
            release[i] = max([0, job.get("submitted", 0)] + [release[a["job"]] + length[a["job"]] + a.get("delay", 0)
                                                             for a in job.get("after", [])])
            fastest = min(speeds) if speeds and not job.get("preemptible") else max(speeds + [self.fastest(job)])
            if speeds:
                since = job["running"].get("since", 0)
                release[i], since = (0, since) if job.get("preemptible") else (since, 0)
            length[i] = max(0, job["duration"] / fastest + since) if fastest else INF
        return release, length

    def shown(self, bound, metrics):
        k, metric = bound["certificate"], bound["metric"]
        release, length = self.earliest()
        late = metric == "maxLateness"
        if k["by"] == "nothing" and late:
            return 0.0
        if k["by"] == "chain" and metric == "meanWait":
            return sum((j["running"].get("since", 0) if j.get("running") else release[i]) - j.get("submitted", 0)
                       for i, j in self.jobs.items()) / len(self.jobs)
        if k["by"] == "chain":
            ends = ((release[i] + length[i], j.get("deadline")) for i, j in self.jobs.items())
            return max([0.0] + [e - d if late else e for e, d in ends if not late or d is not None])
        need(k["by"] in ("slots", "memory", "licence") and metric != "meanWait", "the certificate is none of a farm")
        demands, power = self.demands(k, late, release, length)
        need(power > 0, "the certificate names nothing that is there")
        value, area, first = 0.0, 0.0, INF
        for at, due, work in sorted(demands, key=lambda d: d[1] if late else -d[0]):
            area, first = area + work, min(first, at)
            value = max(value, first + area / power - due if late else at + area / power)
        return value

    def demands(self, k, late, release, length):
        """Returns (release, deadline, work) of the jobs that a certificate of work counts, and the capacity."""
        demands, group, count, own = [], k.get("group", ""), k.get("count", 0), k["by"]
        speed = {i: m.get("speed", 1) for i, m in self.machines.items()}
        for i, j in self.jobs.items():
            work, running, smallest = j["duration"], self.where(j), j["slots"] // self.parts(j)
            if late and j.get("deadline") is None:
                continue
            if own == "licence":
                if running or not j.get("licenses", {}).get(group):
                    continue
                work = j["licenses"][group] * length[i]
            else:
                if running:
                    smallest, since = 1, j["running"].get("since", 0)
                    work = max(0, min(work + since * self.speed(j, self.machines[m]) for m in running))
                if smallest < count or group and j.get("type") != group:
                    continue
                work *= j["slots"] if own == "slots" else j.get("memory", 0)
                speed.update({m: max(speed[m], x) for m, x in j.get("speeds", {}).items()})
            demands.append((max(0, release[i]), j.get("deadline") or 0, work))
        if own == "licence":
            need(not any(group in m.get("licenses", {}) for m in self.machines.values()), "a machine has licences of its own")
            return demands, self.p.get("licenses", {}).get(group, 0)
        return demands, sum(speed[i] * (m["slots"] if own == "slots" else m.get("memory", 0)) for i, m in self.machines.items()
                            if m["slots"] >= count and (not group or m.get("type") == group))


# --- answers ---

KINDS = {"placement": Placement, "window": Window, "batch": Batch, "group": Group, "farm": Farm}


def verify(scenario, answer):
    """Returns what was shown of an answer, and why not more."""
    need("digest" not in answer or answer["digest"] == answer_digest(answer), "the digest is not that of the answer")
    if not answer["feasible"]:
        need(answer.get("reason") and not any(answer.get(name) for name in ("metrics", "solution", "bound")),
             "an infeasible answer has a reason, and nothing else")
        return "valid", "that there is no answer was not looked into"
    arguments = [scenario.get("policies", [])] if scenario["kind"] == "batch" else []
    kind = KINDS[scenario["kind"]](scenario[scenario["kind"]], answer, *arguments)
    metrics, of = kind.solution(answer["solution"])
    need(set(metrics) == set(answer["metrics"]), "the metrics are not those of the kind")
    for name, x in metrics.items():
        equal(name, answer["metrics"][name], x, of.get(name, 0))
    b = answer.get("bound")
    if not b:
        return "valid", "there is no bound"
    side, is_, value, rough = kind.sides.get(b["metric"]), metrics.get(b["metric"]), b["value"], of.get(b["metric"], 0)
    need(side, f"{b['metric']} has no bound")
    need(same(value, is_, rough) or (value - is_) * side > 0, "the bound is on the wrong side of the metric")
    unit = abs(value) or 1
    equal("gap", b["gap"], abs(is_ - value) / unit, max(abs(value), abs(is_), rough) / unit)
    need("certificate" in b or scenario["kind"] == "window", "the bound has no certificate")
    try:
        shown = kind.shown(b, metrics)
    except Open as why:
        return "valid", str(why)
    need(same(value, shown, rough) or (value - shown) * side > 0, f"the bound is {value}, shown is {shown}")
    return ("optimal" if same(value, is_, rough) else "bounded"), ""


def main(names):
    if not names or len(names) % 2:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for scenario_name, result_name in zip(names[::2], names[1::2]):
        try:
            scenario, result = (json.load(open(name, encoding="utf-8")) for name in (scenario_name, result_name))
            stated, runs = digest({k: v for k, v in scenario.items() if k != "view"}), result["runs"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            print(f"{scenario_name}, {result_name}: {type(fault).__name__}: {fault}", file=sys.stderr)
            return 2
        for i, answer in enumerate(runs):
            try:
                need(result["scenario"] == stated, f"the result is to {result['scenario']}, the scenario is {stated}")
                scope, why = verify(scenario, answer)
            except Wrong as wrong:
                scope, why, status = "wrong", str(wrong), 1
            except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, StopIteration) as odd:
                scope, why, status = "wrong", f"the answer has not the form of a result ({type(odd).__name__}: {odd})", 1
            algorithm = answer.get("algorithm", "?") if isinstance(answer, dict) else "?"
            print("\t".join((result_name, str(i), str(algorithm), scope, why)))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
