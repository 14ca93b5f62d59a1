#!/usr/bin/env python3
"""Verify answers of Gridbox without Gridbox.

    python3 gridbox_verify.py SCENARIO RESULT [SCENARIO RESULT ...]

SCENARIO is an explicit scenario, RESULT a result document. A line per answer says what was shown:

    optimal   no answer has a better value of the bounded metric
    bounded   no answer passes the bound
    valid     the answer keeps all rules; its bound was not shown (the line says why)
    wrong     the answer breaks a rule (the line says which)

The exit status is 1 if an answer is wrong, 2 if a file cannot be read. "Check it yourself" has the rules.
"""
import decimal
import graphlib
import hashlib
import itertools
import json
import math
import sys
from operator import eq, ge, gt, itemgetter, le, lt, ne
from statistics import fmean

TOLERANCE = 1e-9
LIMIT = 1_000_000  # partial combinations that are visited before a proof is given up
INF = math.inf
NOTHING = (0, 0.0, 0.0)
COMPARE = {"=": eq, "!=": ne, ">=": ge, ">": gt, "<=": le, "<": lt}
JOB = {"memory": 0, "partition": 1, "submitted": 0, "deadline": None, "type": "", "licenses": {}, "speeds": {},
       "after": [], "running": None, "preemptible": False, "restartable": False}
MACHINE = {"memory": 0, "speed": 1, "type": "", "licenses": {}}


class Verdict(Exception):
    """What was shown of an answer, and why not more."""


def need(condition, why, scope="wrong"):
    if not condition:
        raise Verdict(scope, why)


def same(a, b, of=0.0):
    """Reports whether numbers are equal but for rounding; of is the greatest term of their sums."""
    return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE * abs(of))


def at_most(a, b, of=0.0):
    return a <= b or same(a, b, of)


def agree(what, given, of=0.0, **must):
    """Checks numbers of an object of the answer."""
    for name, x in must.items():
        need(same(given[name], x, of), f"{name} of {what} is {given[name]}, must be {x}")


def sweep(uses):
    """Checks that uses (resource, amount, start, end) never exceed a resource (name, capacity, spare). The spare is
    added to the capacity for each use; what ends at a time is gone when something starts then."""
    changes = {}
    for resource, amount, start, end in uses:
        changes.setdefault(resource, []).extend([(start, 1, amount), (end, -1, -amount)])
    for (name, capacity, spare), steps in changes.items():
        taken = running = 0
        for _, count, amount in sorted(steps):
            taken, running = taken + amount, running + count
            need(at_most(taken, capacity + spare * running), f"{name} is overloaded")


def reach(layers, price, place=0.0):
    """Returns the greatest profit of a way (count, cost, worth) of each layer: worth - price * cost - place * count."""
    return sum(max(w - price * c - place * m for m, c, w in ways) for ways in layers)


def choices(layers, n, limit, price, place, floor):
    """Returns sums (count, cost, worth) of one way of each layer that no other sum replaces, with at most n things
    within the limit. Sums that cannot reach a profit of floor are left out."""
    kept, peaks, effort = [NOTHING], [reach([ways], price, place) for ways in layers], 0
    for k, ways in enumerate(layers, 1):
        least, best, effort = floor - sum(peaks[k:]), {}, effort + len(kept) * len(ways)
        need(effort <= LIMIT, "the combinations are too many to be looked through", "valid")
        sums, kept = [(a + m, b + c, v + w) for a, b, v in kept for m, c, w in ways], []
        for m, c, w in sorted(sums, key=lambda s: (s[1], -s[2])):
            if m <= n and c <= limit and w > best.get(m, -INF) and w - price * c - place * m >= least:
                best[m] = w
                kept.append((m, c, w))
    return kept


def greatest(layers, n, limit, known, price=0.0, place=0.0):
    """Returns the greatest worth of one way of each layer, with n things within the limit, or known if none is greater.
    The prices of cost and of a thing only save effort: they leave out what cannot be worth more than known."""
    priced = (price * limit if price else 0.0) + place * n
    floor = known - priced - 1e-12 * (abs(known) + abs(priced) + 1)
    return max([known] + [w for m, _, w in choices(layers, n, limit * (1 + 1e-12), price, place, floor) if m == n])


def canonical(v):
    """Returns the canonical text of a JSON value, by RFC 8785."""
    if isinstance(v, dict):
        pairs = (canonical(k) + ":" + canonical(v[k]) for k in sorted(v, key=lambda k: k.encode("utf-16-be")))
        return "{" + ",".join(pairs) + "}"
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


def placement(scenario, answer):
    p, placed, moves, runs, moved = scenario["placement"], answer["solution"]["assignments"], {}, {}, []
    jobs, mips, link = p.get("jobs", []), {c["id"]: c["mips"] for c in p.get("clusters", [])}, {}
    for x in p.get("links", []):
        link[x["a"], x["b"]] = link[x["b"], x["a"]] = 1 / x["bandwidth"]
    data, queues = {d["id"]: d for d in p.get("datasets", [])}, {c: [(0.0, 0.0)] for c in mips}
    near = {d: {c: 0.0 if c in x.get("at", []) else INF for c in mips} for d, x in data.items()}
    for best in near.values():  # the seconds that a megabyte takes to each cluster
        for _, ((a, b), seconds) in itertools.product(mips, link.items()):
            best[b] = min(best[b], best[a] + seconds)
    for j in jobs:  # seconds by cluster
        stated = j.get("times") or [j["mi"] / x for x in mips.values()]
        runs[j["id"]] = stated if isinstance(stated, dict) else dict(zip(mips, stated))
        moves[j["id"]] = {c: sum(data[d]["size"] * near[d][c] for d in j.get("datasets", [])) for c in mips}
    need([a["job"] for a in placed] == [j["id"] for j in jobs], "not every job is assigned once, in order")
    for job, a in zip(jobs, placed):
        name, cluster, sources, move = f"job {job['id']}", a["cluster"], a.get("sources", []), 0.0
        need([x["dataset"] for x in sources] == job.get("datasets", []), f"{name} reads other datasets")
        for x in sources:
            read, path = data[x["dataset"]], x["path"]
            need(x["cluster"] in read.get("at", []), f"{x['cluster']} holds no {x['dataset']}")
            need((path[0], path[-1]) == (x["cluster"], cluster), f"the path of {x['dataset']} does not lead there")
            move += read["size"] * sum(link[hop] for hop in zip(path, path[1:]))
        run = runs[job["id"]].get(cluster, INF)
        agree(name, a, transferTime=move, runTime=run, finish=a["start"] + move + run)
        if "z" in a:
            mean_move, mean_run = (fmean([t for t in x[job["id"]].values() if t < INF]) for x in (moves, runs))
            mean_run = mean_run if job.get("times") else job["mi"] / fmean(mips.values())
            agree(name, a, z=mean_move / (mean_move + mean_run) if mean_move else 0.0)
        queues[cluster].append((a["start"], a["finish"]))
        moved.append(move)
    for cluster, queue in queues.items():
        for (_, ready), (start, _) in zip(sorted(queue), sorted(queue)[1:]):
            need(same(start, ready), f"on {cluster} a job starts at {start}, must start at {ready}")
    def shown(bound):
        k, m, value = bound["certificate"], len(mips), bound["value"]
        times = [[moves[j["id"]][c] + runs[j["id"]].get(c, INF) for c in mips] for j in jobs]
        if k["by"] == "capacity":
            work = [j["mi"] for j in jobs if not j.get("times")] + [0]
            least = [min(runs[j["id"]].values()) for j in jobs if j.get("times")]
            return max([max(work) / max(mips.values()), sum(work) / sum(mips.values())] + least)
        if k["by"] == "counting":
            least = sorted(map(min, times), reverse=True)
            return max(sum(least[i * m - i:i * m + 1]) for i in range(1, 17) if i * m < len(least))
        y, limit, states, effort = k.get("multipliers") or [0.0] * m, value * (1 - 1e-10), [([0.0] * m, times)], 0
        need(k["by"] == "branching" and same(k.get("limit", 0), value), "the certificate is of no placement")
        need(len(y) == m and all(0 <= x < INF for x in y), "there is not a multiplier for each cluster")
        while states:  # a state has the load of each cluster, and the times of each job that is not fixed
            load, left = states.pop()
            effort += len(left) * m + 1
            need(effort <= 10 * LIMIT, "the branches of the certificate are too many", "valid")
            rooms = [sorted(u * t for u, t, l in zip(y, job, load) if l + t < limit) for job in left]
            total = sum(u * l for u, l in zip(y, load)) + sum(room[0] for room in rooms if room)
            if not all(rooms) or total >= limit * sum(y) * (1 + len(left) * 2.0 ** -48) > 0:
                continue
            need(left, "the certificate leads to no contradiction")
            pick = max(range(len(left)), key=lambda k: (rooms[k][1:] or [INF])[0])
            states += [(load[:i] + [load[i] + t] + load[i + 1:], left[:pick] + left[pick + 1:])
                       for i, t in enumerate(left[pick]) if load[i] + t < limit]
        return value
    ends, moved = [a["finish"] for a in placed] or [0], moved or [0]
    return {"makespan": (max(ends), 0, -1), "totalTransferTime": (sum(moved), 0, 0),
            "meanTransferTime": (fmean(moved), 0, 0), "meanCompletionTime": (fmean(ends), 0, 0)}, shown


class Nodes:
    """Nodes with free time, of which windows and batches consist."""
    def __init__(self, p):
        self.nodes, self.slack, self.busy = {n["id"]: n for n in p["nodes"]}, TOLERANCE * p["horizon"], {}
        slots = p.get("slots", [])
        for n in self.nodes:  # when it is not free: between its slots, or when it is busy
            spans = sorted((s["start"], s["end"]) for s in slots or p.get("busy", []) if s["node"] == n)
            ends = itertools.accumulate([-INF] + [end for _, end in spans], max)
            gaps = [(end, start) for end, start in zip(ends, [start for start, _ in spans] + [INF]) if end < start]
            self.busy[n] = gaps if slots else spans + [(-INF, 0.0), (p["horizon"], INF)]

    def free(self, node, start, end, slack=0.0):
        return all(end <= a + slack or start >= b - slack for a, b in self.busy[node])

    def parts(self, slots, count, start, lengths, of=0.0):
        """Checks the parts of a window, which last so long, and returns what they cost."""
        need(len(slots) == count == len({s["node"] for s in slots}), f"a window has not {count} different nodes")
        costs = [self.nodes[s["node"]]["price"] * length for s, length in zip(slots, lengths)]
        for s, length, cost in zip(slots, lengths, costs):
            agree(f"the part on {s['node']}", s, of, start=start, end=start + length, cost=cost)
            need(self.free(s["node"], start, s["end"], self.slack), f"{s['node']} is not free at {start}")
        return sum(costs)


def window(scenario, answer):
    p, s, options, algorithm = scenario["window"], answer["solution"], answer.get("options", {}), answer["algorithm"]
    pool, r, n, most, ragged = Nodes(p), p["request"], p["request"]["nodes"], 1, algorithm in ("alp", "amp")
    budget, deadline, release = r.get("budget", INF), r.get("deadline", INF), r.get("earliestStart", 0)
    names = (name for x in p["nodes"] for name in x.get("attributes", {}))
    attribute = r.get("value") or min(names, key=str.encode, default="")
    if algorithm == "max-sum":
        attribute, most = options.get("attribute") or attribute, -1 if options.get("minimise") else 1
    worth = {x["id"]: x.get("attributes", {}).get(attribute, 0.0) for x in p["nodes"]}
    less, most = (0, 0) if ragged else (-1, most)
    def suits(x):
        has = x.get("attributes", {})
        return x["performance"] >= r.get("minPerformance", 0) and x["id"] not in r.get("exclude", []) and all(
            q["attribute"] in has and COMPARE[q["is"]](has[q["attribute"]], q["value"]) for q in r.get("require", []))
    def checked(slots):
        start, nodes = slots[0]["start"], [pool.nodes[s["node"]] for s in slots]
        slowest = min(x["performance"] for x in nodes)
        lengths = [r["volume"] / (x["performance"] if ragged else slowest) for x in nodes]
        cost, finish = pool.parts(slots, n, start, lengths, p["horizon"]), start + max(lengths)
        need(all(map(suits, nodes)), "a node does not suit the request")
        need(at_most(cost, budget), "the window costs more than the budget")
        need(release <= start and finish <= deadline + pool.slack, "the window starts too early or ends too late")
        return {"start": start, "runtime": max(lengths), "finish": finish, "cost": cost}
    def shown(bound):
        """Looks through all windows: the slowest node decides how long one lasts, and each can be moved back to
        the moment at which one of its nodes becomes free."""
        metric, sign = bound["metric"], most if bound["metric"] == "value" else less
        suited, best = [x for x in p["nodes"] if suits(x)], sign * bound["value"]
        starts = {max(release, end) for x in suited for _, end in pool.busy[x["id"]] if end < INF}
        for speed, start in itertools.product({x["performance"] for x in suited}, starts):
            length, end = r["volume"] / speed, start + r["volume"] / speed
            at = [x for x in suited if x["performance"] >= speed and pool.free(x["id"], start, end)]
            least, limit = sum(sorted(x["price"] for x in at)[:n]), budget / length
            if len(at) < n or least > limit or end > deadline:
                continue
            reached = {"start": start, "runtime": length, "finish": end, "cost": least * length}
            best = max(best, -reached[metric]) if metric in reached else greatest(
                [[NOTHING, (1, x["price"], sign * worth[x["id"]])] for x in at], n, limit, best)
        return sign * best
    for w in s.get("alternatives", []):
        x = checked(w["slots"])
        agree("an alternative", w, p["horizon"], start=x["start"], end=x["finish"], cost=x["cost"])
    x, values = checked(s["slots"]), [worth[x["node"]] for x in s["slots"]]
    return {"start": (x["start"], 0, less), "runtime": (x["runtime"], x["finish"], less),
            "finish": (x["finish"], 0, less), "cost": (x["cost"], 0, less),
            "value": (sum(values), sum(map(abs, values)), most)}, shown


def batch(scenario, answer):
    p, s, options, algorithm = scenario["batch"], answer["solution"], answer.get("options", {}), answer["algorithm"]
    pool, jobs, cycles, own = Nodes(p), {j["id"]: j for j in p["jobs"]}, p.get("cycles", 1), algorithm == "own"
    goal, asked = p.get("objective", "time"), options.get("objective", "scenario")
    by_time = (goal if asked == "scenario" else asked) == "cost"  # the time is limited, and not the cost
    stated = p.get("limit") if asked in ("scenario", goal) else None
    programs = [x["id"] for x in scenario.get("policies", []) if x["language"] != "formula"]
    alp = algorithm == "alp" or options.get("search") == "alp" and not (own and options.get("policy") in programs)
    rank = {j["id"]: (-j.get("priority", 0), j.get("cycle", 1), i) for i, j in enumerate(p["jobs"])}
    waiting, chosen, limits, rounds, doubts = [], [], [], {}, set()
    def checked(job, w, begin):
        """Checks a window and returns its time and cost."""
        nodes, least = [pool.nodes[x["node"]] for x in w["slots"]], job["minPerformance"]
        longest = job["volume"] / least
        lengths = [longest * (x["performance"] / least) if options.get("duration") == "literal" else
                   job["volume"] / x["performance"] for x in nodes]
        cost, end = pool.parts(w["slots"], job["nodes"], w["start"], lengths), w["start"] + max(lengths)
        agree("a window", w, end=end, cost=cost)
        need(all(x["performance"] >= least for x in nodes), f"a node does not suit job {job['id']}")
        need(at_most(begin, w["start"]) and at_most(end, begin + p.get("sight", INF)), f"{job['id']} is out of sight")
        need(all(x["price"] <= job["maxPrice"] for x in nodes) if alp else
             at_most(cost, job["nodes"] * job["maxPrice"] * longest), f"job {job['id']} pays too much")
        return sum(lengths) if options.get("measure") == "slots" else max(lengths), cost
    def quota(points):
        """Returns what a job adds to the limit on time."""
        times, kind = [t / len(points) for t, _ in points], options.get("timeQuota", "job")
        down = [math.floor(t * (1 + 1e-13)) for t in times + [math.fsum(times)]]
        exact = kind == "exact" or down[-1] < min(t for t, _ in points)
        return sum(down[:-1]) if kind == "term" else math.fsum(times) if exact else down[-1]
    def budget(report, lists, within):
        """Returns the limit on cost of a cycle whose windows take and cost so much."""
        income, classes = report.get("income"), [[(1, t, c) for t, c in points] for points in lists]
        if income:
            picked = [points[i] for points, i in zip(lists, income["windows"])]
            most, used = sum(c for _, c in picked), sum(t for t, _ in picked)
            need(len(picked) == len(lists) and at_most(used, within), "the income is of no combination")
            pairs = (pair for points in lists for pair in itertools.combinations(points, 2))
            bends = {0.0} | {max(0.0, (c - d) / (t - u)) for (t, c), (u, d) in pairs if t != u}
            ceiling = min(reach(classes, y) + y * within for y in bends)  # it is lowest at a bend
            need(at_most(max(most, ceiling), income["atMost"]), "the income may be greater")
            return most
        if options.get("budgetQuota") == "mean":
            return sum(fmean(c for _, c in points) for points in lists)
        try:
            return greatest(classes, len(classes), within, 0.0)
        except Verdict as doubt:
            doubts.add(doubt.args[1])
            return report["budget"]
    need(len(s["cycles"]) == cycles, "there is not one report for each cycle")
    for listed in ([a.get("cycle", 1) for a in s[name]] for name in ("alternatives", "chosen")):
        need(listed == sorted(listed) and set(listed) <= set(range(1, cycles + 1)), "the cycles are not in order")
    for k, report in enumerate(s["cycles"], 1):
        offers, picks = ([a for a in s[name] if a.get("cycle", 1) == k] for name in ("alternatives", "chosen"))
        name, ids, begin = f"cycle {k}", [a["job"] for a in offers], (k - 1) * p.get("period", 0)
        waiting = sorted(waiting + [i for i, j in jobs.items() if j.get("cycle", 1) == k], key=rank.get)
        need(ids == waiting or own and sorted(ids) == sorted(waiting), f"{name} is not of the waiting jobs")
        served = {a["job"]: a["windows"] for a in offers if a["windows"]}
        points = {i: [checked(jobs[i], w, begin) for w in windows] for i, windows in served.items()}
        sweep(((part["node"], 1, 0), 1, part["start"], part["end"] - pool.slack)
              for windows in served.values() for w in windows for part in w["slots"])
        need(all(x["window"] >= 0 for x in picks), "a window is chosen by no place in the list")
        taken = {x["job"]: x["window"] for x in picks}
        whole = [i for i in served if i in taken or picks and algorithm != "lexicographic"]  # which may leave jobs out
        need([x["job"] for x in picks] == whole, "not one window for each job is chosen")
        for part in (part for i in whole for part in served[i][taken[i]]["slots"]):
            pool.busy[part["node"]].append((part["start"], part["end"]))
        spent, lists, limit = [points[i][taken[i]] for i in whole], list(points.values()), stated if points else None
        time, cost = sum(t for t, _ in spent), sum(c for _, c in spent)
        agree(name, report, start=begin, time=time, cost=cost)
        agree(name, report, timeLimit=limit if by_time and limit is not None else sum(map(quota, lists)))
        within = report["timeLimit"]
        agree(name, report, budget=budget(report, lists, within) if by_time or limit is None else limit)
        need(at_most(time, within) if by_time else at_most(cost, report["budget"]), f"{name} is above its limit")
        waiting = [i for i in ids if i not in taken]
        need(report.get("postponed", []) == waiting, f"the jobs that wait after {name} are not those postponed")
        if spent:
            layers = [[(1, t, -c) if by_time else (1, c, -t) for t, c in ways] for ways in lists]
            most = within if by_time else report["income"]["atMost"] if report.get("income") else report["budget"]
            rounds[k - 1] = layers, most, cost if by_time else time
            chosen, limits = chosen + spent, limits + [(within, report["budget"])]
    need(chosen and s.get("postponed", []) == waiting, "no window is chosen, or not who waits is postponed")
    def shown(bound):
        k, total = bound["certificate"], 0.0
        need(k["by"] == "prices" and len(k["multipliers"]) == cycles, "there is not a price for every cycle")
        need(all(0 <= price < INF for price in k["multipliers"]), "a price is below 0")
        need(not doubts, " ".join(doubts), "valid")
        for i, (layers, most, made) in rounds.items():
            price = k["multipliers"][i]
            try:
                total -= greatest(layers, len(layers), most, -made, price)
            except Verdict:
                total -= reach(layers, price) + price * most
        return total
    (times, costs), (time_limits, budgets) = zip(*chosen), zip(*limits)
    windows = [len(a["windows"]) for a in s["alternatives"]]
    return {"totalTime": (sum(times), 0, 0 if by_time else -1), "totalCost": (sum(costs), 0, -1 if by_time else 0),
            "meanTime": (fmean(times), 0, 0), "meanCost": (fmean(costs), 0, 0), "budget": (sum(budgets), 0, 0),
            "timeLimit": (sum(time_limits), 0, 0), "alternativesPerJob": (fmean(windows), 0, 0)}, shown


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


def group(scenario, answer):
    p, s, r, used, counted, things = scenario["group"], answer["solution"], scenario["group"]["request"], {}, [], []
    by_sum, n, ids = r.get("objective") == "sum", r["nodes"], s["nodes"]
    groups = {g["id"]: {"nodes": 0, "cost": 0.0, **g} for g in p.get("groups", [])}
    nodes = {x["id"]: {"nodes": 1, "cost": x["price"], **x} for x in p["nodes"]}
    members = {g: [x for x in nodes.values() if x.get("group") == g] for g in groups}
    lots = {g: [{"availability": 1 if by_sum else v["value"], **v} for v in x["variants"]]
            for g, x in groups.items() if x.get("variants")}
    def odds(thing):
        """Returns the availability of a node, a group or a variant."""
        if "availability" in thing:
            return thing["availability"]
        chance, start, end = 1.0, r.get("start", 0), r.get("end", 0)
        for e in p.get("events", []):
            if e.get("node" if "price" in thing else "group") == thing["id"]:
                away = min(1.0, 1 - before(e["start"], end) + (before(e["end"], start) if "end" in e else 0.0))
                chance *= 1 - e.get("chance", 1.0) * (1 - away)
        return chance
    need(len(ids) == n, "the window has not as many nodes as asked for")
    need(ids == [i for i in nodes if i in ids], "the nodes are unknown, or not in the order of the document")
    for x in map(nodes.get, ids):
        used.setdefault(x.get("group"), []).append(x)
    variants = {v["group"]: v["variant"] for v in s.get("variants", [])}
    need(sorted(v["group"] for v in s.get("variants", [])) == sorted(g for g in used if g in lots),
         "the variants are not those of the groups that are used")
    for g, taken in used.items():
        whole = taken + ([groups[g]] if g else [])
        things, counted = things + whole, counted + (lots[g][variants[g]:][:1] if g in lots else whole)
        if g in lots:
            need(0 <= variants[g] < len(lots[g]), f"group {g} has no such variant")
            need(taken == members[g][:counted[-1]["nodes"]], f"group {g} has not the nodes of its variant")
    cost, values = sum(x["cost"] for x in counted), [x.get("value", 0) for x in counted]
    need(at_most(cost, r["budget"]), "the window costs more than the budget")
    chance, of = math.prod(map(odds, things if by_sum else counted)), sum(map(abs, values)) if by_sum else 0.0
    def ways(things):
        possible = [(x, odds(x)) for x in things if odds(x) > 0]
        return [(x["nodes"], x["cost"], x.get("value", 0) if by_sum else math.log(chance)) for x, chance in possible]
    def shown(bound):
        k, value, budget, layers = bound["certificate"], bound["value"], r["budget"], []
        need(k["by"] == "multipliers" and len(k["multipliers"]) in (2, 4), "there are not two or four multipliers")
        price, place = k["multipliers"][:2]
        need(0 <= price < INF and abs(place) < INF, "the multipliers are no prices")
        most = value + TOLERANCE * max(abs(value), of) if by_sum else (  # the worth that no window may pass
            (math.log(value) if value > 0 else -745) + (TOLERANCE if value >= 1e-290 else 1))
        units = [(0.0, [[NOTHING, way]]) for way in ways(x for x in nodes.values() if not x.get("group"))]
        for g, (_, _, worth) in ((g, way) for g in groups for way in ways([groups[g]])):
            lot = ways(v for v in lots.get(g, []) if v["nodes"] <= len(members[g]))
            units.append((0.0, [[NOTHING] + lot]) if g in lots else (worth, [[NOTHING, x] for x in ways(members[g])]))
        peaks = [max(0.0, setup + reach(parts, price, place)) for setup, parts in units]
        allow = price * budget + place * n + sum(peaks) - most
        allow += TOLERANCE * (abs(allow) + 1)
        for (setup, parts), peak in zip(units, peaks):  # only what lies below its peak by no more than allow
            sums = choices(parts, n, budget, price, place, peak - allow - setup)
            layers.append([NOTHING] + [(m, c, setup + w) for m, c, w in sums if m])
        need(greatest(layers, n, budget, most, price, place) == most, "a window passes the bound")
        return value
    return {"availability": (chance, 0, 0 if by_sum else 1), "cost": (cost, 0, 0),
            "value": (sum(values) if by_sum else chance, of, 1)}, shown


def farm(scenario, answer):
    p, placed = scenario["farm"], answer["solution"]["reservations"]
    rules, licences, begins = p.get("policy", {}), p.get("licenses", {}), itemgetter("start")
    jobs, machines = {j["id"]: {**JOB, **j} for j in p["jobs"]}, {m["id"]: {**MACHINE, **m} for m in p["machines"]}
    band = {frozenset((x["a"], x["b"])): x["bandwidth"] for x in p.get("links", [])}
    for j in jobs.values():
        running = j["running"] or {}
        j["on"] = [running["machine"]] + running.get("others", []) if running else []  # where it runs already
        j["since"] = running.get("since", 0)
        j["speed"] = {i: j["speeds"].get(i, m["speed"]) for i, m in machines.items()}
        j["most"] = max(1, j["partition"]) if rules.get("partitioning", True) else 1
        j["parts"] = max(k for k in range(1, min(j["most"], j["slots"], len(machines)) + 1) if j["slots"] % k == 0)
    deadlines = {i: j["deadline"] for i, j in jobs.items() if j["deadline"] is not None}
    listed = [(i, sorted(mine, key=begins)) for i, mine in itertools.groupby(placed, itemgetter("job"))]
    need([i for i, _ in listed] == list(jobs), "the reservations are not those of the jobs, in order")
    pieces = {i: [list(piece) for _, piece in itertools.groupby(mine, begins)] for i, mine in listed}
    def ready(after, machine):
        """Returns when a job that a part waits for has ended, and its data is on the machine of the part."""
        parts, data = pieces[after["job"]][-1], after.get("data", 0)
        bands = [band.get(frozenset((r["machine"], machine))) for r in parts if data and r["machine"] != machine]
        moved = max((data / band if band else INF for band in bands), default=0)
        return max(r["finish"] for r in parts) + after.get("delay", 0) + moved
    for i, job in jobs.items():
        name, left, spent, first = f"job {i}", job["duration"], -INF, pieces[i][0]
        for piece in pieces[i]:
            k, start, end, last = len(piece), piece[0]["start"], piece[0]["finish"], piece is pieces[i][-1]
            need(job["on"] or k <= job["most"], f"{name} has too many parts")
            need([r["part"] for r in piece] == list(range(1, k + 1)), f"the parts of {name} are not numbered from 1")
            need(len({r["machine"] for r in piece}) == k, f"two parts of {name} are on one machine")
            need(at_most(spent, start, 1), f"pieces of {name} overlap")
            need(last or job["preemptible"] and rules.get("preemption", True), f"{name} may not be preempted")
            for r in piece:
                machine = r["machine"]
                need(r["slots"] * k == job["slots"], f"the parts of {name} are not its slots")
                need(job["type"] in ("", machines[machine]["type"]), f"{machine} is not of the type of {name}")
                need(("preempted" in r) != last, f"{name} goes on or stops without being preempted")
                need(last or r["preempted"]["by"] in jobs, f"{name} is preempted by no job")
                agree(name, r, memory=job["memory"] / k)
                agree(name, r, 1, finish=start + left / job["speed"][machine] if last else end)
            spent = end
            left -= job["restartable"] * (end - start) * min(job["speed"][r["machine"]] for r in piece)
        need(not job["on"] or [r["machine"] for r in first] == job["on"] and same(first[0]["start"], job["since"]),
             f"{name} does not stay where it runs")
        for r in first if not job["on"] else []:
            least = max([0, job["submitted"]] + [ready(after, r["machine"]) for after in job["after"]])
            need(at_most(least, r["start"], 1), f"{name} starts before it can, at {least}")
    uses = []
    for r in placed:
        i, start, finish, m = r["machine"], r["start"], r["finish"], machines[r["machine"]]
        need(start < finish, "a reservation ends before it starts")
        end = max(start, finish - TOLERANCE * max(1, abs(finish)))
        uses.append(((f"slots of {i}", m["slots"], 0), r["slots"], start, end))
        uses.append(((f"memory of {i}", m["memory"], 1e-6), r["memory"], start, end))
        for name, n in jobs[r["job"]]["licenses"].items():
            of, have = (i, m["licenses"]) if name in m["licenses"] else ("the farm", licences)
            uses.append(((f"licence {name} of {of}", have.get(name, 0), 0), n, start, end))
    sweep(uses)
    def shown(bound):
        release, length = {}, {}  # of each job
        waits = graphlib.TopologicalSorter({i: [a["job"] for a in j["after"]] for i, j in jobs.items()})
        for i, job in ((i, jobs[i]) for i in waits.static_order()):
            parts, since, speeds = job["parts"], 0, [job["speed"][machine] for machine in job["on"]]
            takes = [m for m in machines.values() if job["type"] in ("", m["type"]) and  # the smallest part of the job
                     job["slots"] // parts <= m["slots"] and job["memory"] / parts <= m["memory"] + 1e-6 and
                     all(n <= m["licenses"].get(name, licences.get(name, 0)) for name, n in job["licenses"].items())]
            fastest = max(speeds + [0] + [max(job["speed"][m["id"]], m["speed"]) for m in takes])
            release[i] = max([0, job["submitted"]] + [release[a["job"]] + length[a["job"]] + a.get("delay", 0)
                                                      for a in job["after"]])
            if speeds and job["preemptible"]:
                release[i], since = 0, job["since"]
            elif speeds:
                release[i], fastest = job["since"], min(speeds)
            length[i] = max(0, job["duration"] / fastest + since) if fastest else INF
        k, metric = bound["certificate"], bound["metric"]
        by, group, count = k["by"], k.get("group", ""), k.get("count", 0)
        due = deadlines if metric == "maxLateness" else dict.fromkeys(jobs, 0)
        if by == "chain" and metric == "meanWait":
            return fmean((j["since"] if j["on"] else release[i]) - j["submitted"] for i, j in jobs.items())
        if by in ("chain", "nothing"):
            return max([0.0] + [release[i] + length[i] - d for i, d in due.items() if by == "chain"])
        need(by in ("slots", "memory", "licence") and metric != "meanWait", "the certificate is of no farm")
        counted = {i: jobs[i] for i in due}
        if by == "licence":
            need(not any(group in m["licenses"] for m in machines.values()), "a machine has licences of its own")
            power, work = licences.get(group, 0), {i: j["licenses"][group] * length[i] for i, j in counted.items()
                                                   if group in j["licenses"] and not j["on"]}
        else:
            counted = {i: j for i, j in counted.items() if group in ("", j["type"]) and
                       count <= (1 if j["on"] else j["slots"] // j["parts"])}
            work = {i: j[by] * max(0, min([j["duration"] + j["since"] * j["speed"][x] for x in j["on"]] or
                                          [j["duration"]])) for i, j in counted.items()}
            power = sum(m[by] * max([m["speed"]] + [j["speed"][i] for j in counted.values()]) for i, m in
                        machines.items() if m["slots"] >= count and group in ("", m["type"]))
        need(power > 0, "the certificate names nothing that is there")
        value, area, first = 0.0, 0.0, INF
        for d, at, i in sorted((due[i], -max(0, release[i]), i) for i in work):
            area, first = area + work[i], min(first, -at)
            value = max(value, first + area / power - d)
        return value
    ends = {i: max(r["finish"] for r in mine[-1]) for i, mine in pieces.items()}
    due = [(ends[i], d) for i, d in deadlines.items()]
    makespan, late = max(ends.values()), max([0.0] + [end - d for end, d in due])
    wait = fmean(pieces[i][0][0]["start"] - j["submitted"] for i, j in jobs.items())
    busy = sum(r["slots"] * max(0, r["finish"] - max(0, r["start"])) for r in placed)
    slots, rough = sum(m["slots"] for m in machines.values()), max([0.0] + [max(e, abs(d)) for e, d in due])
    a, b, c = (rules.get("cost", {}).get(*x) for x in (("makespan", 1), ("wait", 0), ("lateness", 0)))
    return {"makespan": (makespan, 0, -1), "meanWait": (wait, makespan, -1), "maxLateness": (late, rough, -1),
            "cost": (a * makespan + b * wait + c * late, b * makespan + c * rough, 0),
            "utilization": (busy / (slots * makespan) if makespan > 0 else 0.0, 0, 0)}, shown


def verify(scenario, answer):
    """Returns what was shown of an answer, and why not more."""
    need("digest" not in answer or answer["digest"] == answer_digest(answer), "the digest is not that of the answer")
    if not answer["feasible"]:
        need(answer.get("reason") and not any(answer.get(name) for name in ("metrics", "solution", "bound")),
             "an infeasible answer has a reason, and nothing else")
        return "valid", "that there is no answer was not looked into"
    # The function of a kind checks the solution. It returns the metrics and a function for what the certificate of a
    # bound shows. A metric has a value, the greatest term of its sum, and 1 or -1 if a bound is from above or below.
    kinds = {"placement": placement, "window": window, "batch": batch, "group": group, "farm": farm}
    metrics, shown = kinds[scenario["kind"]](scenario, answer)
    need(set(metrics) == set(answer["metrics"]), "the metrics are not those of the kind")
    for name, (x, of, _) in metrics.items():
        agree("the metrics", answer["metrics"], of, **{name: x})
    bound = answer.get("bound")
    if not bound:
        return "valid", "there is no bound"
    value, (reached, of, side) = bound["value"], metrics.get(bound["metric"], (0, 0, 0))
    need(side, f"{bound['metric']} has no bound")
    need(same(value, reached, of) or (value - reached) * side > 0, "the bound is on the wrong side of the metric")
    unit = abs(value) or 1
    agree("the bound", bound, max(abs(value), abs(reached), of) / unit, gap=abs(reached - value) / unit)
    need("certificate" in bound or scenario["kind"] == "window", "the bound has no certificate")
    most = shown(bound)
    need(same(value, most, of) or (value - most) * side > 0, f"the bound is {value}, shown is {most}")
    return ("optimal" if same(value, reached, of) else "bounded"), ""


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
            except Verdict as verdict:
                scope, why = verdict.args
            except Exception as fault:
                scope, why = "wrong", f"this is no result of the kind, {type(fault).__name__}: {fault}"
            status = 1 if scope == "wrong" else status
            print(pair[1], i, answer.get("algorithm", "?") if isinstance(answer, dict) else "?", scope, why, sep="\t")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
