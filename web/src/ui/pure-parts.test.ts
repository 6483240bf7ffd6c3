import assert from "node:assert/strict";
import { test } from "node:test";
import { labelEvery, place, ticksFor } from "./chart/scale.ts";
import { browserText, programText } from "./client-text.ts";
import { type Command, idOf, isFound, startsWithQuery } from "./command.ts";
import { saveFile, sizeText } from "./file.ts";
import { toggled } from "./selection.ts";

const PROGRAMS: [client: string, text: string][] = [
  ["claude-code/2.4.0 (external, cli)", "Claude Code 2.4"],
  ["claude-code 2.4.0", "Claude Code 2.4"],
  ["claude-ai/0.1.0", "Claude 0.1"],
  ["codex-mcp-client/1.2", "Codex 1.2"],
  ["Visual Studio Code/1.99.1", "VS Code 1.99"],
  ["curl/8.5.0", "curl 8.5"],
  ["node", "Node.js"],
  ["my-own-script", "my-own-script"],
  ["python-requests/v2.32.3", "python-requests 2.32"],
];

test("a program is shown by its usual name", () => {
  for (const [client, text] of PROGRAMS) assert.equal(programText(client), text, client);
});

const BROWSERS: [agent: string | null, text: string][] = [
  [null, "Unknown browser"],
  ["", "Unknown browser"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36", "Chrome on Linux"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0", "Edge on Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 OPR/117.0", "Opera on Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile Safari/604.1", "Safari on iPhone"],
  ["Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605 CriOS/131.0 Mobile Safari/604.1", "Chrome on iPad"],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36", "Chrome on Android"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["Robot 1.0 (of ours)", "Robot"],
];

test("a browser is shown by its name and system", () => {
  for (const [agent, text] of BROWSERS) assert.equal(browserText(agent), text, agent ?? "none");
});

const command = (label: string, also?: string): Command =>
  ({ group: "Do", label, run: () => {}, ...(also ? { also } : {}) }) as unknown as Command;

test("a command is found by every word of it, in any order, and by its other words", () => {
  const invite = command("Invite someone", "member teammate add");
  for (const query of ["invite", "SOME", "someone inv", "teammate", "add member", ""]) assert.ok(isFound(invite, query), query);
  for (const query of ["invited", "someone else", "remove member"]) assert.ok(!isFound(invite, query), query);
});

test("a command whose label starts with the query is a best match", () => {
  assert.ok(startsWithQuery(command("Sign out"), " sign o"));
  assert.ok(!startsWithQuery(command("Sign out"), "out"));
});

test("two commands with the same label differ by their id", () => {
  assert.equal(idOf(command("Sign out")), "Do Sign out");
  assert.equal(idOf({ ...command("Bosch"), id: "rec_1" }), "rec_1");
});

test("toggling adds or removes, and does not change the old selection", () => {
  const before = new Set(["a"]);
  assert.deepEqual([...toggled(before, "b")], ["a", "b"]);
  assert.deepEqual([...toggled(before, "a")], []);
  assert.deepEqual([...before], ["a"]);
});

test("the size of a file is rounded", () => {
  assert.equal(sizeText(0), "0 bytes");
  assert.equal(sizeText(999), "999 bytes");
  assert.equal(sizeText(1_499), "1 kB");
  assert.equal(sizeText(12_000), "12 kB");
  assert.equal(sizeText(3_400_000), "3.4 MB");
  assert.equal(sizeText(999_949_999), "999.9 MB");
  assert.equal(sizeText(999_950_000), "1.0 GB");
  assert.equal(sizeText(2_147_483_648), "2.1 GB");
});

test("a file is given to the browser as a download, and its URL is released later", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const link = { href: "", download: "", clicks: 0, click: () => void link.clicks++ };
  const revoked: string[] = [];
  t.mock.method(URL, "createObjectURL", () => "blob:1");
  t.mock.method(URL, "revokeObjectURL", (address: string) => void revoked.push(address));
  Object.assign(globalThis, { document: { createElement: () => link } });
  t.after(() => Reflect.deleteProperty(globalThis, "document"));
  saveFile("rows.csv", ["a,b\n"]);
  assert.deepEqual({ ...link, click: undefined }, { href: "blob:1", download: "rows.csv", clicks: 1, click: undefined });
  assert.deepEqual(revoked, []);
  t.mock.timers.tick(10_000);
  assert.deepEqual(revoked, ["blob:1"]);
});

const TICKS: [values: number[], ticks: number[], isWhole?: boolean][] = [
  [[0], [0, 0.25]],
  [[100], [0, 25, 50, 75, 100]],
  [[97], [0, 25, 50, 75, 100]],
  [[3], [0, 1, 2, 3]],
  [[3], [0, 1, 2, 3], true],
  [[1], [0, 1], true],
  [[7], [0, 2, 4, 6, 8], true],
  [
    [-50, 50],
    [-50, -25, 0, 25, 50],
  ],
  [[612_400], [0, 200_000, 400_000, 600_000, 800_000]],
];

test("chart lines are at round numbers that enclose every value", () => {
  for (const [values, ticks, isWhole] of TICKS) assert.deepEqual(ticksFor(values, isWhole), ticks, String(values));
});

test("a value is placed between two ends, in either direction", () => {
  const up = place([0, 100], 200, 0);
  assert.equal(up(0), 200);
  assert.equal(up(100), 0);
  assert.equal(up(25), 150);
  assert.equal(place([5, 5], 0, 10)(5), 0, "a domain of one value divides by nothing");
});

test("labels are at least as far apart as they are wide", () => {
  assert.equal(labelEvery(12, 600, 40), 1);
  assert.equal(labelEvery(30, 600, 40), 2);
  assert.equal(labelEvery(365, 300, 40), 49);
  assert.equal(labelEvery(3, 0, 40), 120);
});
