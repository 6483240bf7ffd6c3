import { z } from "zod";
import { schemaNames } from "../../kernel/operation.ts";
import { id, time } from "../../platform/ids.ts";
import { emailInput, memberId, oneLine } from "../members/operations.ts";

export const channelId = id("chn", "channel");
export const itemId = id("itm", "item");

export const CHANNEL_KINDS = ["email", "whatsapp", "api"] as const;
export const ACCESSES = ["everyone", "chosen", "private"] as const;
export const CHANNEL_STATES = ["ok", "failing", "paused", "needs_sign_in"] as const;
export const SIGN_INS = ["password", "google", "microsoft"] as const;
/** Why a channel does not work. */
export const CAUSES = ["password", "token", "tls", "dns", "unreachable", "busy", "quota", "full", "silent", "secret", "other"] as const;
export type Cause = (typeof CAUSES)[number];
const MAX_MEMBERS = 200;

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:.]+$/, "Enter the name of a server, such as imap.example.com.");

export const MailServer = z
  .strictObject({
    host,
    port: z.int().min(1).max(65_535),
    security: z.enum(["tls", "starttls"]).describe("tls: encrypted from the start; starttls: encrypted before anything is said"),
  })
  .register(schemaNames, { name: "MailServer" });

/** The settings of a mailbox. Its password is not among them. */
export const EmailSettings = z
  .strictObject({
    incoming: MailServer.describe("IMAP"),
    outgoing: MailServer.describe("SMTP"),
    user: oneLine.min(1).max(320).describe("The name that signs in, most often the address"),
    sender_name: oneLine.max(100).default("").describe("The name that receivers see; empty: the member who writes"),
  })
  .register(schemaNames, { name: "EmailSettings" });
export type EmailSettings = z.output<typeof EmailSettings>;

const Person = z.strictObject({ id: memberId, name: z.string() });

export const Counted = z.strictObject({ count: z.int(), is_exact: z.boolean().describe("False: at least that many") });

/** A mailbox sends through another server than it receives from, and each has troubles of its own. */
const SendingTrouble = z
  .strictObject({ cause: z.enum(CAUSES), words: z.string(), remedy: z.string(), since: time, next_try_at: time.nullable() })
  .register(schemaNames, { name: "SendingTrouble" });

/** One channel and how it is doing. No password, token or text of a message is in it. */
export const Channel = z
  .strictObject({
    id: channelId,
    kind: z.enum(CHANNEL_KINDS),
    name: z.string(),
    address: z.string().nullable(),
    access: z.enum(ACCESSES).describe("Who sees its conversations: every member, chosen ones, or only its owner"),
    owner: Person.nullable().describe("Of a private channel"),
    members: z.array(Person).describe("Of a channel with chosen access"),
    sign_in: z.enum(SIGN_INS).nullable().describe("How a mailbox is signed in to"),
    email: EmailSettings.nullable(),
    history_days: z.int().describe("How far back a mailbox is read"),
    can_read: z.boolean().describe("Whether you see its conversations"),
    can_change: z.boolean().describe("Whether you may change it"),
    state: z.enum(CHANNEL_STATES).describe("failing: tried again by itself; needs_sign_in: only a person can mend it"),
    cause: z.enum(CAUSES).nullable(),
    words: z.string().nullable().describe("What is wrong"),
    remedy: z.string().nullable().describe("What to do about it"),
    since: time.describe("Since when it is in this state"),
    sending: SendingTrouble.nullable().describe("What is wrong with sending alone; null: nothing that is known"),
    last_connected_at: time.nullable(),
    next_try_at: time.nullable(),
    last_received_at: time.nullable(),
    last_sent_at: time.nullable(),
    there: z.int().nullable().describe("How many emails its folders had when they were last compared"),
    here: z.int().nullable().describe("How many of them are here"),
    compared_at: time.nullable(),
    waiting: Counted.describe("Items that came and are not taken yet"),
    failed: Counted.describe("Items that could not be taken"),
    created_at: time,
    updated_at: time,
  })
  .register(schemaNames, { name: "Channel" });

const secret = z.string().trim().min(10).max(1_000);

export const settings = {
  name: oneLine.min(1, "Enter a name for the channel.").max(100),
  address: emailInput.describe("The address of the mailbox"),
  email: EmailSettings,
  password: z
    .string()
    .min(1)
    .max(1_000)
    .describe("Of the mailbox; most providers want an app password. Stored encrypted and never shown again"),
  token: secret.describe("Of WhatsApp: an access token of a system user. Stored encrypted and never shown again"),
  app_secret: secret.describe("Of the Meta app; callbacks are signed with it. Stored encrypted and never shown again"),
  members: z.array(memberId).max(MAX_MEMBERS).describe("For chosen access: who sees its conversations"),
  history_days: z.int().min(0).max(36_500).describe("How far back a mailbox is read; 0: only what is new"),
};
