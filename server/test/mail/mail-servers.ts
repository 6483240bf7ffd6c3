import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createTransport } from "nodemailer";
import type { MailAccount } from "../../src/platform/mail-account/account.ts";
import { makeCertificate } from "../outbound/receiver.ts";
import { startDovecot, writeUsers, type MailUser } from "./dovecot.ts";
import { startIntrospection } from "./introspection.ts";
import { startPostfix } from "./postfix.ts";
import { freePorts, missingMailServers } from "./processes.ts";

export type MailServers = Awaited<ReturnType<typeof startMailServers>>;

const PASSWORD = "secret-of-the-mailbox";
const NOBODY = 65_534;

/** `u1@test.example` and so on. */
export const mailAddress = (n: number) => `u${n}@test.example`;

interface Options {
  /** How many mailboxes there are. */
  users?: number;
  /** Of the mailbox `full@test.example`. */
  fullAfter?: string;
}

/**
 * A real Dovecot and a real Postfix in a temporary folder, on free ports, with a certificate that this process trusts. Mail for
 * test.example arrives in the mailboxes; whoever is not there, and everybody at elsewhere.example, is refused by the next hop and bounces.
 */
export async function startMailServers({ users = 5, fullAfter = "20K" }: Options = {}) {
  const why = missingMailServers();
  if (why !== undefined) throw new Error(why);
  const folder = mkdtempSync(join(tmpdir(), "kith-mail-"));
  chmodSync(folder, 0o755); // the servers' own users go through it
  mkdirSync(join(folder, "mail"));
  chownSync(join(folder, "mail"), NOBODY, NOBODY);
  const certificate = makeCertificate(["localhost", "127.0.0.1"]);
  writeFileSync(join(folder, "cert.pem"), certificate.cert);
  writeFileSync(join(folder, "key.pem"), certificate.key);
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  const mailboxes: MailUser[] = Array.from({ length: users }, (_, at) => ({ address: mailAddress(at + 1), password: PASSWORD }));
  mailboxes.push({ address: "full@test.example", password: PASSWORD, storage: fullAfter });
  writeUsers(folder, mailboxes);

  const [imap = 0, imaps = 0, lmtp = 0, smtp = 0, smtps = 0] = await freePorts(5);
  const tokens = await startIntrospection();
  const ports = { imap, imaps, lmtp, smtp, smtps, oauth: tokens.port };
  let [dovecot, postfix] = await Promise.all([startDovecot(folder, ports), startPostfix(folder, ports)]);
  const byLmtp = createTransport({
    host: "127.0.0.1",
    port: lmtp,
    lmtp: true,
    ignoreTLS: true,
    pool: true,
    maxConnections: 4,
    maxMessages: Infinity,
  });
  const bySmtp = createTransport({ host: "127.0.0.1", port: smtp, ignoreTLS: true, pool: true, maxConnections: 4, maxMessages: Infinity });

  return {
    folder,
    ports,
    /** For processes of their own: NODE_EXTRA_CA_CERTS. */
    certificateFile: join(folder, "cert.pem"),
    tokens,
    password: PASSWORD,
    imapAccount: (address: string, change: Partial<MailAccount> = {}): MailAccount => ({
      host: "localhost",
      port: change.security === "tls" ? imaps : imap,
      security: "starttls",
      user: address,
      ...(change.accessToken === undefined ? { password: PASSWORD } : {}),
      ...change,
    }),
    smtpAccount: (address: string, change: Partial<MailAccount> = {}): MailAccount => ({
      host: "localhost",
      port: change.security === "tls" ? smtps : smtp,
      security: "starttls",
      user: address,
      ...(change.accessToken === undefined ? { password: PASSWORD } : {}),
      ...change,
    }),
    /** Straight into a mailbox: it is there when this returns. */
    async deliver(to: string, raw: string | Buffer): Promise<void> {
      const { rejectedErrors = [] } = await byLmtp.sendMail({ envelope: { from: "sender@elsewhere.example", to }, raw });
      // LMTP answers for each recipient, after the last byte too.
      for (const refused of rejectedErrors) throw refused;
    },
    /** The way mail really comes: through Postfix, which queues it. */
    async post(to: string, raw: string | Buffer, from = "sender@elsewhere.example"): Promise<void> {
      await bySmtp.sendMail({ envelope: { from, to }, raw });
    },
    async stopDovecot() {
      await dovecot.stop();
    },
    async startDovecot() {
      dovecot = await startDovecot(folder, ports);
    },
    async stopPostfix() {
      await postfix.stop();
    },
    async startPostfix() {
      postfix = await startPostfix(folder, ports);
    },
    async stop() {
      byLmtp.close();
      bySmtp.close();
      await Promise.all([dovecot.stop(), postfix.stop(), tokens.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
