import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { openLive, type LiveStream } from "../event-stream.ts";
import { inService, type Person } from "../service.ts";

const LIMITS = { SESSION_RATE_10S: "200", SESSION_RATE_MINUTE: "1200", SESSION_CONCURRENCY: "10" };
const me = (person: Person) => person.post("members.me", {});

test(
  "a user has 200 calls in 10 s over all sessions, told in the headers; a colleague and another company are not affected",
  inService(
    async (service) => {
      const ada = await service.given.admin();
      const max = await service.given.member(ada);
      const other = await service.given.admin();
      const second = await service.signIn(ada.email);
      service.clock.advance(60_000);
      const answers: number[] = [];
      for (let round = 0; round < 42; round++) {
        const five = await Promise.all(Array.from({ length: 5 }, (_, at) => me(at % 2 === 0 ? ada : second)));
        answers.push(...five.map(({ status }) => status));
      }
      assert.equal(answers.filter((status) => status === 200).length, 200);
      assert.equal(answers.filter((status) => status === 429).length, 10);
      const refused = await me(ada);
      assert.equal(refused.headers.get("ratelimit-policy"), '"burst";q=200;w=10, "sustained";q=1200;w=60');
      assert.match(refused.headers.get("ratelimit") ?? "", /^"burst";r=0;t=\d+$/);
      assert.ok(Number(refused.headers.get("retry-after")) >= 1);
      for (const person of [max, other]) assert.equal((await me(person)).status, 200);
      service.clock.advance(10_000);
      assert.equal((await me(ada)).status, 200, "after ten seconds they may go on");
    },
    { env: LIMITS },
  ),
);

test(
  "a user has 10 calls at one time",
  inService(
    async (service) => {
      const ada = await service.given.admin();
      service.clock.advance(60_000);
      // Nobody reads deals meanwhile, so that none of the calls is over before the others come.
      const locking = new Client({ connectionString: service.database.superuserUrl });
      await locking.connect();
      await locking.query("begin; lock table records in access exclusive mode");
      const calls = Array.from({ length: 40 }, () => ada.post("records.list", { type: "deal" }));
      const firstRefused = await Promise.any(calls.map(async (call) => ((await call).status === 429 ? call : Promise.reject(new Error()))));
      await setTimeout(200);
      await locking.end();
      const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
      assert.equal(refused.length, 30);
      const first = await firstRefused.text();
      assert.match(first, /10 calls running/);
      assert.equal((await me(ada)).status, 200, "and may go on when they are over");
    },
    { env: LIMITS },
  ),
);

test(
  "a user has 8 live streams over all sessions: the oldest are ended",
  inService(async (service) => {
    const ada = await service.given.admin();
    const sessions = [ada, ...(await Promise.all(Array.from({ length: 4 }, () => service.signIn(ada.email))))];
    const streams: LiveStream[] = [];
    for (const session of sessions.flatMap((one) => Array<Person>(4).fill(one))) {
      const stream = await openLive(service.url, { cookie: session.cookie });
      await stream.ready();
      streams.push(stream);
    }
    const open = async () => Number(/^kith_live_streams (\d+)/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]);
    for (let tries = 0; (await open()) > 8 && tries < 50; tries++) await setTimeout(50);
    assert.equal(await open(), 8);
    for (const stream of streams) await stream.close();
  }),
);
