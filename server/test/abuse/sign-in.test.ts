import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { PASSWORD_HASH_KIB } from "../../src/platform/password-hash.ts";
import { inService, PASSWORD, type Person, type Service } from "../service.ts";
import { assertCleanTraces } from "../assertions.ts";
import { measured, stopwatch } from "../measured.ts";

const WRONG = "not the right password";
/** As an installation has it: a wrong password takes as long as it really does. */
const COSTLY = { env: { PASSWORD_HASH_KIB: String(PASSWORD_HASH_KIB) } };

const signIn = (service: Service, email: string, password = WRONG, remoteAddress = "203.0.113.9") =>
  service.app.http.inject({
    method: "POST",
    url: "/app/call/sessions.create",
    remoteAddress,
    headers: { host: "localhost", "content-type": "application/json" },
    payload: { email, password },
  });

/** Each attack has its own service, because limits are kept in memory. */
const attack = (run: (service: Service, ada: Person) => Promise<void>, options = {}) =>
  inService(async (service) => {
    await run(service, await service.given.admin());
    await service.app.settle();
    await assertCleanTraces(service);
  }, options);

test(
  "after ten wrong passwords each further one doubles the wait, and the right one has to wait too",
  attack(async (service, ada) => {
    for (let at = 0; at < 10; at++) assert.equal((await signIn(service, ada.email)).statusCode, 401);

    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 640, 900]) {
      const refused = await signIn(service, ada.email, PASSWORD);
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers["retry-after"], String(seconds));
      service.clock.advance(seconds * SECOND_MS);
      assert.equal((await signIn(service, ada.email)).statusCode, 401);
    }
    // A quarter of an hour is the longest wait, and as long as a wrong password is remembered.
    assert.equal((await signIn(service, ada.email, PASSWORD)).statusCode, 200);
  }),
);

test(
  "an account is never locked for ever: after the wait the right password works and resets the count",
  attack(async (service, ada) => {
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 10; at++) await signIn(service, ada.email);
      assert.equal((await signIn(service, ada.email, PASSWORD)).statusCode, 429);
      service.clock.advance(5 * SECOND_MS);
      assert.equal((await signIn(service, ada.email, PASSWORD)).statusCode, 200);
    }
  }),
);

test(
  "wrong passwords sent at the same moment count like others",
  attack(async (service, ada) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(service, ada.email)));
    assert.equal(answers.filter((answer) => answer.statusCode === 401).length, 10);
    assert.equal(answers.filter((answer) => answer.statusCode === 429).length, 90);
  }),
);

test(
  "the spelling of an address gives no new tries",
  attack(async (service, ada) => {
    for (let at = 0; at < 10; at++) await signIn(service, at % 2 === 0 ? ada.email : ada.email.toUpperCase());
    assert.equal((await signIn(service, ada.email.toUpperCase())).statusCode, 429);
  }),
);

test(
  "one password tried on many accounts hits the limit of its network, and of no other",
  attack(async (service, ada) => {
    const statuses: number[] = [];
    for (let at = 0; at < 110; at++) statuses.push((await signIn(service, `person${at}@test.example`)).statusCode);
    assert.ok(statuses.slice(0, 100).every((status) => status === 401));
    assert.ok(statuses.slice(100).every((status) => status === 429));
    assert.equal((await signIn(service, ada.email, PASSWORD)).statusCode, 429);
    assert.equal((await signIn(service, ada.email, PASSWORD, "198.51.100.20")).statusCode, 200);
    service.clock.advance(15 * MINUTE_MS);
    assert.equal((await signIn(service, ada.email, PASSWORD)).statusCode, 200);
  }),
);

test(
  "right passwords do not count: a whole office can sign in from one network",
  attack(async (service, ada) => {
    for (let at = 0; at < 110; at++) assert.equal((await signIn(service, ada.email, PASSWORD)).statusCode, 200);
  }),
);

test(
  "a stolen session cannot be used to guess the password",
  attack(async (service, ada) => {
    for (const [name, input] of [
      ["passwords.change", { current: WRONG, password: "quite another password" }],
      ["sessions.confirm", { password: WRONG }],
    ] as const) {
      service.clock.advance(16 * MINUTE_MS);
      const answers = await Promise.all(Array.from({ length: 20 }, () => ada.post(name, input)));
      assert.equal(answers.filter((answer) => answer.status === 422).length, 10, name);
      assert.equal(answers.filter((answer) => answer.status === 429).length, 10, name);
    }
  }),
);

test(
  "an unknown address, a wrong password and a disabled account get one and the same answer",
  attack(async (service, ada) => {
    const max = await service.given.member(ada);
    await ada.call("members.update", { id: max.userId, disabled: true });
    const seen = new Set<string>();
    // Each from a network of its own: what is left of a network's calls is told in a header, and goes down with every call.
    for (const [email, password, network] of [
      ["nobody@test.example", PASSWORD, "198.51.100.1"],
      [ada.email, WRONG, "198.51.100.2"],
      [max.email, PASSWORD, "198.51.100.3"],
      [max.email, WRONG, "198.51.100.4"],
    ] as const) {
      const { statusCode, headers, body } = await signIn(service, email, password, network);
      const { "x-request-id": id, date: _, ...rest } = headers;
      seen.add(JSON.stringify([statusCode, rest, body.replace(String(id), "")]));
    }
    assert.equal(seen.size, 1, [...seen].join("\n"));

    await service.app.settle();
    const { items } = await ada.call("events.list", { type: "session.refused" });
    assert.deepEqual(
      items.map((event) => [event.actor?.id, (event.data as { reason: string }).reason]),
      [
        [max.userId, "wrong password"],
        [max.userId, "disabled"],
        [ada.userId, "wrong password"],
      ],
    );
  }),
);

test(
  "a known address is not answered later than an unknown one because its refusal is logged",
  attack(async (service, ada) => {
    const operator = new Client({ connectionString: service.database.superuserUrl });
    await operator.connect();
    await operator.query("begin; lock table events in access exclusive mode");
    const refused = await signIn(service, ada.email);
    await operator.query("rollback");
    await operator.end();
    assert.equal(refused.statusCode, 401);
    await service.app.settle();
    assert.equal((await ada.call("events.list", { type: "session.refused" })).items.length, 1);
  }),
);

measured(
  "a known and an unknown address take the same time",
  attack(async (service, ada) => {
    const time = async (email: string) => {
      const took = stopwatch();
      assert.equal((await signIn(service, email)).statusCode, 401);
      const ms = took();
      await service.app.settle();
      return ms;
    };
    await time("nobody@test.example"); // the decoy is made on first use
    let isKnownSlower = 0;
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let pair = 0; pair < 120; pair++) {
      service.clock.advance(16 * MINUTE_MS);
      const [first, second] = [
        await time(pair % 2 ? ada.email : "nobody@test.example"),
        await time(pair % 2 ? "nobody@test.example" : ada.email),
      ];
      const [known, unknown] = pair % 2 ? [first, second] : [second, first];
      if (known > unknown) isKnownSlower++;
      times.known.push(known);
      times.unknown.push(unknown);
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    // Of 120 fair coins fewer than 35 or more than 85 show heads once in a hundred thousand runs.
    assert.ok(isKnownSlower > 35 && isKnownSlower < 85, `known was slower in ${isKnownSlower} of 120 pairs`);
    assert.ok(Math.abs(known - unknown) < 0.25 * unknown + 1, `${known.toFixed(2)} ms against ${unknown.toFixed(2)} ms`);
  }, COSTLY),
);

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
