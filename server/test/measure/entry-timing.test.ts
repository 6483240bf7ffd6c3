import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test, type TestContext } from "node:test";
import { startMailbox } from "../mailbox.ts";
import { PASSWORD, startService, type Service } from "../service.ts";

const CALLS = 2_000;
const WARM_UP = 50;
const MOST_AUC = 0.55;
const PLANTED_SHARE = 0.2;
// Other work on this machine can slow one kind down by chance. A real difference is there every time.
const MEASUREMENTS = 3;

// Many calls with passwords: hashing is made cheap, so that the rest of a call is not lost in its noise. Every call comes from a network
// of its own, as far as the service knows, and no account is ever slowed down.
const ENV = { PASSWORD_HASH_KIB: "64", SIGN_IN_TRIES: "1000000", SIGN_IN_TRIES_ACCOUNT: "1000000", TRUSTED_PROXIES: "127.0.0.1" };

interface Kind {
  input(): object;
}

/** What a caller sees of one answer, without the request's own id. */
interface Seen {
  ms: number;
  answer: string;
}

test("sign-up, sign-in, forgotten password and invitations do not tell known from unknown, by answer or by time", async (t) => {
  const mailbox = await startMailbox();
  const service = await startService({ mailbox, env: ENV });
  try {
    const { known, spentToken } = await givenPeople(service);
    let count = 0;
    const stranger = () => `stranger${count++}@test.example`;
    const someToken = () => (count++).toString(36).padStart(43, "A");
    const signUp = (email: () => string) => () => ({ company_name: "Fernhill", name: "Mara", email: email(), password: PASSWORD });
    const signIn = (email: () => string) => () => ({ email: email(), password: "not the right password" });
    const accept = (token: () => string) => () => ({ token: token(), name: "Mara", password: PASSWORD });

    await compare(t, service, "companies.create", 200, { unknown: { input: signUp(stranger) }, known: { input: signUp(() => known) } });
    await compare(t, service, "sessions.create", 401, {
      unknown: { input: signIn(stranger) },
      known: { input: signIn(() => known) },
    });
    await compare(t, service, "passwords.forgot", 200, {
      unknown: { input: () => ({ email: stranger() }) },
      known: { input: () => ({ email: known }) },
    });
    await compare(t, service, "invitations.preview", 400, {
      unknown: { input: () => ({ token: someToken() }) },
      spent: { input: () => ({ token: spentToken }) },
    });
    await compare(t, service, "invitations.accept", 400, {
      unknown: { input: accept(someToken) },
      spent: { input: accept(() => spentToken) },
    });
  } finally {
    await service.close();
    await mailbox.stop();
  }
});

/** Someone with an account, and the token of an invitation that was withdrawn. */
async function givenPeople(service: Service) {
  const ada = await service.given.admin();
  const spentToken = "B".repeat(43);
  const { id } = await ada.call("invitations.create", { email: "withdrawn@test.example" });
  await ada.call("invitations.revoke", { id });
  await service.database.query("update invitations set token_hash = sha256($1::bytea)", [spentToken]);
  return { known: ada.email, spentToken };
}

/** Measures until no kind is told apart by time, at most three times. Different answers fail at once. */
async function compare(t: TestContext, service: Service, name: string, status: number, kinds: Record<string, Kind>): Promise<void> {
  let faults: string[] = [];
  for (let at = 0; at < MEASUREMENTS; at++) {
    faults = await measure(t, service, name, status, kinds);
    if (faults.length === 0) return;
  }
  assert.fail(faults.join("\n"));
}

/** Calls each kind 2,000 times, in an order that nobody can guess, compares each with the first, and says what is wrong with the times. */
async function measure(t: TestContext, service: Service, name: string, status: number, kinds: Record<string, Kind>): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: Record<string, Seen[]> = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = -WARM_UP; round < CALLS; round++) {
    for (const [kind, { input }] of Object.entries(kinds).sort(() => Math.random() - 0.5)) {
      const one = await ask(agent, service.url, name, input(), status);
      if (round >= 0) seen[kind]?.push(one);
    }
  }
  agent.destroy();
  await service.app.settle();

  const answers = new Set(Object.values(seen).flatMap((all) => all.map(({ answer }) => answer)));
  assert.equal(answers.size, 1, `${name} has ${answers.size} answers: ${[...answers].join("\n")}`);
  const [[, reference] = ["", []], ...others] = Object.entries(seen);
  // A fifth of a call more would be noticed, as noisy as this machine is just now.
  const slower = times(reference).map((ms) => ms + PLANTED_SHARE * median(times(reference)));
  const planted = auc(times(reference), slower);
  if (planted <= MOST_AUC) return [`${name}: AUC ${planted.toFixed(3)} for a planted difference: the test would prove nothing`];
  return others.flatMap(([kind, all]) => {
    const found = auc(times(reference), times(all));
    t.diagnostic(`${name}, ${kind}: AUC ${found.toFixed(3)} over ${all.length} calls, p50 ${median(times(all)).toFixed(2)} ms`);
    return Math.abs(found - 0.5) <= MOST_AUC - 0.5 ? [] : [`${name}: ${kind} is told apart by time, AUC ${found.toFixed(3)}`];
  });
}

const times = (all: Seen[]) => all.map(({ ms }) => ms);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** How often a call of the second kind takes longer than one of the first, of all pairs: 0.5 is chance. */
function auc(first: number[], second: number[]): number {
  const ranked = [...first.map((ms) => ({ ms, isSecond: false })), ...second.map((ms) => ({ ms, isSecond: true }))].sort(
    (one, other) => one.ms - other.ms,
  );
  const sum = ranked.reduce((total, { isSecond }, at) => total + (isSecond ? at + 1 : 0), 0);
  return (sum - (second.length * (second.length + 1)) / 2) / (first.length * second.length);
}

let network = 0;

function ask(agent: Agent, url: string, name: string, input: object, status: number): Promise<Seen> {
  const from = `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network++ & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(`${url}/app/call/${name}`, { agent, method: "POST", headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => {
        const ms = performance.now() - started;
        if (response.statusCode !== status) return reject(new Error(`${name}: ${response.statusCode} ${body}`));
        const { "x-request-id": id, date: _, ...rest } = response.headers;
        resolve({ ms, answer: JSON.stringify([rest, body.replaceAll(String(id), "")]) });
      });
    });
    call.on("error", reject).end(JSON.stringify(input));
  });
}
