import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { KINDS, type Kind } from "../shapes.ts";

const VERSION = 1;
const DAY_MS = 86_400_000;
/** As long as the links in messages to people outside work. */
const MAX_DAYS = 731;
const TOKEN = /^[\w-]{92}$/;
const BODY_BYTES = 37;

/** Stored in links that were sent: a bit never gets another meaning. */
const BITS: Readonly<Record<Kind, number>> = { mention: 1, assignment: 2, reply: 4, due: 8, finished: 16, key: 32 };

export interface MailLink {
  companyId: string;
  userId: string;
  /** What it turns off. */
  kinds: Kind[];
}

/**
 * The secret of a link that turns mails off. It says whose, which kinds, and when it was made, and is signed with a key of its own: it can do
 * nothing else, and nothing else can do this. Nothing is stored for it. While the installation's secret is changed, links of the `other` one work too.
 */
export function createLinkTokens(secret: string, other?: string) {
  const [sign, ...others] = [secret, other].filter((one) => one !== undefined).map(signerOf) as [Signer, ...Signer[]]; // of `secret` first
  return {
    make({ companyId, userId, kinds }: MailLink, now: Date): string {
      const body = Buffer.alloc(BODY_BYTES);
      body.writeUInt8(VERSION, 0);
      bytesOf(companyId).copy(body, 1);
      bytesOf(userId).copy(body, 17);
      body.writeUInt8(
        kinds.reduce((bits, kind) => bits | BITS[kind], 0),
        33,
      );
      body.writeUIntBE(dayOf(now), 34, 3);
      return Buffer.concat([body, sign(body)]).toString("base64url");
    },

    /** Undefined: it is not ours, was changed, or is too old. */
    read(token: string, now: Date): MailLink | undefined {
      if (!TOKEN.test(token)) return undefined;
      const bytes = Buffer.from(token, "base64url");
      const [body, signature] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
      if (![sign, ...others].some((one) => timingSafeEqual(signature, one(body))) || body.readUInt8(0) !== VERSION) return undefined;
      if (dayOf(now) - body.readUIntBE(34, 3) > MAX_DAYS) return undefined;
      const bits = body.readUInt8(33);
      return { companyId: uuidIn(body, 1), userId: uuidIn(body, 17), kinds: KINDS.filter((kind) => bits & BITS[kind]) };
    },
  };
}

type Signer = (body: Buffer) => Buffer;

function signerOf(secret: string): Signer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "kith notification mail links", 32));
  return (body) => createHmac("sha256", key).update(body).digest();
}

export type LinkTokens = ReturnType<typeof createLinkTokens>;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex");

function uuidIn(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
