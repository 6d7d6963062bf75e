#!/usr/bin/env python3
"""A sync device for the cluster: records, a durable outbox, retries, a pull cursor.

Python's standard library only. docs/protocol.md shows every frame; `cluster conform
python3 device.py` says what a device does and does not do. One frame comes in, one goes out;
between them the device does nothing, and it knows no clock but the frame's.
"""
import json, os, socket, sys

# The policies this device has. What belongs to services it does not offer is not looked at.
HAS = {"stamp": ("hybrid", "deviceClock", "server"), "write": ("perField",), "send": ("queued",),
       "fetch": ("pendingWins",), "retry": ("classified",), "apply": ("server",),
       "outbox": ("durable",), "cursor": ("afterData",)}
EVENTS = ("start", "operation", "answer", "failure", "push", "timer", "link", "transferNotice")
TRIES, FIRST, LONGEST = 6, 1000, 30000  # in a row; then milliseconds


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def in_order(values):
    """By UTF-8 bytes, which is how Python compares texts; anything else by its JSON."""
    return sorted(values, key=lambda v: (v if isinstance(v, str) else text(v), text(v)))


class Refusal(Exception):
    """Something that this device cannot go on with: status, what, likely cause, what next."""


class Journal:
    """One JSON text a line; a last line that a kill cut short is cut off."""

    def __init__(self, directory, syncs):
        self.path, self.syncs, self.note = os.path.join(directory, "journal.jsonl"), syncs, None
        self.file = open(self.path, "ab+")
        self.file.seek(0)
        data = self.file.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self.note = f"cut an incomplete last entry of {len(data) - whole} bytes"
            self.file.truncate(whole)
        self.entries = [json.loads(line) for line in data[:whole].splitlines()]

    def append(self, entry):
        self.file.write(text(entry).encode() + b"\n")
        self.file.flush()
        if self.syncs:
            os.fsync(self.file.fileno())


class Device:
    def __init__(self, setup, directory):
        self.name, self.policy = setup["device"], setup["policy"]
        for behaviour, ways in HAS.items():
            if self.policy[behaviour] not in ways:
                raise Refusal(78, f"this device has no {behaviour}: {self.policy[behaviour]}",
                              "the scenario asks for a policy that it does not have",
                              f"set \"{behaviour}\": \"{ways[0]}\" in the device's policy")
        rules = dict({"saves": "merge", "counters": "sum"}, **setup["rules"])
        self.sums_up = rules["counters"] == "sum"
        if (setup.get("seeds") or rules["sets"] == "replace" or rules["saves"] != "merge"
                or "parent" in rules or "batch" in rules):
            raise Refusal(78, "this device makes no seeds, replaces no sets and meets no refusals",
                          "the scenario asks for one of them", "leave it out")
        self.replica = {path(change): change for change in setup["start"]}
        self.shown = {at: text(shown(change)) for at, change in self.replica.items()}
        self.cursor, self.clock, self.outbox = len(setup["start"]), (0, 0), []
        self.number, self.asked, self.is_up, self.effects = 0, {}, True, []
        self.saving, self.pulling = None, None
        self.pulls_again, self.pulls_after_saves = False, False
        self.failures, self.waiting, self.touched = {}, set(), set()
        self.journal = Journal(directory, setup.get("durability") == "power")
        for entry in self.journal.entries:
            self.restore(entry)

    # The store: what a crash must not take is written before it is shown or sent.
    def store(self, entry):
        self.journal.append(entry)
        self.effects.append({"kind": "store", "entry": entry})

    def restore(self, entry):
        if entry["kind"] == "made":
            self.outbox += entry["edits"]
            self.touched |= {path(edit) for edit in entry["edits"]}
            self.observe(entry.get("clock"))
        elif entry["kind"] == "settled":
            self.settle(entry["edits"], entry["fields"])
        else:
            self.cursor = entry["cursor"]

    # One event.
    def handle(self, event):
        self.effects, kind = [], event["kind"]
        if kind not in EVENTS:
            raise ValueError(f"\"{kind}\" is no kind of event")
        if kind == "start" or kind == "link":
            self.is_up = event["up"]
            self.show()
            if kind == "start" or self.is_up:
                self.synchronise()
        elif kind == "operation":
            self.perform(event)
        elif kind == "answer":
            self.answered(self.asked.pop(event["request"], None), event["request"], event["answer"])
        elif kind == "failure":
            self.failed(self.asked.pop(event["request"], None))
        elif kind == "push" and event["push"]["kind"] == "changed":
            self.pull()
        elif kind == "timer":
            self.waiting.discard(event["timer"])
            self.pull() if event["timer"] == "pull" else self.save()
        return {"type": "effects", "number": event["number"], "effects": self.effects,
                "pending": len(self.intents())}

    # What the user does.
    def perform(self, event):
        if event.get("sync") or "open" in event:
            return self.synchronise()
        if "delete" in event:
            raise Refusal(78, "this device deletes no records", "the scenario asks for it",
                          "leave it out")
        edits = []
        for record, field, op, value in self.wishes(event):
            edit = {"intent": event["intent"], "record": record, "field": field, "op": op,
                    "value": value, "base": self.tag(record)}
            if op == "remove":
                edit["observed"] = self.adds(path(edit), value)
            edits.append(edit)
        if not edits:
            return  # an operation of a service that this device does not offer
        stamp = self.stamp(event["wall"])
        for edit in edits:
            edit.update({"stamp": stamp} if stamp else {})
        self.outbox += edits
        self.touched |= {path(edit) for edit in edits}
        self.store({"kind": "made", "edits": edits,
                    **({"clock": stamp} if self.policy["stamp"] == "hybrid" else {})})
        self.show()
        self.save()

    def wishes(self, event):
        """Each change of a field that the user wants: of what, how, and to what."""
        for verb in ("write", "resolve", "create", "increment", "add", "remove"):
            for record, fields in sorted(event.get(verb, {}).items()):
                for field, value in sorted(fields.items()):
                    if verb == "increment" and self.sums_up:
                        yield record, field, "increment", value
                        continue
                    if verb == "increment":
                        now = (self.overlaid((record, field)) or {}).get("value")
                        value += now if type(now) is int else 0
                    if isinstance(value, list):
                        op = "remove" if verb == "remove" else "add"
                        yield from ((record, field, op, member) for member in value)
                    else:
                        yield record, field, "write", value

    def stamp(self, wall):
        if self.policy["stamp"] != "hybrid":
            return str(wall) if self.policy["stamp"] == "deviceClock" else None
        self.clock = (wall, 0) if wall > self.clock[0] else (self.clock[0], self.clock[1] + 1)
        return f"{self.clock[0]}.{self.clock[1]}.{self.name}"

    def observe(self, stamp):
        """A hybrid logical clock never falls behind a stamp it has seen."""
        if stamp and self.policy["stamp"] == "hybrid":
            parts = stamp.split(".", 2) + ["0"]
            self.clock = max(self.clock, (int(parts[0]), int(parts[1])))

    # What is sent, one save at a time and one operation's edits in each.
    def send(self, request, what):
        self.number += 1
        self.asked[self.number] = what
        self.effects.append({"kind": "send", "number": self.number, "request": request})
        return self.number

    def save(self):
        intents = self.intents()
        if self.is_up and intents and self.saving is None:
            what = f"save/{intents[0]}"
            edits = [edit for edit in self.outbox if edit["intent"] == intents[0]]
            if what not in self.waiting:
                self.saving = self.send({"kind": "save", "edits": edits}, what)

    def pull(self):
        self.pulls_again = self.pulling is not None
        if self.is_up and not self.pulls_again:
            self.pulling = self.send({"kind": "pull", "cursor": self.cursor}, "pull")

    def synchronise(self):
        """Saves what is pending, then pulls; every budget is whole again."""
        for timer in sorted(self.waiting):
            self.effects.append({"kind": "cancelTimer", "timer": timer})
        self.failures, self.waiting = {}, set()
        self.pulls_after_saves = self.is_up
        self.save()
        self.pull_after_saves()

    def pull_after_saves(self):
        if self.pulls_after_saves and self.saving is None:
            self.pulls_after_saves = False
            self.pull()

    # What comes back. An answer to an attempt that is over finds nobody who waits for it.
    def answered(self, what, number, answer):
        if what is None:
            return
        if answer["kind"] == "saved":
            self.saving = None
            refused = {path(result) for result in answer["results"] if "refused" in result}
            keys = [{key: edit[key] for key in ("intent", "record", "field")}
                    for edit in self.outbox
                    if f"save/{edit['intent']}" == what and path(edit) not in refused]
            fields = {path(result): dict(result["state"], record=result["record"],
                                         field=result["field"])
                      for result in answer["results"] if "state" in result}
            self.settle(keys, fields.values())
            self.store({"kind": "settled", "edits": keys, "fields": list(fields.values())})
            self.show()
            if refused:  # the cloud is full: it is pending still, and tried again later
                return self.failed(what)
            self.succeeded(what)
            self.save()
            self.pull_after_saves()
        elif answer["kind"] == "pulled":
            self.pulling, again = None, answer["more"] or self.pulls_again
            self.cursor = max(self.cursor, answer["cursor"])
            self.settle([], answer["changes"])
            if answer["changes"]:  # the data first: a cursor without its data would skip it
                self.store({"kind": "settled", "edits": [], "fields": answer["changes"]})
                self.store({"kind": "cursor", "cursor": self.cursor})
            self.succeeded("pull")
            self.show()
            if again:
                self.pull()
        else:
            self.failed(what)

    def settle(self, keys, changes):
        done = [(key["intent"], key["record"], key["field"]) for key in keys]
        self.outbox = [edit for edit in self.outbox if (edit["intent"], *path(edit)) not in done]
        self.touched |= {path(key) for key in keys}
        for change in changes:
            if "field" not in change:
                raise Refusal(78, "this device knows no deleted records",
                              "another device of the scenario deletes one", "leave it out")
            # Feed numbers tell what is newer, whatever the stamps say.
            if change["number"] > self.replica.get(path(change), {}).get("number", 0):
                self.replica[path(change)] = change
            self.touched.add(path(change))
            self.observe(change.get("stamp"))

    def failed(self, what):
        if what is None:
            return
        if what == "pull":
            self.pulling, self.pulls_again = None, False
        else:
            self.saving = None
        self.failures[what] = self.failures.get(what, 0) + 1
        self.waiting.add(what)
        if self.failures[what] < TRIES:  # else the next link-up or sync begins anew
            after = min(FIRST << self.failures[what] - 1, LONGEST)
            self.effects.append({"kind": "setTimer", "timer": what, "for": "retry", "after": after,
                                 "jitter": after // 4})
        if what != "pull":
            self.pull_after_saves()

    def succeeded(self, what):
        self.failures.pop(what, None)
        self.waiting.discard(what)

    # What the user sees: what the cloud is known to hold, pending edits laid over it.
    def show(self):
        changes = []
        for at in sorted(self.touched):
            state = self.overlaid(at)
            if state is not None and self.shown.get(at) != text(shown(state)):
                self.shown[at] = text(shown(state))
                changes.append({"record": at[0], "field": at[1], "value": shown(state)})
        self.touched = set()
        if changes:
            self.effects.append({"kind": "show", "changes": changes})

    def overlaid(self, at):
        state = self.replica.get(at)
        for edit in self.outbox:
            if path(edit) != at:
                continue
            if edit["op"] == "write":
                state = {"value": edit["value"]}
                continue
            if edit["op"] == "increment":  # one that the cloud has counted is not counted again
                counted = {i["id"]: i for i in (state or {}).get("increments", [])}
                own = {"id": edit["intent"], "amount": edit["value"]}
                state = {"increments": list({edit["intent"]: own, **counted}.values())}
                continue
            members = {text(m["value"]): m for m in (state or {}).get("members", [])}
            key = text(edit["value"])
            adds = set(members.get(key, {"adds": []})["adds"])
            adds = adds | {edit["intent"]} if edit["op"] == "add" else adds - set(edit["observed"])
            members[key] = {"value": edit["value"], "adds": sorted(adds)}
            state = {"members": [m for m in members.values() if m["adds"]]}
        return state

    def adds(self, at, value):
        members = (self.overlaid(at) or {}).get("members", [])
        return [add for m in members if text(m["value"]) == text(value) for add in m["adds"]]

    def tag(self, record):
        return max([c["number"] for at, c in self.replica.items() if at[0] == record], default=0)

    def intents(self):
        return list(dict.fromkeys(edit["intent"] for edit in self.outbox))

    def state(self):
        return {"shown": {".".join(at): value for at, value in sorted(self.shown.items())},
                "pending": self.intents(), "cursor": self.cursor}


def path(item):
    return (item["record"], item["field"])


def shown(state):
    if "members" in state:
        return in_order(m["value"] for m in state["members"])
    if "increments" in state:
        return sum(i["amount"] for i in state["increments"])
    return state["value"]


def converse(stream, directory):
    device = None
    for line in iter(lambda: stream.readline(1 << 20), b""):
        frame = json.loads(line)
        kind = frame["type"]
        if kind == "init" and device is None:
            if frame["protocol"] != 1:
                raise ValueError("this device speaks protocol 1")
            device = Device(frame, directory)
            note = {"note": device.journal.note} if device.journal.note else {}
            answer = {"type": "ready", "protocol": 1, **note}
        elif kind == "event" and device:
            answer = device.handle(frame)
        elif kind == "inspect" and device:
            answer = {"type": "state", "state": device.state()}
        elif kind == "stop":
            return
        elif kind == "refused":
            raise Refusal(65, f"refused: {frame['reason']}", "this device breaks the protocol",
                          "docs/protocol.md shows every frame")
        else:
            raise ValueError(f"a frame of type \"{kind}\" is not due")
        stream.write(text(answer).encode() + b"\n")
        stream.flush()


def main():
    arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    link = socket.socket(socket.AF_UNIX)
    link.connect(arguments["--socket"])
    try:
        converse(link.makefile("rwb"), arguments["--directory"])
    except Refusal as refusal:
        status, *words = refusal.args
    except (ValueError, KeyError, TypeError) as error:
        status, *words = (65, f"a frame cannot be taken: {error!r}",
                          "the other end is of another version", "look at docs/protocol.md")
    else:
        return 0
    print("device: {}\nlikely cause: {}\nnext: {}".format(*words), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
