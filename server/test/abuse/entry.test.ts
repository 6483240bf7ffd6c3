import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp } from "../../src/app.ts";
import { createLog } from "../../src/platform/log.ts";
import { inService, PASSWORD, type Person, type Service } from "../service.ts";

const WRONG = "not the right password";
const ATTACKER = "203.0.113.9";
const HOME = "198.51.100.20";

type Http = Pick<Service["app"], "http">;

const call = ({ http }: Http, name: string, payload: object, remoteAddress = HOME, cookie = "") =>
  http.inject({
    method: "POST",
    url: `/app/call/${name}`,
    remoteAddress,
    headers: { host: "localhost", "content-type": "application/json", cookie },
    payload,
  });
const signIn = (app: Http, email: string, password: string, from: string) => call(app, "sessions.create", { email, password }, from);

test(
  "wrong passwords from one place lock out neither the owner elsewhere nor who is signed in",
  inService(async ({ app, given }) => {
    const ada = await given.admin();
    for (let at = 0; at < 10; at++) await signIn(app, ada.email, WRONG, ATTACKER);
    assert.equal((await signIn(app, ada.email, PASSWORD, ATTACKER)).statusCode, 429);
    assert.equal((await signIn(app, ada.email, PASSWORD, HOME)).statusCode, 200);
    // From the attacker's own network too: an office shares one address.
    assert.equal((await call(app, "sessions.confirm", { password: PASSWORD }, ATTACKER, ada.cookie)).statusCode, 200);
  }),
);

test(
  "many places together slow down an account, except where its owner has signed in before",
  inService(
    async ({ app, given }) => {
      const ada = await given.admin();
      assert.equal((await signIn(app, ada.email, PASSWORD, HOME)).statusCode, 200);
      const statuses = [];
      for (let at = 0; at < 110; at++) statuses.push((await signIn(app, ada.email, WRONG, `203.0.113.${at}`)).statusCode);
      assert.equal(statuses.filter((status) => status === 401).length, 100);
      assert.equal(statuses.at(-1), 429);
      assert.equal((await signIn(app, ada.email, PASSWORD, HOME)).statusCode, 200);
    },
    { env: { PASSWORD_HASH_KIB: "64" } },
  ),
);

test(
  "all nodes count together",
  inService(async ({ app, config, clock, given }) => {
    const other = await createApp(config, { clock, log: createLog("silent") });
    try {
      const ada = await given.admin();
      for (let at = 0; at < 10; at++) await signIn(at % 2 ? app : other, ada.email, WRONG, ATTACKER);
      for (const node of [app, other]) assert.equal((await signIn(node, ada.email, PASSWORD, ATTACKER)).statusCode, 429);
    } finally {
      await other.close();
    }
  }),
);

test(
  "an Admin's key makes, demotes, disables and invites no Admin; it still disables and invites Members",
  inService(async (service) => {
    const ada = await service.given.admin();
    const bo = await service.given.member(ada, "admin", "Bo");
    const max = await service.given.member(ada);
    const { key } = await ada.key();
    const status = async (method: string, path: string, body: object) => (await service.rest(key, method, path, body)).status;
    const tool = async (name: string, args: object) => {
      const answer = await service.mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
      return answer.text();
    };

    assert.ok((await status("PATCH", `/members/${max.userId}`, { role: "admin" })) >= 400);
    assert.ok((await status("PATCH", `/members/${bo.userId}`, { role: "member" })) >= 400);
    assert.equal(await status("PATCH", `/members/${bo.userId}`, { disabled: true }), 403);
    assert.ok((await status("POST", "/invitations", { email: "eve@test.example", role: "admin" })) >= 400);
    for (const name of ["update_member", "disable_member"]) {
      await tool(name, { id: max.userId, role: "admin" });
      await tool(name, { id: bo.email, disabled: true });
    }
    await tool("invite_member", { email: "eve@test.example", role: "admin" });

    const roles = async () =>
      Object.fromEntries((await ada.call("members.list", {})).items.map((one) => [one.email, [one.role, one.disabled_at]]));
    assert.deepEqual(await roles(), { [ada.email]: ["admin", null], [bo.email]: ["admin", null], [max.email]: ["member", null] });
    assert.deepEqual((await ada.call("invitations.list", {})).items, []);

    assert.equal(await status("PATCH", `/members/${max.userId}`, { disabled: true }), 200);
    assert.equal(await status("PATCH", `/members/${max.userId}`, { disabled: false }), 200);
    assert.equal(await status("POST", "/invitations", { email: "new@test.example" }), 201);
  }),
);

test(
  "a password link that an Admin made is told to its person, and the session it opens is marked",
  inService(async (service) => {
    const ada = await service.given.admin("Ada");
    const bo = await service.given.member(ada, "admin", "Bo");
    const { link } = await ada.call("passwords.link", { id: bo.userId });
    assert.deepEqual(await noticeOf(bo), { by: "Ada" });
    const token = new URL(link).hash.slice("#token=".length);
    const taken = await bo.post("passwords.reset", { token, password: "quite another password" }, { cookie: "" });
    const cookie = taken.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const listed = (await (await bo.post("sessions.list", {}, { cookie })).json()) as { items: { link_by: string | null }[] };
    assert.deepEqual(
      listed.items.map((one) => one.link_by),
      ["Ada"],
    );
    const { items } = await ada.call("events.list", { type: "password.reset" });
    assert.deepEqual(items[0]?.data, { name: "Bo", link_by: "Ada" });

    // Whoever came in by the link cannot hide it from the owner.
    assert.equal((await bo.post("passwords.hideLink", {}, { cookie })).status, 403);
    const again = await service.signIn(bo.email, "quite another password");
    assert.deepEqual(await noticeOf(again), { by: "Ada" });
    await again.call("passwords.hideLink", {});
    assert.equal(await noticeOf(again), null);
  }),
);

async function noticeOf(person: Person) {
  const { password_link: made } = await person.call("members.notices", {});
  return made && { by: made.by };
}
