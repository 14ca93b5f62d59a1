#!/usr/bin/env python3
"""Verify answers of Gridbox without Gridbox.

    python3 gridbox_verify.py SCENARIO RESULT [SCENARIO RESULT ...]

SCENARIO is an explicit scenario (`gridbox generate`), RESULT a result document
(`gridbox solve`). A line per answer says what was shown:

    optimal   no answer has a better value of the bounded metric
    bounded   no answer passes the bound
    valid     the answer keeps all rules; its bound was not shown (the line says why)
    wrong     the answer breaks a rule (the line says which)

The exit status is 1 if an answer is wrong. The rules are those of the page
"Check it yourself"; the program needs the standard library of Python 3.8 only.
"""
import hashlib
import heapq
import itertools
import json
import math
import sys

TOLERANCE = 1e-9
LIMIT = 300_000  # partial combinations that are looked at before a proof is given up
INF = math.inf


class Wrong(Exception):
    """A rule that the answer breaks."""


class Open(Exception):
    """A reason why a bound was not shown."""


def same(a, b, of=0.0):
    """Reports whether numbers are equal but for rounding; of is the greatest term of their sums."""
    return a == b or abs(a - b) <= TOLERANCE * max(abs(a), abs(b), abs(of))


def need(condition, why):
    if not condition:
        raise Wrong(why)


def equal(what, said, must, of=0.0):
    need(isinstance(said, (int, float)) and same(said, must, of), f"{what} is {said}, must be {must}")


# --- canonical JSON and digests ---

def number(x):
    """Returns the text of a number as RFC 8785 (ECMAScript) has it."""
    x = float(x)
    if x == 0:
        return "0"
    mantissa, _, exponent = repr(abs(x)).partition("e")
    whole, _, part = mantissa.partition(".")
    part = "" if part == "0" else part
    digits, point = (whole + part).lstrip("0"), len(whole) + int(exponent or 0)
    point -= len(whole + part) - len(digits)
    digits = digits.rstrip("0")
    n = len(digits)
    if n <= point <= 21:
        text = digits + "0" * (point - n)
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if n > 1 else "") + f"e{point - 1:+d}"
    return ("-" if x < 0 else "") + text


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
    reason = a.get("reason")
    if isinstance(reason, dict):
        reason = {k: reason[k] for k in ("code", "names", "numbers") if reason.get(k)}
    bound = a.get("bound") and {k: a["bound"][k] for k in ("metric", "value", "gap")}
    for name, value in (("reason", reason), ("metrics", a.get("metrics")), ("solution", a.get("solution")),
                        ("stats", a.get("stats")), ("bound", bound)):
        if value:
            covered[name] = value
    return digest(covered)


# --- placement ---

class Placement:
    sides = {"makespan": -1}

    def __init__(self, p, answer):
        self.p, self.a = p, answer
        self.mips = {c["id"]: c["mips"] for c in p.get("clusters", [])}
        self.data = {d["id"]: d for d in p.get("datasets", [])}
        self.band = {}
        for x in p.get("links", []):
            for a, b in ((x["a"], x["b"]), (x["b"], x["a"])):
                self.band.setdefault(a, {})[b] = max(x["bandwidth"], self.band.get(a, {}).get(b, 0))
        self.near = {d: self.distances(x.get("at", [])) for d, x in self.data.items()}

    def distances(self, sources):
        """Returns the seconds that a megabyte takes from the nearest source to every cluster."""
        best, queue = {}, [(0.0, s) for s in sources]
        heapq.heapify(queue)
        while queue:
            t, at = heapq.heappop(queue)
            if at not in best:
                best[at] = t
                for to, bandwidth in self.band.get(at, {}).items():
                    heapq.heappush(queue, (t + 1 / bandwidth, to))
        return best

    def transfer(self, job, cluster):
        return sum(self.data[d]["size"] * self.near[d].get(cluster, INF) if self.near[d].get(cluster) != 0 else 0.0
                   for d in job.get("datasets", []))

    def times(self, job):
        return [self.transfer(job, c) + job["mi"] / self.mips[c] for c in self.mips]

    def solution(self, s):
        jobs, list_ = self.p.get("jobs", []), s["assignments"]
        need([a["job"] for a in list_] == [j["id"] for j in jobs], "the assignments are not those of the jobs, in order")
        ready, makespan, moved, finished = {}, 0.0, 0.0, 0.0
        for job, a in zip(jobs, list_):
            c = a["cluster"]
            need(c in self.mips, f"job {job['id']} is on no cluster")
            need([x["dataset"] for x in a.get("sources", [])] == job.get("datasets", []),
                 f"job {job['id']} does not read its datasets in order")
            took = 0.0
            for x in a.get("sources", []):
                need(x["cluster"] in self.data[x["dataset"]].get("at", []), f"{x['cluster']} holds no {x['dataset']}")
                path = x["path"]
                need(path[0] == x["cluster"] and path[-1] == c, f"the path of {x['dataset']} does not lead to {c}")
                for one, two in zip(path, path[1:]):
                    need(two in self.band.get(one, {}), f"there is no link from {one} to {two}")
                    took += self.data[x["dataset"]]["size"] / self.band[one][two]
            equal("transferTime", a["transferTime"], took)
            equal("runTime", a["runTime"], job["mi"] / self.mips[c])
            equal("start", a["start"], ready.get(c, 0.0))
            equal("finish", a["finish"], a["start"] + took + a["runTime"])
            if "z" in a:
                equal("z", a["z"], self.factor(job))
            ready[c] = a["finish"]
            makespan, moved, finished = max(makespan, a["finish"]), moved + took, finished + a["finish"]
        n = max(1, len(list_))
        return {"makespan": makespan, "totalTransferTime": moved, "meanTransferTime": moved / n,
                "meanCompletionTime": finished / n}, {}

    def factor(self, job):
        """Returns Z: the share of transfers in what a job takes on average."""
        reach = [t for t in (self.transfer(job, c) for c in self.mips) if t < INF]
        mean, run = sum(reach) / len(reach), job["mi"] * len(self.mips) / sum(self.mips.values())
        return mean / (mean + run) if mean else 0.0

    def shown(self, bound, metrics):
        k, jobs = bound["certificate"], self.p.get("jobs", [])
        if k["by"] == "capacity":
            work = [j["mi"] for j in jobs]
            return max(max(work, default=0) / max(self.mips.values()), sum(work) / sum(self.mips.values()))
        if k["by"] == "counting":
            least, m = sorted((min(self.times(j)) for j in jobs), reverse=True), len(self.mips)
            return max(sum(least[i * m - i:i * m + 1]) for i in range(1, 17) if i * m < len(least))
        need(k["by"] == "branching" and same(k.get("limit", 0), bound["value"]), "the certificate is none of a placement")
        y = k.get("multipliers") or [0.0] * len(self.mips)
        need(len(y) == len(self.mips) and all(0 <= x < INF for x in y), "the multipliers are not one a cluster")
        limit = bound["value"] * (1 - 1e-10)
        if not self.refuted(limit, y, [self.times(j) for j in jobs], [0.0] * len(y), [LIMIT]):
            raise Wrong("the certificate leads to no contradiction")
        return bound["value"]

    def refuted(self, limit, y, open_, load, left):
        """Reports whether the open jobs fit nowhere, if every cluster ends before the limit."""
        left[0] -= len(open_) * len(load) + 1
        if left[0] < 0:
            raise Open("the branches of the certificate are too many")
        if not open_:
            return False
        total, widest, pick = sum(u * x for u, x in zip(y, load)), -1.0, 0
        for k, times in enumerate(open_):
            weights = sorted(u * t for u, t, l in zip(y, times, load) if l + t < limit)
            if not weights:
                return True
            total += weights[0]
            second = weights[1] if len(weights) > 1 else INF
            if second > widest:
                widest, pick = second, k
        needed = limit * sum(y) * (1 + len(open_) * 2.0 ** -48)
        if total >= needed > 0:
            return True
        times, rest = open_[pick], open_[:pick] + open_[pick + 1:]
        for i, t in enumerate(times):
            if load[i] + t < limit:
                if not self.refuted(limit, y, rest, load[:i] + [load[i] + t] + load[i + 1:], left):
                    return False
        return True


# --- windows ---

def free_times(p):
    """Returns, by node, the stretches in which it is free, in order."""
    given = {n["id"]: [] for n in p.get("nodes", [])}
    for s in p.get("slots") or p.get("busy") or []:
        given[s["node"]].append((s["start"], s["end"]))
    for node, list_ in given.items():
        joined = []
        for start, end in sorted(list_):
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        if not p.get("slots"):
            edges = [0.0] + [t for s in joined for t in s] + [p["horizon"]]
            joined = [(a, b) for a, b in zip(edges[::2], edges[1::2]) if a < b]
        given[node] = joined
    return given


def holds(free, start, end, slack):
    return any(a <= start + slack and end <= b + slack for a, b in free)


COMPARE = {"=": lambda a, b: a == b, "!=": lambda a, b: a != b, ">=": lambda a, b: a >= b, ">": lambda a, b: a > b,
           "<=": lambda a, b: a <= b, "<": lambda a, b: a < b}


class Window:
    sides = {"start": -1, "runtime": -1, "finish": -1, "cost": -1, "value": 1}

    def __init__(self, p, answer):
        self.p, self.a, self.r = p, answer, p["request"]
        self.nodes, self.free = {n["id"]: n for n in p["nodes"]}, free_times(p)
        self.slack = TOLERANCE * p["horizon"]
        named = sorted({name for n in p["nodes"] for name in n.get("attributes", {})},
                       key=lambda name: name.encode("utf-8"))
        self.attribute = self.r.get("value") or (named[0] if named else "")
        options = answer.get("options", {})
        if answer["algorithm"] == "max-sum":
            self.attribute = options.get("attribute") or self.attribute
            if options.get("minimise"):
                self.sides = dict(self.sides, value=-1)
        self.ragged = answer["algorithm"] in ("alp", "amp")

    def suits(self, n):
        r = self.r
        return (n["performance"] >= r.get("minPerformance", 0) and n["id"] not in r.get("exclude", []) and
                all(q["attribute"] in n.get("attributes", {}) and
                    COMPARE[q["is"]](n["attributes"][q["attribute"]], q["value"]) for q in r.get("require", [])))

    def worth(self, n):
        return n.get("attributes", {}).get(self.attribute, 0.0)

    def window(self, slots):
        r = self.r
        need(len(slots) == r["nodes"] == len({s["node"] for s in slots}), "a window has not as many nodes as asked for")
        nodes = [self.nodes.get(s["node"]) for s in slots]
        need(all(nodes) and all(map(self.suits, nodes)), "a node is unknown or does not suit the request")
        start, runtime = slots[0]["start"], r["volume"] / min(n["performance"] for n in nodes)
        cost = 0.0
        for s, n in zip(slots, nodes):
            length = r["volume"] / n["performance"] if self.ragged else runtime
            equal("start", s["start"], start, self.p["horizon"])
            equal("end", s["end"], start + length, self.p["horizon"])
            equal("cost", s["cost"], n["price"] * length, self.p["horizon"])
            need(holds(self.free[n["id"]], s["start"], s["end"], self.slack), f"{n['id']} is not free")
            cost += n["price"] * length
        need("budget" not in r or cost <= r["budget"] or same(cost, r["budget"]), "the window costs more than the budget")
        need(start >= r.get("earliestStart", 0), "the window starts too early")
        need(start + runtime <= r.get("deadline", INF) + self.slack, "the window ends after the deadline")
        return {"start": start, "runtime": runtime, "finish": start + runtime, "cost": cost,
                "value": sum(map(self.worth, nodes))}, nodes

    def solution(self, s):
        for w in s.get("alternatives", []):
            found, _ = self.window(w["slots"])
            for name, x in (("start", found["start"]), ("end", found["finish"]), ("cost", found["cost"])):
                equal(name + " of an alternative", w[name], x, self.p["horizon"])
        metrics, nodes = self.window(s["slots"])
        return metrics, {"runtime": metrics["finish"], "value": sum(abs(self.worth(n)) for n in nodes)}

    def shown(self, bound, metrics):
        """Looks through all windows: the slowest node decides how long one lasts, and each can be moved to
        the moment at which one of its nodes becomes free."""
        r, metric, best = self.r, bound["metric"], INF
        if self.ragged:
            raise Open("windows of ALP and AMP are not looked through")
        suited = [n for n in self.p["nodes"] if self.suits(n)]
        early, looked = r.get("earliestStart", 0), [0]
        starts = sorted({max(early, a) for n in suited for a, _ in self.free[n["id"]]})
        sign = -1 if metric == "value" and self.sides["value"] > 0 else 1
        for speed in sorted({n["performance"] for n in suited}):
            length = r["volume"] / speed
            for start in starts:
                if start + length > min(r.get("deadline", INF), self.p["horizon"]):
                    break
                open_ = [n for n in suited if n["performance"] >= speed and
                         any(a <= start and start + length <= b for a, b in self.free[n["id"]])]
                if len(open_) < r["nodes"]:
                    continue
                limit = r["budget"] / length * (1 + 1e-12) if "budget" in r else INF
                prices = sorted(n["price"] for n in open_)[:r["nodes"]]
                if sum(prices) > limit:
                    continue
                if metric == "value":
                    best = min(best, least_sum([(sign * self.worth(n), n["price"]) for n in open_], r["nodes"], limit,
                                               looked))
                else:
                    best = min(best, {"start": start, "runtime": length, "finish": start + length,
                                      "cost": sum(prices) * length}[metric])
        return sign * best


def least_sum(items, n, limit, looked):
    """Returns the least sum of values of n items whose prices keep a limit."""
    items = sorted(items)
    best = [INF]

    def visit(at, count, value, price):
        looked[0] += 1
        if looked[0] > LIMIT:
            raise Open("the sums of values are too many to be looked through")
        if count == n:
            if price <= limit:
                best[0] = min(best[0], value)
            return
        if at + n - count > len(items) or value + sum(x for x, _ in items[at:at + n - count]) >= best[0]:
            return
        if price + sum(sorted(x for _, x in items[at:])[:n - count]) > limit:
            return
        visit(at + 1, count + 1, value + items[at][0], price + items[at][1])
        visit(at + 1, count, value, price)
    visit(0, 0, 0.0, 0.0)
    return best[0]


# --- batches ---

def combine(layers, limit):
    """Returns the (limited, least) sums of one mark of each layer within a limit that no other sum beats in both."""
    sums = [(0.0, 0.0)]
    for layer in layers:
        fresh, low = [], INF
        every = sorted((a + x, b + y) for a, b in sums for x, y in layer if a + x <= limit * (1 + 1e-12))
        for a, b in every:
            if b < low:
                low = b
                fresh.append((a, b))
        sums = fresh
        if len(sums) * max(map(len, layers)) > LIMIT:
            raise Open("the combinations of windows are too many to be looked through")
    return sums


class Batch:
    def __init__(self, p, answer, policies):
        self.p, self.a, o = p, answer, answer.get("options", {})
        self.nodes, self.free = {n["id"]: n for n in p["nodes"]}, free_times(p)
        goal = p.get("objective", "time")
        asked = o.get("objective", "scenario")
        self.goal = goal if asked in ("scenario", "") else asked
        self.limit = p.get("limit") if self.goal == goal else None
        self.o, self.rounds = o, []
        program = any(x["id"] == o.get("policy") and x["language"] != "formula" for x in policies)
        self.alp = answer["algorithm"] == "alp" or answer["algorithm"] == "own" and o.get("search") == "alp" and not program
        self.sides = {"totalTime" if self.goal == "time" else "totalCost": -1}

    def window(self, job, w, cycle_start, sight):
        need(len(w["slots"]) == job["nodes"] == len({s["node"] for s in w["slots"]}), "a window has too few nodes")
        start, longest, total, cost = w["start"], 0.0, 0.0, 0.0
        for s in w["slots"]:
            n = self.nodes.get(s["node"])
            need(n and n["performance"] >= job["minPerformance"], f"{s['node']} does not suit job {job['id']}")
            length = job["volume"] / n["performance"]
            if self.o.get("duration") == "literal":
                length = job["volume"] / job["minPerformance"] * (n["performance"] / job["minPerformance"])
            need(not self.alp or n["price"] <= job["maxPrice"], f"{n['id']} is dearer than ALP allows")
            equal("start", s["start"], start)
            equal("end", s["end"], start + length)
            equal("cost", s["cost"], n["price"] * length)
            need(start >= cycle_start and holds(self.seen[n["id"]], s["start"], s["end"], TOLERANCE * self.p["horizon"]) and
                 s["end"] <= sight * (1 + TOLERANCE), f"{n['id']} is not free")
            longest, total, cost = max(longest, length), total + length, cost + s["cost"]
        equal("end", w["end"], start + longest)
        equal("cost", w["cost"], cost)
        most = job["nodes"] * job["maxPrice"] * (job["volume"] / job["minPerformance"])
        need(self.alp or cost <= most or same(cost, most), f"job {job['id']} pays too much")
        return (total if self.o.get("measure") == "slots" else longest), cost

    def take(self, free, w):
        for s in w["slots"]:
            rest = []
            for a, b in free[s["node"]]:
                rest += [x for x in ((a, min(b, s["start"])), (max(a, s["end"]), b)) if x[0] < x[1]]
            free[s["node"]] = rest

    def solution(self, s):
        p, waiting, offers, chosen = self.p, [], iter(s["alternatives"]), iter(s["chosen"] + [None])
        cycles, pick, time, cost, limits, windows, count, offered = p.get("cycles", 1), next(chosen), 0.0, 0.0, [0.0, 0.0], 0, 0, 0
        for k in range(1, cycles + 1):
            start = (k - 1) * p.get("period", 0)
            sight = min(p["horizon"], start + p["sight"]) if "sight" in p else p["horizon"]
            self.seen = {n: list(f) for n, f in self.free.items()}
            waiting += [j for j in p["jobs"] if j.get("cycle", 1) == k]
            waiting.sort(key=lambda j: (-j.get("priority", 0), j.get("cycle", 1)))
            found = list(itertools.islice(offers, len(waiting)))
            if self.a["algorithm"] == "own":  # a policy may order the jobs in any way
                place = {a["job"]: i for i, a in enumerate(found)}
                waiting.sort(key=lambda j: place.get(j["id"], -1))
            lists = []
            for job, a in itertools.zip_longest(waiting, found):
                need(a and a["job"] == job["id"] and a.get("cycle", k) == k, f"job {job['id']} lacks its alternatives")
                lists.append((job, a["windows"]))
            for family in range(max([len(w) for _, w in lists] or [0])):
                for job, list_ in lists:
                    if family < len(list_):
                        list_[family]["point"] = self.window(job, list_[family], start, sight)
                        self.take(self.seen, list_[family])
            windows, offered = windows + sum(len(w) for _, w in lists), offered + len(lists)
            some = [(j, w) for j, w in lists if w]
            report, mine, spent = s["cycles"][k - 1], [], (0.0, 0.0)
            while pick and pick.get("cycle", k) == k and len(mine) < len(some):
                mine.append(pick)
                pick = next(chosen)
            if mine:
                need([x["job"] for x in mine] == [j["id"] for j, _ in some], "the choice is not one window for each job")
                points = [w[x["window"]]["point"] for x, (_, w) in zip(mine, some)]
                for x, (_, w) in zip(mine, some):
                    self.take(self.free, w[x["window"]])
                spent = sum(t for t, _ in points), sum(c for _, c in points)
                self.choice(report, [[x["point"] for x in w] for _, w in some], spent)
                time, cost, count = time + spent[0], cost + spent[1], count + len(mine)
                limits = [limits[0] + report["timeLimit"], limits[1] + report["budget"]]
                waiting = [j for j, w in lists if not w]
            else:
                self.rounds.append(None)
            for name, x in (("start", start), ("time", spent[0]), ("cost", spent[1])):
                equal(name + " of a cycle", report[name], x)
            need(report.get("postponed", []) == [j["id"] for j in waiting], "the jobs that wait are not those of the cycle")
        need(pick is None and next(offers, None) is None and count, "the solution says more than its cycles, or nothing")
        return {"totalTime": time, "totalCost": cost, "meanTime": time / count, "meanCost": cost / count,
                "timeLimit": limits[0], "budget": limits[1], "alternativesPerJob": windows / offered}, {}

    def choice(self, report, lists, spent):
        """Checks the limits of a cycle and remembers what its bound is made of."""
        by_time, quota, mean = self.goal == "cost", 0.0, 0.0
        for points in lists:
            times, n = [t for t, _ in points], len(points)
            exact, rounding = math.fsum(times) / n, self.o.get("timeQuota", "job")
            whole = math.floor(exact * (1 + 1e-13))
            if rounding == "term":
                quota += sum(math.floor(t / n * (1 + 1e-13)) for t in times)
            else:
                quota += max(exact, min(times)) if rounding == "exact" or whole < min(times) else whole
            mean += max(sum(c for _, c in points) / n, min(c for _, c in points))
        limit = self.limit
        equal("timeLimit", report["timeLimit"], limit if limit is not None and by_time else quota)
        known = report.get("income")
        if limit is not None and not by_time:
            equal("budget", report["budget"], limit)
        elif self.o.get("budgetQuota") == "mean":
            equal("budget", report["budget"], mean)
        elif not known:
            try:
                most = -combine([[(t, -c) for t, c in x] for x in lists], report["timeLimit"])[-1][1]
            except Open:
                most = report["budget"]
            equal("budget", report["budget"], most)
        limit = report["timeLimit"] if by_time else report["budget"]
        used, made = spent if by_time else spent[::-1]
        need(used <= limit or same(used, limit), "the choice is above its limit")
        classes = [[(t, c) if by_time else (c, t) for t, c in x] for x in lists]
        self.rounds.append((classes, known["atMost"] if known and not by_time else limit))

    def shown(self, bound, metrics):
        k = bound["certificate"]
        need(k["by"] == "prices" and len(k["multipliers"]) == len(self.rounds), "there is not a price for every cycle")
        total = 0.0
        for price, cycle in zip(k["multipliers"], self.rounds):
            need(0 <= price < INF, "a price is below 0")
            if cycle:
                classes, limit = cycle
                try:
                    total += combine(classes, limit)[-1][1]
                except Open:
                    total += sum(min(x + price * l for l, x in c) for c in classes) - price * limit
        return total


# --- groups ---

def before(m, t):
    """Returns the probability that a moment lies before t."""
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
        self.p, self.a, self.r = p, answer, p["request"]
        self.sum = self.r.get("objective") == "sum"
        self.groups = {g["id"]: g for g in p.get("groups", [])}
        self.nodes = {n["id"]: n for n in p["nodes"]}
        self.sides = {"value": 1} if self.sum else {"value": 1, "availability": 1}
        self.members = {g: [] for g in self.groups}
        for n in p["nodes"]:
            if n.get("group"):
                self.members[n["group"]].append(n)

    def odds(self, thing, kind):
        if "availability" in thing:
            return thing["availability"]
        free = 1.0
        for e in self.p.get("events", []):
            if e.get(kind) == thing["id"]:
                away = 1 - before(e["start"], self.r.get("end", 0))
                if "end" in e:
                    away = min(1.0, away + before(e["end"], self.r.get("start", 0)))
                free *= 1 - e.get("chance", 1.0) * (1 - away)
        return free

    def solution(self, s):
        ids, used = s["nodes"], {}
        need(len(ids) == self.r["nodes"], "the window has not as many nodes as asked for")
        order = {n["id"]: i for i, n in enumerate(self.p["nodes"])}
        need(all(i in order for i in ids) and [order[i] for i in ids] == sorted({order[i] for i in ids}),
             "the nodes are unknown, or not in the order of the document")
        lots = {v["group"]: v["variant"] for v in s.get("variants", [])}
        cost, odds, value, of = 0.0, 1.0, 0.0, 0.0
        for n in (self.nodes[i] for i in ids):
            used.setdefault(n.get("group"), []).append(n)
        need(set(lots) <= set(used) and len(lots) == len(s.get("variants", [])), "a variant is of no group that is used")
        for g, nodes in used.items():
            group = self.groups.get(g, {})
            if group.get("variants"):
                need(g in lots and 0 <= lots[g] < len(group["variants"]), f"group {g} lacks its variant")
                lot = group["variants"][lots[g]]
                need(self.members[g][:lot["nodes"]] == nodes, f"group {g} has not the nodes of its variant")
                cost, value, of = cost + lot["cost"], value + lot["value"], of + abs(lot["value"])
                if not self.sum:
                    odds *= lot["value"]
                    continue
            if g is not None:
                odds *= self.odds(group, "group")
                if not group.get("variants"):
                    value, of = value + group.get("value", 0), of + abs(group.get("value", 0))
            for n in nodes:
                odds *= self.odds(n, "node")
                if not group.get("variants"):
                    cost, value, of = cost + n["price"], value + n.get("value", 0), of + abs(n.get("value", 0))
        need(cost <= self.r["budget"] or same(cost, self.r["budget"]), "the window costs more than the budget")
        self.of = of if self.sum else 0.0
        return {"availability": odds, "cost": cost, "value": value if self.sum else odds}, {"value": self.of}

    def units(self):
        """Yields what is chosen by itself, as (setup, nodes, lots): a node is (worth, cost), a lot (nodes, worth, cost).
        What is never available is left out."""
        def log(x):
            return math.log(x) if x > 0 else -INF
        for n in self.p["nodes"]:
            if not n.get("group") and self.odds(n, "node") > 0:
                yield 0.0, [(n.get("value", 0) if self.sum else log(self.odds(n, "node")), n["price"])], None
        for g, members in self.members.items():
            group = self.groups[g]
            if self.odds(group, "group") == 0:
                continue
            if not group.get("variants"):
                members = [n for n in members if self.odds(n, "node") > 0]
            if group.get("variants"):
                yield 0.0, [], [(v["nodes"], v["value"] if self.sum else log(v["value"]), v["cost"])
                                for v in group["variants"] if v["nodes"] <= len(members)]
            elif members:
                yield (group.get("value", 0) if self.sum else log(self.odds(group, "group")),
                       [(n.get("value", 0) if self.sum else log(self.odds(n, "node")), n["price"]) for n in members], None)

    def shown(self, bound, metrics):
        k = bound["certificate"]
        need(k["by"] == "multipliers" and len(k["multipliers"]) in (2, 4), "the certificate has not two or four multipliers")
        price, place = k["multipliers"][:2]
        need(0 <= price < INF and abs(place) < INF, "the multipliers are no prices")
        value, n, budget = bound["value"], self.r["nodes"], self.r["budget"] * (1 + 1e-12)
        if self.sum:
            most = value + TOLERANCE * max(abs(value), self.of)
        elif value < 1e-290:
            most = max(math.log(value) if value > 0 else -INF, -745) + 1
        else:
            most = math.log(value) + TOLERANCE
        top, units = price * budget + place * n, []
        for setup, nodes, lots in self.units():
            gains = [(w - price * c - place, w, c) for w, c in nodes]
            best = max([w - price * c - place * m for m, w, c in lots or []] +
                       [setup + (sum(max(0, g) for g, _, _ in gains) or 0 if any(g > 0 for g, _, _ in gains)
                                 else max(g for g, _, _ in gains))] if gains else
                       [w - price * c - place * m for m, w, c in lots or []] or [-INF])
            units.append((max(0.0, best), setup, gains, lots))
            top += max(0.0, best)
        allow = top + 1e-12 * (abs(top) + 1) - most
        if allow < 0:
            return value
        labels, left = {(0, 0.0): 0.0}, [LIMIT]
        for peak, setup, gains, lots in units:
            ways = self.ways(peak, setup, gains, lots, price, place, allow, left)
            fresh, spent = {}, {}
            for (count, cost), worth in labels.items():
                for m, c, w in ways:
                    if count + m <= n and cost + c <= budget:
                        key = (count + m, cost + c)
                        if worth + w > fresh.get(key, -INF):
                            fresh[key] = worth + w
            labels = {}
            for (count, cost), worth in sorted(fresh.items()):
                if worth > spent.get(count, -INF):  # a label that costs less is worth as much
                    spent[count] = labels[count, cost] = worth
            top_here = sum(u[0] for u in units[units.index((peak, setup, gains, lots)) + 1:])
            labels = {(m, c): w for (m, c), w in labels.items()
                      if w + price * (budget - c) + place * (n - m) + top_here + 1e-12 * (1 + abs(top)) >= most}
            left[0] -= len(labels) * len(ways)
            if left[0] < 0:
                raise Open("the open groups of the certificate are too many")
        need(not any(m == n and w > most for (m, _), w in labels.items()), "a window passes the bound")
        return value

    def ways(self, peak, setup, gains, lots, price, place, allow, left):
        """Lists the ways (nodes, cost, worth) of a unit that lie below its best by no more than what matters."""
        list_ = [(0, 0.0, 0.0)] if peak <= allow else []
        list_ += [(m, c, w) for m, w, c in lots or [] if w > -INF and peak - (w - price * c - place * m) <= allow]
        gains = sorted((g for g in gains if g[1] > -INF), key=lambda g: abs(g[0]))
        if not gains or setup == -INF:
            return list_
        base = setup + sum(max(0.0, g) for g, _, _ in gains)

        def visit(at, taken, deficit):
            left[0] -= len(gains)
            if left[0] < 0:
                raise Open("the sets of nodes of the certificate are too many")
            some = [gains[i] for i in range(len(gains)) if taken[i]]
            if some:
                list_.append((len(some), sum(c for _, _, c in some), setup + sum(w for _, w, _ in some)))
            for k in range(at, len(gains)):
                if deficit + abs(gains[k][0]) > allow:
                    return
                visit(k + 1, taken[:k] + [not taken[k]] + taken[k + 1:], deficit + abs(gains[k][0]))
        visit(0, [g > 0 for g, _, _ in gains], peak - base)
        return list_


# --- farms ---

class Farm:
    sides = {"makespan": -1, "meanWait": -1, "maxLateness": -1}

    def __init__(self, p, answer):
        self.p, self.a, rules = p, answer, p.get("policy", {})
        self.jobs, self.machines = {j["id"]: j for j in p["jobs"]}, {m["id"]: m for m in p["machines"]}
        self.split, self.rules = rules.get("partitioning", True), rules
        weights = rules.get("cost", {})
        self.weights = weights.get("makespan", 1), weights.get("wait", 0), weights.get("lateness", 0)

    def speed(self, job, m):
        return job.get("speeds", {}).get(m["id"], m.get("speed", 1))

    def solution(self, s):
        places, at = s["reservations"], 0
        self.pieces, busy, waits, makespan, late, of = {}, 0.0, 0.0, 0.0, 0.0, 0.0
        for job in self.p["jobs"]:
            mine = []
            while at < len(places) and places[at]["job"] == job["id"]:
                mine.append(places[at])
                at += 1
            need(mine, f"job {job['id']} is not placed in the order of the jobs")
            self.pieces[job["id"]] = self.job(job, mine)
            end, start = max(r["finish"] for r in mine), min(r["start"] for r in mine)
            busy += sum(r["slots"] * max(0, r["finish"] - max(0, r["start"])) for r in mine)
            waits += start - job.get("submitted", 0)
            makespan = max(makespan, end)
            if job.get("deadline") is not None:
                late, of = max(late, end - job["deadline"]), max(of, end, abs(job["deadline"]))
        need(at == len(places), "a reservation is of no job")
        for job in self.p["jobs"]:
            self.waits_for(job)
        self.capacity(places)
        slots = sum(m["slots"] for m in self.p["machines"])
        wait = waits / len(self.p["jobs"])
        a, b, c = self.weights
        return {"makespan": makespan, "meanWait": wait, "maxLateness": late, "cost": a * makespan + b * wait + c * late,
                "utilization": busy / (slots * makespan) if makespan > 0 else 0.0}, \
            {"maxLateness": of, "meanWait": makespan, "cost": b * makespan + c * of}

    def job(self, job, mine):
        by_start = {}
        for r in mine:
            need(r["machine"] in self.machines, f"{r['machine']} is no machine")
            piece = by_start.setdefault(r["start"], [])
            piece.append(r)
            need(r["part"] == len(piece), f"the parts of job {job['id']} are not numbered from 1")
        pieces = [by_start[start] for start in sorted(by_start)]
        left, spent, running = job["duration"], -INF, job.get("running")
        for piece in pieces:
            k, last = len(piece), piece is pieces[-1]
            need(running or k <= (max(1, job.get("partition", 1)) if self.split else 1), f"job {job['id']} has too many parts")
            need(len({r["machine"] for r in piece}) == k, f"two parts of job {job['id']} are on one machine")
            slowest, length = INF, 0.0
            for r in piece:
                m = self.machines[r["machine"]]
                need(r["slots"] * k == job["slots"], f"the parts of job {job['id']} are not its slots")
                equal("memory", r["memory"], job.get("memory", 0) / k)
                need(not job.get("type") or m.get("type") == job["type"], f"{m['id']} is not of the type of {job['id']}")
                need(r["start"] >= spent or same(r["start"], spent, 1), f"pieces of job {job['id']} overlap")
                need(("preempted" in r) != last, f"job {job['id']} goes on or stops without being preempted")
                speed = self.speed(job, m)
                slowest, length = min(slowest, speed), max(length, r["finish"] - r["start"])
                if last:
                    equal("finish", r["finish"], r["start"] + left / speed, 1)
                else:
                    need(job.get("preemptible") and self.rules.get("preemption", True) and r["preempted"]["by"] in self.jobs,
                         f"job {job['id']} may not be preempted")
            spent = piece[0]["finish"]
            if not last and job.get("restartable"):
                left -= length * slowest
        if running:
            at = [running["machine"]] + running.get("others", [])
            need([r["machine"] for r in pieces[0]] == at and all(same(r["start"], running.get("since", 0)) for r in pieces[0]),
                 f"job {job['id']} does not stay where it runs")
        return pieces

    def waits_for(self, job):
        if job.get("running"):
            return
        for r in self.pieces[job["id"]][0]:
            least = max(0, job.get("submitted", 0))
            for a in job.get("after", []):
                parts, data = self.pieces[a["job"]][-1], a.get("data", 0)
                ready = max(x["finish"] for x in parts) + a.get("delay", 0)
                if data:
                    bands = [max([l["bandwidth"] for l in self.p.get("links", [])
                                  if {l["a"], l["b"]} == {x["machine"], r["machine"]}] or [0])
                             for x in parts if x["machine"] != r["machine"]]
                    ready += max([data / b if b else INF for b in bands] or [0])
                least = max(least, ready)
            need(r["start"] >= least or same(r["start"], least, 1), f"job {job['id']} starts before it can, at {least}")

    def capacity(self, places):
        changes = {}
        for r in places:
            need(r["start"] < r["finish"], "a reservation ends before it starts")
            job, m = self.jobs[r["job"]], self.machines[r["machine"]]
            end = max(r["start"], r["finish"] - TOLERANCE * max(1, abs(r["finish"])))
            uses = [((m["id"], "slots"), r["slots"], m["slots"]), ((m["id"], "memory"), r["memory"], m.get("memory", 0))]
            for name, n in job.get("licenses", {}).items():
                own = m.get("licenses", {})
                uses.append(((m["id"] if name in own else "", "licence " + name), n,
                             own[name] if name in own else self.p.get("licenses", {}).get(name, 0)))
            for what, n, have in uses:
                changes.setdefault((what, have), []).extend(((r["start"], 1, n), (end, 0, -n)))
        for (what, have), list_ in changes.items():
            taken, running = 0.0, 0
            for _, begins, n in sorted(list_):
                taken, running = taken + n, running + (1 if begins else -1)
                need(taken <= have or same(taken, have) or what[1] == "memory" and taken <= have + 1e-6 * running,
                     f"{what} is overloaded")

    def takes(self, m, job, k):
        return (job["slots"] // k <= m["slots"] and (not job.get("type") or job["type"] == m.get("type")) and
                job.get("memory", 0) / k <= m.get("memory", 0) + 1e-6 and
                all(n <= m.get("licenses", {}).get(name, self.p.get("licenses", {}).get(name, 0))
                    for name, n in job.get("licenses", {}).items()))

    def parts(self, job):
        most = min(max(1, job.get("partition", 1)), job["slots"], len(self.machines)) if self.split else 1
        return max([k for k in range(1, most + 1) if job["slots"] % k == 0] or [1])

    def earliest(self):
        """Returns, by job, its earliest start and its least run time."""
        release, length, open_ = {}, {}, list(self.p["jobs"])
        while open_:
            for job in [j for j in open_ if all(a["job"] in release for a in j.get("after", []))]:
                open_.remove(job)
                r, k = job.get("running"), self.parts(job)
                where = [self.machines[i] for i in [r["machine"]] + r.get("others", [])] if r else []
                speeds = [self.speed(job, m) for m in where]
                if not r or job.get("preemptible"):
                    speeds.append(max([max(self.speed(job, m), m.get("speed", 1)) for m in self.p["machines"]
                                   if self.takes(m, job, k)] or [0]))
                fastest = min(speeds) if r and not job.get("preemptible") else max(speeds)
                run = job["duration"] / fastest if fastest else INF
                at = max([0, job.get("submitted", 0)] + [release[a["job"]] + length[a["job"]] + a.get("delay", 0)
                                                         for a in job.get("after", [])])
                if r:
                    at = r.get("since", 0)
                    if job.get("preemptible"):
                        at, run = 0, run + r.get("since", 0)
                release[job["id"]], length[job["id"]] = at, max(0, run)
        return release, length

    def shown(self, bound, metrics):
        k, metric, jobs = bound["certificate"], bound["metric"], self.p["jobs"]
        release, length = self.earliest()
        late = metric == "maxLateness"
        if k["by"] == "nothing" and late:
            return 0.0
        if k["by"] == "chain" and metric == "meanWait":
            return sum((j["running"].get("since", 0) if j.get("running") else release[j["id"]]) - j.get("submitted", 0)
                       for j in jobs) / len(jobs)
        ends = [(release[j["id"]] + length[j["id"]], j.get("deadline")) for j in jobs]
        if k["by"] == "chain":
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
        list_, power, group = [], 0.0, k.get("group", "")
        speed = {i: m.get("speed", 1) for i, m in self.machines.items()}
        for j in self.p["jobs"]:
            if late and j.get("deadline") is None:
                continue
            r, work, smallest = j.get("running"), j["duration"], j["slots"] // self.parts(j)
            if k["by"] == "licence":
                if r or not j.get("licenses", {}).get(group):
                    continue
                work = j["licenses"][group] * length[j["id"]]
            else:
                if r:
                    smallest = 1
                    work = max(0, min(work + r.get("since", 0) * self.speed(j, self.machines[i])
                                      for i in [r["machine"]] + r.get("others", [])))
                if smallest < k.get("count", 0) or group and j.get("type") != group:
                    continue
                work *= j["slots"] if k["by"] == "slots" else j.get("memory", 0)
                for i, x in j.get("speeds", {}).items():
                    speed[i] = max(speed[i], x)
            list_.append((max(0, release[j["id"]]), j.get("deadline") or 0, work))
        if k["by"] == "licence":
            need(not any(group in m.get("licenses", {}) for m in self.p["machines"]), "a machine has licences of its own")
            return list_, float(self.p.get("licenses", {}).get(group, 0))
        for i, m in self.machines.items():
            if m["slots"] >= k.get("count", 0) and (not group or m.get("type") == group):
                power += speed[i] * (m["slots"] if k["by"] == "slots" else m.get("memory", 0))
        return list_, power


# --- answers ---

KINDS = {"placement": Placement, "window": Window, "batch": Batch, "group": Group, "farm": Farm}


def verify(scenario, answer):
    """Returns what was shown of an answer, and why not more."""
    need("digest" not in answer or answer["digest"] == answer_digest(answer), "the digest is not that of the answer")
    if not answer["feasible"]:
        need(not answer.get("metrics") and not answer.get("solution") and not answer.get("bound") and answer.get("reason"),
             "an infeasible answer has a reason, and nothing else")
        return "valid", "that there is no answer was not looked into"
    arguments = [scenario[scenario["kind"]], answer]
    if scenario["kind"] == "batch":
        arguments.append(scenario.get("policies", []))
    kind = KINDS[scenario["kind"]](*arguments)
    metrics, of = kind.solution(answer["solution"])
    need(set(metrics) == set(answer["metrics"]), "the metrics are not those of the kind")
    for name, x in metrics.items():
        equal(name, answer["metrics"][name], x, of.get(name, 0))
    b = answer.get("bound")
    if not b:
        return "valid", "there is no bound"
    side, is_ = kind.sides.get(b["metric"]), metrics.get(b["metric"])
    need(side, f"{b['metric']} has no bound")
    rough = of.get(b["metric"], 0)
    need(same(b["value"], is_, rough) or (b["value"] - is_) * side > 0, "the bound is on the wrong side of the metric")
    unit = abs(b["value"]) or 1
    equal("gap", b["gap"], abs(is_ - b["value"]) / unit, max(abs(b["value"]), abs(is_), rough) / unit)
    need("certificate" in b or scenario["kind"] == "window", "the bound has no certificate")
    try:
        shown = kind.shown(b, metrics)
    except Open as why:
        return "valid", str(why)
    need(same(b["value"], shown, rough) or (b["value"] - shown) * side > 0, f"the bound is {b['value']}, shown is {shown}")
    return ("optimal" if same(b["value"], is_, rough) else "bounded"), ""


def main(names):
    if not names or len(names) % 2:
        print(__doc__)
        return 2
    status = 0
    for scenario_name, result_name in zip(names[::2], names[1::2]):
        with open(scenario_name, encoding="utf-8") as f:
            scenario = json.load(f)
        with open(result_name, encoding="utf-8") as f:
            result = json.load(f)
        stated = digest({k: v for k, v in scenario.items() if k != "view"})
        for i, answer in enumerate(result["runs"]):
            try:
                need(result["scenario"] == stated, f"the result is to {result['scenario']}, the scenario is {stated}")
                scope, why = verify(scenario, answer)
            except Wrong as wrong:
                scope, why, status = "wrong", str(wrong), 1
            except (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError, OverflowError) as odd:
                scope, why, status = "wrong", f"the answer has not the form of a result ({type(odd).__name__}: {odd})", 1
            print("\t".join((result_name, str(i), answer.get("algorithm", "?"), scope, why)))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
