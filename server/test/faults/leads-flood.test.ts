import assert from "node:assert/strict";
import { test } from "node:test";
import { giveForm, sendForm } from "../leads/forms.ts";
import { addressOf, inParallel, visit } from "../leads/visitors.ts";
import { inService, type Service } from "../service.ts";

// A form is flooded. Small in the normal suite; `npm run test:faults -- leads-flood` sends ten thousand.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const AT_ONCE = 20;
const HONEST_EVERY = 100;
const FIRST_HONEST = 200_000;
const options = { env: { TRUSTED_PROXIES: "127.0.0.1" } };
const SPAM = { name: "Robot", email: "robot@spam.example", message: "Buy now" };

const isHonest = (n: number) => n % HONEST_EVERY === HONEST_EVERY - 1;
const honest = (n: number) => ({ name: `Honest ${n}`, email: `honest${n}@example.com` });

/** What became of the flood: by state and honesty, as it is written down. */
async function outcome(service: Service, form: { public_id: string }) {
  const rows = await service.database.query(
    `select s.state, s.given->>'name' like 'Honest%' as is_honest, count(*)::int as count from lead_submissions s
     join lead_sources f on f.company_id = s.company_id and f.id = s.source_id where f.public_id = $1 group by 1, 2`,
    [form.public_id],
  );
  const count = (state: string, isPerson: boolean) =>
    Number(rows.find((row) => row["state"] === state && row["is_honest"] === isPerson)?.["count"] ?? 0);
  return { taken: count("received", true), lost: count("held", true), spam: count("received", false), held: count("held", false) };
}

const tally = (statuses: number[]) => Object.fromEntries([...Map.groupBy(statuses, (one) => one)].map(([one, all]) => [one, all.length]));

test(
  "of a flood from one address ten a minute get in, and every honest visitor does",
  { timeout: 600_000 },
  inService(async (service, t) => {
    const form = await giveForm(await service.given.admin());
    const sent = size(400, 10_000);
    const started = Date.now();
    const answers = await inParallel(sent, AT_ONCE, (n) =>
      isHonest(n) ? visit(service, form.public_id, FIRST_HONEST + n, honest(n)) : sendForm(service, form.public_id, SPAM, addressOf(1)),
    );
    const minutes = Math.ceil((Date.now() - started) / 60_000) + 1;
    const spam = answers.filter((_, n) => !isHonest(n));
    t.diagnostic(`${sent} in ${Date.now() - started} ms: ${JSON.stringify(tally(answers.map((one) => one.status)))}`);
    assert.ok(spam.filter((one) => one.status === 202).length <= 10 * minutes);
    assert.ok(spam.every((one) => one.status === 202 || (one.status === 429 && Number(one.headers.get("retry-after")) > 0)));
    const { taken, lost } = await outcome(service, form);
    assert.deepEqual([taken, lost], [sent / HONEST_EVERY, 0]);
  }, options),
);

test(
  "of a flood from as many addresses all but the first are held, and every honest visitor is taken",
  { timeout: 600_000 },
  inService(async (service, t) => {
    const form = await giveForm(await service.given.admin());
    const sent = size(400, 10_000);
    const started = Date.now();
    const answers = await inParallel(sent, AT_ONCE, (n) =>
      isHonest(n) ? visit(service, form.public_id, FIRST_HONEST + n, honest(n)) : sendForm(service, form.public_id, SPAM, addressOf(n)),
    );
    t.diagnostic(`${sent} in ${Date.now() - started} ms: ${JSON.stringify(tally(answers.map((one) => one.status)))}`);
    assert.deepEqual(new Set(answers.map((one) => one.status)), new Set([202]), "nobody learns anything");
    const found = await outcome(service, form);
    t.diagnostic(JSON.stringify(found));
    assert.deepEqual([found.taken, found.lost], [sent / HONEST_EVERY, 0]);
    // A tenth of the day's cap is what makes it a flood. What was under way just then may get in too.
    assert.ok(found.spam <= 100 + AT_ONCE, `${found.spam} got in`);
  }, options),
);

test(
  "new, known, held and repeated submissions get the same bytes in the same time",
  { timeout: 600_000 },
  inService(async (service, t) => {
    const ada = await service.given.admin();
    const form = await giveForm(ada, { day_cap: 1_000_000 });
    await ada.call("records.create", { type: "lead", values: { name: "Known", email: "known@example.com" } });
    const bodies: Record<string, (n: number) => Record<string, unknown>> = {
      new: (n) => ({ name: "Some Body", email: `somebody${n}@example.com`, _id: `new-${n}`, _website: "" }),
      known: (n) => ({ name: "Some Body", email: "known@example.com", _id: `known-${n}`, _website: "" }),
      held: (n) => ({ name: "Some Body", email: `somebody${n}@example.com`, _id: `held-${n}`, _website: "x" }),
      repeated: () => ({ name: "Some Body", email: "somebody@example.com", _id: "repeated", _website: "" }),
    };
    const kinds = Object.keys(bodies);
    const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
    const answers = new Set<string>();
    const rounds = size(60, 1_000);
    for (let n = -20; n < rounds; n++) {
      // In turns, each time beginning with another, so that none is always the first after a pause.
      for (let at = 0; at < kinds.length; at++) {
        const kind = kinds[(at + n + kinds.length * 20) % kinds.length] ?? "";
        const started = performance.now();
        const answer = await sendForm(service, form.public_id, bodies[kind]?.(n) ?? {}, addressOf(n * kinds.length + at + 1_000_000));
        const text = await answer.text();
        if (n >= 0) times.get(kind)?.push(performance.now() - started);
        const headers = [...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id");
        answers.add(`${answer.status} ${JSON.stringify(headers)} ${text}`);
      }
    }
    // The lower quarter: what else runs on the machine disturbs it less than the median.
    const quarterOf = (kind: string) => (times.get(kind) ?? []).toSorted((a, b) => a - b)[Math.floor(rounds / 4)] ?? 0;
    const quarters = kinds.map(quarterOf);
    t.diagnostic(kinds.map((kind, at) => `${kind} ${quarters[at]?.toFixed(2)} ms`).join(", "));
    assert.equal(answers.size, 1, [...answers].join("\n"));
    const spread = Math.max(...quarters) / Math.min(...quarters);
    assert.ok(spread < size(1.6, 1.15), `the slowest takes ${spread.toFixed(2)} times as long`);
  }, options),
);
