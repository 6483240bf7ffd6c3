import assert from "node:assert/strict";
import { test } from "node:test";
import { ARRIVAL_MS, createCpuShares } from "./cpu-shares.ts";

function given() {
  let time = 0;
  const shares = createCpuShares(50, () => time);
  const isAdmitted = (company: string) => {
    try {
      shares.admit(company)();
      return true;
    } catch {
      return false;
    }
  };
  return { shares, isAdmitted, pass: (ms: number) => (time += ms) };
}

test("a company alone may use all of a node", () => {
  const { shares, isAdmitted, pass } = given();
  for (let round = 0; round < 100; round++) {
    assert.ok(isAdmitted("a"));
    shares.spend("a", 1_000);
    pass(1_000);
  }
});

test("while another calls, a company has half of the time, and is told how long to wait", () => {
  const { shares, isAdmitted, pass } = given();
  let used = 0;
  for (let ms = 0; ms < 60_000; ms += 100) {
    assert.ok(isAdmitted("victim"));
    shares.spend("victim", 1);
    if (isAdmitted("attacker")) {
      used += 100;
      shares.spend("attacker", 100);
    }
    pass(100);
  }
  assert.ok(used > 28_000 && used < 33_000, `${used} ms of 60,000`);
  shares.spend("attacker", 1_000_000);
  shares.admit("victim");
  assert.throws(() => shares.admit("attacker"), { status: 429, retryAfterSeconds: 4 });
  pass(4_100);
  assert.ok(isAdmitted("attacker"), "a debt is bounded");
});

test("ten seconds after the other's last call the company is alone again", () => {
  const { shares, isAdmitted, pass } = given();
  isAdmitted("victim");
  shares.spend("a", 100_000);
  assert.equal(isAdmitted("a"), false);
  pass(3_000);
  shares.spend("a", 100_000);
  pass(7_001);
  shares.spend("a", 100_000);
  assert.equal(isAdmitted("a"), true);
});

test("calls that are under way count as the company's last ones did", () => {
  const { shares, pass } = given();
  const attempt = () => {
    try {
      return shares.admit("attacker");
    } catch {
      return undefined;
    }
  };
  for (let round = 0; round < 20; round++) {
    const leave = shares.admit("attacker");
    shares.spend("attacker", 100);
    leave();
  }
  shares.admit("victim");
  assert.equal(attempt(), undefined, "its time is used up");
  pass(2_300);
  const under = Array.from({ length: 20 }, attempt).filter((leave) => leave !== undefined);
  assert.equal(under.length, 2, "of 150 ms two calls of 100 ms are let in");
  under.forEach((leave) => leave());
});

test("a call that is refused for another reason takes from its company's share", () => {
  const { shares, isAdmitted, pass } = given();
  isAdmitted("victim");
  const arrive = (calls: number) => Array.from({ length: calls }, () => shares.arrive("attacker", 0));
  arrive(Math.floor(1_000 / ARRIVAL_MS) - 1);
  assert.ok(isAdmitted("attacker"));
  arrive(2);
  assert.ok(!isAdmitted("attacker"), "its second is used up");
  assert.ok(isAdmitted("victim"));
  pass(1_000);
  assert.ok(isAdmitted("attacker"));
});

test("a body that is read takes from its company's share, also if its call is refused", () => {
  const { shares, isAdmitted } = given();
  isAdmitted("victim");
  for (let at = 0; at < 900; at++) shares.arrive("attacker", 1_048_576);
  assert.ok(!isAdmitted("attacker"));
  shares.arrive("uploader", 50_000_000);
  assert.ok(isAdmitted("uploader"), "what is too long is not read");
});

test("whether a company has time left can be asked before it calls, and says what its call is told", () => {
  const { shares, isAdmitted, pass } = given();
  isAdmitted("victim");
  shares.spend("attacker", 2_000);
  for (let ms = 0; ms < 6_000; ms += 100) {
    assert.equal(shares.hasTime("attacker"), isAdmitted("attacker"));
    pass(100);
  }
  assert.ok(shares.hasTime("attacker"));
});

test("who has used less than its fair part lately is light, a company or a network whose calls are of unknown companies", () => {
  const { shares, pass } = given();
  shares.spend("victim", 100);
  shares.spend("attacker", 400);
  shares.spendUnknown("192.0.2.1", 400);
  assert.deepEqual(["victim", "attacker", "192.0.2.1", "192.0.2.2"].map(shares.isLight), [true, false, false, true]);
  assert.equal(shares.usedMs("attacker"), 400);
  pass(1_000);
  shares.spend("victim", 300);
  assert.deepEqual(["victim", "attacker"].map(shares.isLight), [false, true]);
});
