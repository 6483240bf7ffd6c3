import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { channelId } from "../../src/features/channels/shapes.ts";
import { troubleOf, type TroubleCause } from "../../src/platform/mail-account/trouble.ts";
import { makeCertificate } from "../outbound/receiver.ts";
import { sharedService, type Person } from "../service.ts";
import { startBreakingImap } from "../mail/breaking-imap.ts";
import { changeCredentials, connectMailbox, countOf, smallMail, type ConnectedMailbox } from "../mail/connected-mailbox.ts";
import { inMailProgram, until } from "../mail/mail-program.ts";
import { writeUsers } from "../mail/dovecot.ts";
import { mailAddress, startMailServers, type MailServers } from "../mail/mail-servers.ts";

// What goes wrong with a mailbox that worked, what its channel says about it, how soon it is well again, and that no mail is missing then.

const PATIENCE_S = 60;
const FULL = "full@test.example";
const service = sharedService({ env: { OUTBOUND_ALLOW: "127.0.0.1,::1" } });
let servers: MailServers;
let ada: Person;
let worker: { stop(): Promise<void> } | undefined;
test.beforeEach(async () => {
  if (worker) return;
  servers = await startMailServers({ users: 8 });
  ada = await service().given.admin();
  worker = await service().app.startWorker();
});
test.after(async () => {
  await worker?.stop();
  await servers?.stop();
});

type Way = Awaited<ReturnType<typeof startBreakingImap>>;
interface Case {
  cause: TroubleCause;
  address: string;
  state?: "failing" | "needs_sign_in";
  breakIt(mailbox: ConnectedMailbox, way: Way): Promise<void>;
  mendIt(mailbox: ConnectedMailbox, way: Way): Promise<void>;
}

const usersWith = (address: string, password: string) =>
  writeUsers(servers.folder, [
    ...Array.from({ length: 8 }, (_, at) => mailAddress(at + 1))
      .filter((one) => one !== address)
      .map((one) => ({ address: one, password: servers.password })),
    { address, password },
    { address: FULL, password: servers.password, storage: "20K" },
  ]);

const setHost = ({ id }: ConnectedMailbox, host: string) =>
  service().database.query(
    "update channels set settings = jsonb_set(settings, '{email,incoming,host}', to_jsonb($2::text)), version = version + 1 where id = $1",
    [id, host],
  );
const tokenUntil = (accessToken: string) => ({
  refreshToken: "not asked for",
  accessToken,
  accessUntil: new Date(Date.now() + 60 * MINUTE_MS).toISOString(),
});
const greeted = (n: number, cause: TroubleCause, greeting: string): Case => ({
  cause,
  address: mailAddress(n),
  breakIt: async (_mailbox, way) => way.breakOff(greeting),
  mendIt: async (_mailbox, way) => way.mend(),
});

const CASES: Case[] = [
  {
    cause: "password",
    address: mailAddress(1),
    state: "needs_sign_in",
    async breakIt(_mailbox, way) {
      usersWith(mailAddress(1), "changed over there");
      way.cut();
    },
    async mendIt({ id }) {
      await ada.call("channels.update", { id: channelId.encode(id), password: "changed over there" });
    },
  },
  {
    cause: "token",
    address: mailAddress(2),
    state: "needs_sign_in",
    async breakIt(mailbox) {
      await changeCredentials(service(), mailbox, tokenUntil("token-that-expired"));
    },
    async mendIt(mailbox) {
      servers.tokens.give("token-of-today", mailAddress(2));
      await changeCredentials(service(), mailbox, tokenUntil("token-of-today"));
    },
  },
  greeted(3, "busy", "* BYE Too many simultaneous connections"),
  greeted(4, "busy", "* BYE [UNAVAILABLE] 421 Service not available, try again later"),
  greeted(5, "quota", "* BYE [LIMIT] Account exceeded command or bandwidth limits."),
  {
    cause: "dns",
    address: mailAddress(6),
    breakIt: async (mailbox) => void (await setHost(mailbox, "imap.gone.invalid")),
    mendIt: async (mailbox) => void (await setHost(mailbox, "127.0.0.1")),
  },
  {
    cause: "full",
    address: FULL,
    async breakIt() {
      const large = smallMail("large") + `${"x".repeat(70)}\r\n`.repeat(25);
      for (let n = 0; n < 15; n++) await servers.deliver(FULL, large.replace("large", `large-${n}`)).catch(() => undefined);
      for (let n = 0; n < 15; n++) await servers.deliver(FULL, smallMail(`small-${n}`)).catch(() => undefined);
    },
    async mendIt() {
      await inMailProgram(servers, FULL, async (client) => {
        await client.mailboxOpen("INBOX");
        await client.messageDelete("1:5");
      });
    },
  },
];

const shown = ({ id }: ConnectedMailbox) => ada.call("channels.get", { id: channelId.encode(id) });
const mailsThere = (address: string, password = servers.password) =>
  inMailProgram(
    servers,
    address,
    async (client) => ((await client.status("INBOX", { messages: true })) || { messages: -1 }).messages ?? -1,
    password,
  );

async function breakAndMend({ cause, address, state = "failing", breakIt, mendIt }: Case, way: Way): Promise<string> {
  await servers.deliver(address, smallMail(`before-${address}`));
  const mailbox = await connectMailbox(service(), ada, servers, address, { port: way.port });
  await until(`${cause}: the first mail`, async () => (await countOf(service(), mailbox, "messages")) === 1, PATIENCE_S);
  await breakIt(mailbox, way);
  await until(`${cause} is said`, async () => (await shown(mailbox)).cause === cause, PATIENCE_S);
  const { words, remedy, state: found } = await shown(mailbox);
  assert.deepEqual({ state: found, cause, words, remedy }, { state, ...troubleOf(cause) });
  if (cause !== "full") await servers.deliver(address, smallMail(`meanwhile-${address}`));
  await mendIt(mailbox, way);
  const mended = performance.now();
  const isWell = async () => (await shown(mailbox)).state === "ok";
  const hasMail = async () => (await countOf(service(), mailbox, `messages where subject = 'Mail meanwhile-${address}'`)) === 1;
  await until(`${cause} is over`, async () => (await isWell()) && (cause === "full" || (await hasMail())), PATIENCE_S);
  const ms = performance.now() - mended;
  assert.equal((await shown(mailbox)).cause, null);
  if (cause === "full") await servers.deliver(address, smallMail(`meanwhile-${address}`));
  await until(`${cause}: the mail that came meanwhile`, hasMail, PATIENCE_S);
  const there = await mailsThere(address, cause === "password" ? "changed over there" : servers.password);
  // A new comparison counts again what is on both sides.
  await service().database.query("update channels set version = version + 1 where id = $1", [mailbox.id]);
  await until(
    `${cause}: counted`,
    async () => {
      const now = await shown(mailbox);
      return now.there === there && now.here === there;
    },
    PATIENCE_S,
  );
  return `${cause} was over after ${Math.round(ms)} ms, ${there} mails there and here`;
}

test(
  "each trouble is said with its remedy, is over within a minute of its mending, and no mail is missing",
  { timeout: 400_000 },
  async (t) => {
    const announced = await Promise.all(
      CASES.map(async (one) => {
        const way = await startBreakingImap(servers.ports.imap);
        t.after(() => way.stop());
        return breakAndMend(one, way);
      }),
    );
    for (const line of announced) t.diagnostic(line);
    assert.deepEqual([...new Set(CASES.map(({ cause }) => cause))].sort(), ["busy", "dns", "full", "password", "quota", "token"]);
  },
);

test("a certificate that nobody vouches for is said, and is over when the server has a valid one", { timeout: 200_000 }, async (t) => {
  const way = await startBreakingImap(servers.ports.imap);
  t.after(() => way.stop());
  const own = readFileSync(servers.certificateFile);
  const ownKey = readFileSync(`${servers.folder}/key.pem`);
  const use = async (cert: string | Buffer, key: string | Buffer) => {
    await servers.stopDovecot();
    writeFileSync(servers.certificateFile, cert);
    writeFileSync(`${servers.folder}/key.pem`, key);
    await servers.startDovecot();
  };
  const foreign = makeCertificate(["elsewhere.example"]);
  t.diagnostic(
    await breakAndMend(
      {
        cause: "tls",
        address: mailAddress(7),
        breakIt: () => use(foreign.cert, foreign.key),
        mendIt: () => use(own, ownKey),
      },
      way,
    ),
  );
});
