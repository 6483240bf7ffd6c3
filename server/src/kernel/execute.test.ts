import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { anonymous, system, type Actor, type Member } from "./actor.ts";
import { AppError, conflict } from "./errors.ts";
import { defineEvent } from "./event.ts";
import { parseInput } from "../platform/parse-input.ts";
import { createExecute } from "./execute.ts";
import { handle } from "./handle.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { newId } from "../platform/random.ts";
import { accessRefused } from "../features/events/events.ts";

const NOW = new Date("2026-11-14T12:00:00Z");
const happened = defineEvent({
  type: "thing.happened",
  subject: "thg",
  summary: "It happened.",
  audience: "involved",
  label: "It happened",
  sentence: () => ["made it happen"],
  data: z.object({ name: z.string() }),
});

const input = z.strictObject({ name: z.string().default("it") });
const output = z.strictObject({ name: z.string() });
const declare = <const A extends "public" | "member" | "admin" | "system">(access: A, freshPassword = false) =>
  defineOperation({ name: `things.${access}`, summary: "Does it", access, effect: "write", freshPassword, input, output });

/** Operations are found by name: any object with the name will do. */
const named = (name: string) => ({ ...declare("public"), name }) as Operation;

/** The pipeline with nothing behind it: what it would have done is written in `steps`. */
function pipeline() {
  const steps: string[] = [];
  const note = (step: string) => void steps.push(step);
  const begin = (companyId?: string) => {
    let entered = companyId;
    note("begin");
    return {
      get companyId() {
        return entered;
      },
      enter: (id: string) => void (entered = id),
      query: async () => [],
      isOpen: false,
      workedMs: 0,
      commit: async () => note("commit"),
      async commitWith<T>(statements: () => Promise<T>) {
        note("commit");
        return statements();
      },
      rollback: async () => note("rollback"),
    };
  };
  const operations = handle(
    { public: declare("public"), member: declare("member", true), admin: declare("admin"), system: declare("system") },
    {
      async public({ enter, emitIfRefused }, { name }) {
        enter(newId());
        emitIfRefused(happened, { subjectId: newId(), data: { name } });
        if (name === "refuse") throw conflict("refused", "No.");
        return { name };
      },
      async member({ emit, actor }, { name }) {
        await emit(happened, { subjectId: actor.userId, data: { name } });
        if (name === "break") throw new Error("a secret of ours");
        return name === "lie" ? ({ name, password: "hunter2" } as never) : { name };
      },
      admin: async (_call, { name }) => ({ name }),
      system: async (_call, { name }) => ({ name }),
    },
  );
  const execute = createExecute(operations, {
    database: {
      begin,
      answers: async () => true,
      async write(companyId, work) {
        await work(begin(companyId));
        note("commit");
      },
    },
    clock: { now: () => NOW },
    newId,
    accessRefused,
    parseInput,
    appendEvents: async (_tx, rows) => rows.forEach((row) => note(`event ${row.type} ${row.via} ${row.actorKey ? "key" : "no key"}`)),
    enqueueJob: async () => undefined,
    reactionsTo: () => [],
    once: async (_tx, _actor, operation, { key }, run) => {
      note(`once ${operation.name} ${key}`);
      return run();
    },
    afterwards: () => note("afterwards"),
    spend: () => undefined,
    observe: (operation, _actor, _request, _ms, error) => note(`observe ${operation} ${error?.code ?? "ok"}`),
  });
  return {
    steps,
    ask: (name: string, actor: Actor, given?: unknown) => execute(named(name), actor, given, { id: "r", surface: "rest" }),
    execute,
  };
}

const member = (role: "admin" | "member", passwordAt = NOW): Member => ({
  kind: "member",
  companyId: newId(),
  userId: newId(),
  role,
  name: "Ada",
  email: "ada@test.example",
  company: { name: "C", timeZone: "UTC", schemaVersion: 1 },
  proof: { kind: "session", sessionId: newId(), passwordAt },
});
const withKey = (role: "admin" | "member"): Member => ({ ...member(role), proof: { kind: "key", keyId: newId(), keyName: "n" } });

test("a call goes through transaction, handler, event and commit, in this order", async () => {
  const { ask, steps } = pipeline();
  assert.deepEqual(await ask("things.member", withKey("member"), { name: "a" }), { name: "a" });
  assert.deepEqual(steps, ["begin", "event thing.happened rest key", "commit", "observe things.member ok"]);
});

const ACCESS: [operation: string, actor: Actor, code: string | undefined][] = [
  ["things.public", anonymous, undefined],
  ["things.member", anonymous, "sign_in_needed"],
  ["things.member", member("member"), undefined],
  ["things.member", system(newId()), "sign_in_needed"],
  ["things.admin", anonymous, "sign_in_needed"],
  ["things.admin", member("member"), "admin_only"],
  ["things.admin", withKey("member"), "admin_only"],
  ["things.admin", member("admin"), undefined],
  ["things.system", anonymous, "unknown_operation"],
  ["things.system", member("admin"), "unknown_operation"],
  ["things.system", system(newId()), undefined],
  ["things.nothing", member("admin"), "unknown_operation"],
  ["toString", member("admin"), "unknown_operation"],
];

for (const [operation, actor, code] of ACCESS) {
  const who = actor.kind === "member" ? `${actor.role} by ${actor.proof.kind}` : actor.kind;
  test(`${operation} as ${who}: ${code ?? "allowed"}`, async () => {
    const { ask } = pipeline();
    if (code) await assert.rejects(ask(operation, actor), { code });
    else assert.deepEqual(await ask(operation, actor), { name: "it" });
  });
}

test("access comes before input: whoever may not call learns nothing about it", async () => {
  const { ask } = pipeline();
  await assert.rejects(ask("things.admin", anonymous, { name: 5 }), { code: "sign_in_needed" });
  await assert.rejects(ask("things.admin", member("admin"), { name: 5 }), { code: "invalid_input" });
});

test("a session must have proved its password within 30 minutes where that is asked; a key has none to give", async () => {
  const { ask } = pipeline();
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  await ask("things.member", member("member", minutesAgo(30)));
  await assert.rejects(ask("things.member", member("member", minutesAgo(31))), { status: 403, code: "password_needed" });
  await ask("things.member", withKey("member"));
});

test("a handler that breaks is rolled back, and its words stay with us", async () => {
  const { ask, steps } = pipeline();
  await assert.rejects(ask("things.member", withKey("member"), { name: "break" }), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.status, error.code], [500, "internal"]);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
  assert.deepEqual(steps.slice(-2), ["rollback", "observe things.member internal"]);
});

test("an output that was not declared never leaves: the change is rolled back instead", async () => {
  const { ask, steps } = pipeline();
  await assert.rejects(ask("things.member", withKey("member"), { name: "lie" }), { code: "internal" });
  assert.ok(steps.includes("rollback") && !steps.includes("commit"));
});

test("a Member's refused try is written down before the answer, a stranger's after it", async () => {
  const known = pipeline();
  await assert.rejects(known.ask("things.admin", withKey("member")));
  assert.deepEqual(known.steps, [
    "begin",
    "rollback",
    "begin",
    "event access.refused rest key",
    "commit",
    "observe things.admin admin_only",
  ]);

  const stranger = pipeline();
  await assert.rejects(stranger.ask("things.public", anonymous, { name: "refuse" }), { code: "refused" });
  assert.deepEqual(stranger.steps, ["begin", "rollback", "afterwards", "observe things.public refused"]);
});

test("an Idempotency-Key counts for members, who have something to repeat", async () => {
  const idempotency = { key: "k", fingerprint: Buffer.alloc(32) };
  const { execute, steps } = pipeline();
  await execute(named("things.member"), withKey("member"), {}, { id: "r", surface: "rest" }, idempotency);
  assert.ok(steps.includes("once things.member k"));
  steps.length = 0;
  await execute(named("things.public"), anonymous, {}, { id: "r", surface: "web" }, idempotency);
  assert.ok(!steps.some((step) => step.startsWith("once")));
});
