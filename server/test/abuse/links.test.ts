import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import { startMailbox, type Mailbox } from "../mailbox.ts";
import { inService, PASSWORD, sharedService, startService, type Service } from "../service.ts";
import { snapshot } from "../snapshot.ts";
import { assertCleanTraces } from "../assertions.ts";

const NEW_PASSWORD = "quite another password";
const service = sharedService();
test.afterEach(() => assertCleanTraces(service()));

const statusesOf = (answers: { statusCode: number }[]) => answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
const tokenIn = (text: string) => /#token=([\w-]{43})/.exec(text)?.[1] ?? "";

function call(service: Service, name: string, input: object, headers: Record<string, string> = {}) {
  const own = { host: "localhost", "content-type": "application/json" };
  return service.app.http.inject({ method: "POST", url: `/app/call/${name}`, headers: { ...own, ...headers }, payload: input });
}

const reset = (token: string) => call(service(), "passwords.reset", { token, password: NEW_PASSWORD });

async function assertSpent(token: string, what: string): Promise<void> {
  const before = await snapshot(service());
  const answer = await reset(token);
  assert.equal(answer.statusCode, 400, what);
  assert.equal(answer.json<{ code: string }>().code, "link_not_valid");
  assert.equal(answer.headers["set-cookie"], undefined);
  assert.deepEqual(await snapshot(service()), before);
}

test("a link sets one password, once; two uses at the same moment are one", async () => {
  const ada = await service().given.admin();
  const { link } = await ada.call("passwords.link", { id: ada.userId });
  const answers = await Promise.all([reset(tokenIn(link)), reset(tokenIn(link)), reset(tokenIn(link))]);
  assert.deepEqual(statusesOf(answers), [200, 400, 400]);
  await assertSpent(tokenIn(link), "used again");
});

test("a link is too old after 30 minutes", async () => {
  const ada = await service().given.admin();
  const { link } = await ada.call("passwords.link", { id: ada.userId });
  service().clock.advance(30 * MINUTE_MS + 1_000);
  await assertSpent(tokenIn(link), "too old");
  await service().signIn(ada.email, PASSWORD);
});

test("using one link invalidates every other link of the same person, and no one else's", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const [first, second, other] = [
    await ada.call("passwords.link", { id: max.userId }),
    await ada.call("passwords.link", { id: max.userId }),
    await ada.call("passwords.link", { id: ada.userId }),
  ];
  assert.equal((await reset(tokenIn(second.link))).statusCode, 200);
  await assertSpent(tokenIn(first.link), "an older link");
  assert.equal((await reset(tokenIn(other.link))).statusCode, 200);
});

test("a link works only for the person it was made for", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const { link } = await eve.call("passwords.link", { id: eve.userId });
  for (const more of [{ user_id: ada.userId }, { email: ada.email }, { id: ada.userId }]) {
    const answer = await call(service(), "passwords.reset", { token: tokenIn(link), password: NEW_PASSWORD, ...more });
    assert.equal(answer.statusCode, 422);
  }
  assert.equal((await reset(tokenIn(link))).json<{ user_id: string }>().user_id, eve.userId);
  await service().signIn(ada.email, PASSWORD);
  assert.equal((await eve.post("passwords.link", { id: ada.userId })).status, 401, "her old session is over");
});

test("the link of a disabled member, an invitation's token and a made-up one set nothing", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { link } = await ada.call("passwords.link", { id: max.userId });
  await ada.call("members.update", { id: max.userId, disabled: true });
  await assertSpent(tokenIn(link), "disabled");
  const { id } = await ada.call("invitations.create", { email: "new@test.example" });
  await assertSpent(tokenIn((await ada.call("invitations.link", { id })).link), "an invitation");
  await assertSpent("A".repeat(43), "made up");
});

test("an invitation works once, for 7 days, until it is withdrawn or a new link is made, and only for its address", async () => {
  const ada = await service().given.admin();
  const accept = (link: string, more = {}) =>
    call(service(), "invitations.accept", { token: tokenIn(link), name: "New", password: PASSWORD, ...more });
  const invite = async (email: string) => {
    const { id } = await ada.call("invitations.create", { email });
    return { id, link: (await ada.call("invitations.link", { id })).link };
  };

  const used = await invite("one@test.example");
  assert.equal((await accept(used.link, { email: "other@test.example" })).statusCode, 422);
  assert.equal((await accept(used.link, { role: "admin" })).statusCode, 422);
  const both = await Promise.all([accept(used.link), accept(used.link)]);
  assert.deepEqual(statusesOf(both), [200, 400]);

  const replaced = await invite("two@test.example");
  await ada.call("invitations.link", { id: replaced.id });
  assert.equal((await accept(replaced.link)).statusCode, 400);

  const withdrawn = await invite("three@test.example");
  await ada.call("invitations.revoke", { id: withdrawn.id });
  assert.equal((await accept(withdrawn.link)).statusCode, 400);

  const old = await invite("four@test.example");
  service().clock.advance(7 * DAY_MS + 1_000);
  assert.equal((await accept(old.link)).statusCode, 400);
  assert.equal((await call(service(), "invitations.preview", { token: tokenIn(old.link) })).statusCode, 400);
});

/** A service that really sends mail, its worker running only where a test starts it. */
async function withMail(run: (service: Service, mailbox: Mailbox) => Promise<void>): Promise<void> {
  const mailbox = await startMailbox();
  const service = await startService({ env: { ...mailbox.env, BASE_URL: "https://crm.example" } });
  try {
    await run(service, mailbox);
    await assertCleanTraces(service);
  } finally {
    await service.close();
    await mailbox.stop();
  }
}

const OURS = { host: "crm.example" };
const POISON = {
  ...OURS,
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "http",
  forwarded: "host=evil.example",
  referer: "https://evil.example/",
};

async function signUp(service: Service, mailbox: Mailbox, name = "Ada") {
  const email = "ada@crm.example";
  await call(service, "companies.create", { company_name: "Fernhill", name, email, password: PASSWORD }, OURS);
  const worker = await service.app.startWorker();
  const mail = await mailbox.mailTo(email).finally(() => worker.stop());
  mailbox.mails.length = 0;
  const answer = await call(service, "companies.finish", { token: tokenIn(mail.text), password: PASSWORD }, OURS);
  return { email, cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
}

test("the mailed links start with the configured base URL, whatever the request said, and no token lies in the queue", () =>
  withMail(async (service, mailbox) => {
    const ada = await signUp(service, mailbox);
    assert.equal((await call(service, "passwords.forgot", { email: ada.email }, { ...POISON, host: "evil.example" })).statusCode, 400);
    assert.equal((await call(service, "passwords.forgot", { email: ada.email }, POISON)).statusCode, 200);
    await call(service, "invitations.create", { email: "new@test.example" }, { ...POISON, cookie: ada.cookie });
    await service.app.settle();

    const jobs = await service.database.query("select payload from jobs");
    assert.equal(jobs.length, 2);
    for (const { payload } of jobs)
      assert.deepEqual(
        Object.values(payload as object).filter((one) => !/^[0-9a-f-]{36}$/.test(String(one))),
        [],
      );

    const worker = await service.app.startWorker();
    const [toAda, toNew] = await Promise.all([mailbox.mailTo(ada.email), mailbox.mailTo("new@test.example")]).finally(() => worker.stop());
    assert.match(toAda.text, /^https:\/\/crm\.example\/reset-password#token=[\w-]{43}$/m);
    assert.match(toNew.text, /^https:\/\/crm\.example\/join#token=[\w-]{43}$/m);
    assert.doesNotMatch(toAda.text + toNew.text, /evil/);

    assert.equal((await call(service, "passwords.reset", { token: tokenIn(toAda.text), password: NEW_PASSWORD }, OURS)).statusCode, 200);
    const joining = { token: tokenIn(toNew.text), name: "New", password: PASSWORD };
    assert.equal((await call(service, "invitations.accept", joining, OURS)).statusCode, 200);

    // Neither token is in the database.
    const [dump] = await service.database.query(
      "select string_agg(t::text, '') as text from (select r::text from password_resets r union all select i::text from invitations i union all select e::text from events e) t",
    );
    for (const mail of [toAda, toNew]) assert.ok(!String(dump?.["text"]).includes(tokenIn(mail.text)));
  }));

test("asking for a link answers the same for a known and an unknown address, and mails only the known", () =>
  withMail(async (service, mailbox) => {
    const ada = await signUp(service, mailbox);
    const answers = await Promise.all(
      [ada.email, "nobody@test.example"].map((email) => call(service, "passwords.forgot", { email }, OURS)),
    );
    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.body]),
      [
        [200, '{"sends_mail":true}'],
        [200, '{"sends_mail":true}'],
      ],
    );
    const worker = await service.app.startWorker();
    await mailbox.mailTo(ada.email);
    await worker.stop();
    assert.deepEqual(
      mailbox.mails.map((mail) => mail.to),
      [ada.email],
    );
  }));

test("no name can add a header, a recipient or a line to a mail", () =>
  withMail(async (service, mailbox) => {
    const broken = {
      company_name: "C",
      name: "Ada\r\nBcc: eve@evil.example\r\n\r\nhttps://evil.example",
      email: "a@test.example",
      password: PASSWORD,
    };
    assert.equal((await call(service, "companies.create", broken, OURS)).statusCode, 422);
    const ada = await signUp(service, mailbox, "Ada, eve@evil.example <eve@evil.example>");
    await call(service, "invitations.create", { email: "new@test.example" }, { ...OURS, cookie: ada.cookie });
    const worker = await service.app.startWorker();
    const mail = await mailbox.mailTo("new@test.example").finally(() => worker.stop());
    assert.equal(mail.to, "new@test.example");
    assert.doesNotMatch(mail.headers, /^bcc:/im);
    assert.match(mail.headers, /^From: Kith <kith@test\.example>\r?$/m);
  }));

test(
  "without mail nobody can ask for a link: an Admin makes it, and only for the own company",
  inService(async (service) => {
    const ada = await service.given.admin();
    assert.deepEqual((await call(service, "passwords.forgot", { email: ada.email })).json(), { sends_mail: false });
    assert.deepEqual(await service.database.query("select from jobs"), []);
    const eve = await service.given.admin();
    assert.equal((await eve.post("passwords.link", { id: ada.userId })).status, 404);
    assert.equal((await (await service.given.member(ada)).post("passwords.link", { id: ada.userId })).status, 403);
  }),
);
