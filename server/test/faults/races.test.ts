import assert from "node:assert/strict";
import { test } from "node:test";
import { startService, type Person, type Service } from "../service.ts";
import { startNodes, type Node } from "./races.ts";

// A key deleted, a role lost, an owner disabled, a session ended: each must take effect on every node as soon as the change is
// answered. Three real nodes on one database, many companies at once.

const RACES = Number(process.env["RACES"] ?? 10_000);
const EARLY_RACES = 300;
const COMPANIES = 16;
// Signing in needs a password hash, so there are fewer races with sessions.
const SESSION_EVERY = 50;

interface Company {
  admin: Person;
  owner: Person;
  ownerKey: string;
}

type Nodes = [Node, Node, Node];

/** A call that was allowed before the change. Returns whether it succeeded. */
type Probe = () => Promise<boolean>;

interface Race {
  change(): Promise<void>;
  probes: Probe[];
  undo?(): Promise<void>;
}

type Kind = "key deleted" | "owner demoted" | "owner disabled" | "session ended";

/** Resolves when the status line arrives: from then on the change must take effect. */
async function change(node: Node, { cookie }: Person, name: string, input: unknown): Promise<void> {
  const { status } = await node.send("POST", `/app/call/${name}`, { cookie }, input);
  assert.equal(status, 200, name);
}

function restProbe(node: Node, key: string, path: string, refusal: number): Probe {
  return async () => {
    const { status } = await node.send("GET", `/api/v1${path}`, { "x-api-key": key });
    assert.ok(status === 200 || status === refusal, `${path} answered ${status}`);
    return status === 200;
  };
}

function toolsProbe(node: Node, key: string, refusal: number): Probe {
  const headers = { accept: "application/json, text/event-stream", "x-api-key": key };
  return async () => {
    const { status, text } = await node.send("POST", "/api/v1/mcp", headers, { jsonrpc: "2.0", id: 1, method: "tools/list" });
    assert.ok(status === 200 || status === refusal, `tools/list answered ${status}`);
    return (await text).includes("disable_member");
  };
}

function sessionProbe(node: Node, { cookie }: Person): Probe {
  return async () => {
    const { status } = await node.send("POST", "/app/call/members.me", { cookie }, {});
    assert.ok(status === 200 || status === 401, `members.me answered ${status}`);
    return status === 200;
  };
}

async function prepareRace(kind: Kind, [a, b, c]: Nodes, service: Service, { admin, owner, ownerKey }: Company): Promise<Race> {
  if (kind === "key deleted") {
    const { text } = await a.send("POST", "/app/call/keys.create", { cookie: admin.cookie }, { name: "race" });
    const { id, key } = JSON.parse(await text) as { id: string; key: string };
    return { change: () => change(a, admin, "keys.delete", { id }), probes: [restProbe(b, key, "/me", 401), toolsProbe(c, key, 401)] };
  }
  if (kind === "session ended") {
    const session = await service.signIn(admin.email);
    return { change: () => change(a, session, "sessions.end", {}), probes: [sessionProbe(b, session), sessionProbe(c, session)] };
  }
  const update = (what: object) => () => change(a, admin, "members.update", { id: owner.userId, ...what });
  if (kind === "owner demoted") {
    return {
      change: update({ role: "member" }),
      probes: [restProbe(b, ownerKey, "/events?limit=1", 403), toolsProbe(c, ownerKey, 200)],
      undo: update({ role: "admin" }),
    };
  }
  return {
    change: update({ disabled: true }),
    probes: [restProbe(b, ownerKey, "/me", 401), toolsProbe(c, ownerKey, 401)],
    undo: update({ disabled: false }),
  };
}

const allOf = (probes: Probe[]) => Promise.all(probes.map((probe) => probe()));

/** Returns how many calls succeeded. Early ones are sent before the change, so some must succeed. */
async function run({ change, probes, undo }: Race, isEarly: boolean): Promise<number> {
  const early = isEarly ? allOf(probes) : undefined;
  await change();
  const answers = await (early ?? allOf(probes));
  await undo?.();
  // Reversing the change must take effect at once, too: a cached refusal would be as wrong as a cached permission.
  if (undo) assert.deepEqual(await allOf(probes), [true, true]);
  return answers.filter(Boolean).length;
}

const kindOf = (race: number): Kind =>
  race % SESSION_EVERY === 0 ? "session ended" : ((["key deleted", "owner demoted", "owner disabled"] as const)[race % 3] ?? "key deleted");

test(`no call gets through after the change is answered, in ${RACES} races over three nodes`, async (t) => {
  const service = await startService();
  const nodes = await startNodes(3, service.database.url);
  try {
    const companies = await Promise.all(Array.from({ length: COMPANIES }, () => settle(service)));

    async function runAll(count: number, isEarly: boolean) {
      const started = performance.now();
      const races: Partial<Record<Kind, number>> = {};
      let through = 0;
      let next = 0;
      await Promise.all(
        companies.map(async (company) => {
          while (next < count) {
            const race = next++;
            const kind = kindOf(race);
            races[kind] = (races[kind] ?? 0) + 1;
            // Rotated, so that each node is the one that changes, the one that is called, and the one not involved before.
            const turned = [0, 1, 2].map((at) => nodes[(race + at) % 3]) as Nodes;
            // Not `through += await …`: that reads the sum before the wait, and loses what the other companies add meanwhile.
            const got = await run(await prepareRace(kind, turned, service, company), isEarly);
            through += got;
          }
        }),
      );
      const seconds = (performance.now() - started) / 1_000;
      t.diagnostic(
        `${isEarly ? "sent before" : "sent after"} the change: ${through} of ${2 * count} calls got through; ${JSON.stringify(races)}; ${seconds.toFixed(1)} s`,
      );
      return through;
    }

    // The check itself is tested: calls before the change must get through.
    assert.ok((await runAll(EARLY_RACES, true)) > EARLY_RACES);
    assert.equal(await runAll(RACES, false), 0);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await service.close();
  }
});

async function settle(service: Service): Promise<Company> {
  const admin = await service.given.admin();
  const owner = await service.given.member(admin, "admin");
  return { admin, owner, ownerKey: (await owner.key()).key };
}
