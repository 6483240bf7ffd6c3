import { timingSafeEqual } from "node:crypto";
import type { Member } from "../../../kernel/actor.ts";
import type { Database } from "../../../kernel/database.ts";
import { conflict, notFound, unavailable } from "../../../kernel/errors.ts";
import { handle, prepared } from "../../../kernel/handle.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { companyId as companyIdOf } from "../../companies/operations.ts";
import { isSeenBy, mayChange } from "../access.ts";
import { UNREADABLE } from "../health.ts";
import { refuseByRole, saveNew, type SaveNeeds } from "../save-channel.ts";
import { channelId } from "../shapes.ts";
import { showChannel } from "../show-channel.ts";
import { find } from "../store.ts";
import { writeDown } from "./accept.ts";
import { isSignedBy } from "./callback.ts";
import { checkWhatsApp, listTemplates } from "./cloud-api.ts";
import { newVerifyToken, type WhatsAppCredentials, type WhatsAppSecrets } from "./credentials.ts";
import * as operations from "./operations.ts";
import { numberRefused } from "./save-number.ts";
import { mediaOf, withFile } from "./stored-item.ts";
import * as store from "./store.ts";
import { troubleIn } from "./trouble.ts";

export interface WhatsAppNeeds extends SaveNeeds {
  numberCredentials: WhatsAppCredentials;
  outbound: Outbound;
  /** For what is read before the network is used: a call's own transaction would stay open meanwhile. */
  database: Database;
  baseUrl: string;
  /** Where the Cloud API is. */
  whatsAppUrl: string;
}

export function whatsAppHandlers(needs: WhatsAppNeeds) {
  const { outbound, whatsAppUrl, baseUrl, database, numberCredentials: credentials } = needs;
  const callbackOf = (companyId: string, id: string, verifyToken: string) => ({
    url: `${baseUrl}/callbacks/whatsapp/${companyIdOf.encode(companyId)}/${channelId.encode(id)}`,
    verify_token: verifyToken,
  });
  const open = (companyId: string, { id, credentials: sealed }: store.WhatsAppRow): WhatsAppSecrets => {
    const secrets = sealed ? credentials.open(companyId, id, sealed) : undefined;
    if (!secrets) throw conflict("secret_unreadable", `${UNREADABLE.words} Connect the number again.`);
    return secrets;
  };

  return handle(operations, {
    connectWhatsApp: prepared(
      async ({ actor }, { access, phone_number_id, business_account_id, token }) => {
        refuseByRole(actor, { kind: "whatsapp", access });
        const account = { url: whatsAppUrl, phoneNumberId: phone_number_id, businessId: business_account_id, token };
        const found = await checkWhatsApp(outbound, account);
        if ("outcome" in found) throw numberRefused(found);
        return found;
      },
      async (call, { name, access, members, phone_number_id, business_account_id, token, app_secret }, found) => {
        const { actor } = call;
        const verifyToken = newVerifyToken();
        const id = await saveNew(
          needs,
          call,
          { kind: "whatsapp", name, access, members, address: found.phone, history_days: 0 },
          {
            settings: { whatsapp: { phone_number_id, business_account_id } },
            seal: (channel) => credentials.seal(actor.companyId, channel, { token, appSecret: app_secret, verifyToken }),
          },
        );
        return { channel: await showChannel(call, id), callback: callbackOf(actor.companyId, id, verifyToken) };
      },
    ),

    async readWhatsAppCallback(call, { id }) {
      const { tx, actor } = call;
      const [row, own] = [await find(tx, actor.companyId, id), await store.findWhatsApp(tx, actor.companyId, id)];
      if (!row || !own || !mayChange(row, actor)) throw notFound("Channel");
      return callbackOf(actor.companyId, id, open(actor.companyId, own).verifyToken);
    },

    listWhatsAppTemplates: prepared(
      async ({ actor, clock }, { id }) => {
        const seen = await readSeen(database, actor, id, open);
        if (!seen) return { items: [] };
        const { row, secrets } = seen;
        const found = await listTemplates(outbound, { url: whatsAppUrl, ...numbersOf(row), token: secrets.token });
        if (Array.isArray(found)) return { items: found };
        // Said after a try by a worker: what is written in this call is undone with it.
        if (troubleIn(found)) await database.write(actor.companyId, (tx) => store.letTry(tx, actor.companyId, id, clock.now()));
        throw unavailable("whatsapp_unavailable", "WhatsApp did not list its templates. Try again in a minute.");
      },
      async (_call, _input, found) => found,
    ),

    async verifyWhatsApp({ tx, actor }, { id, token }) {
      const row = await store.findWhatsApp(tx, actor.companyId, id);
      const secrets = row?.credentials ? credentials.open(actor.companyId, id, row.credentials) : undefined;
      return { is_right: secrets !== undefined && isSame(secrets.verifyToken, token) };
    },

    async acceptWhatsApp(call, { id, body, signature }) {
      const { tx, actor } = call;
      const row = await store.findWhatsApp(tx, actor.companyId, id);
      const secrets = row?.credentials ? credentials.open(actor.companyId, id, row.credentials) : undefined;
      if (!row || !secrets || !isSignedBy(body, signature, secrets.appSecret)) return { is_signed: false, accepted: 0 };
      // Meta tries again for seven days: what comes during a pause is there afterwards.
      if (row.state === "paused") throw unavailable("channel_paused", "This channel is paused.");
      return { is_signed: true, accepted: await writeDown(call, id, body) };
    },

    async openWhatsApp({ tx, actor }, { id }) {
      const row = await store.findWhatsApp(tx, actor.companyId, id);
      const secrets = row?.credentials ? credentials.open(actor.companyId, id, row.credentials) : undefined;
      if (!row || !secrets) return { account: null };
      const { phoneNumberId, businessId } = numbersOf(row);
      return { account: { phone_number_id: phoneNumberId, business_account_id: businessId, token: secrets.token } };
    },

    async openWhatsAppMedia({ tx, actor }, { id, item }) {
      const row = await store.findWhatsApp(tx, actor.companyId, id);
      const bytes = await store.findItem(tx, actor.companyId, id, item);
      const media = bytes && mediaOf(bytes);
      if (!row || !media) return { media: null };
      const { phoneNumberId, businessId } = numbersOf(row);
      const { token } = open(actor.companyId, row);
      return { media: { id: media.id, phone_number_id: phoneNumberId, business_account_id: businessId, token } };
    },

    async keepWhatsAppMedia({ tx, actor }, { id, item, file }) {
      const bytes = await store.lockItem(tx, actor.companyId, id, item);
      if (bytes) await store.keepItem(tx, actor.companyId, item, withFile(bytes, file));
      return {};
    },
  });
}

const isSame = (right: string, given: string) => right.length === given.length && timingSafeEqual(Buffer.from(right), Buffer.from(given));

function numbersOf({ settings }: store.WhatsAppRow) {
  const { phone_number_id: phoneNumberId = "", business_account_id: businessId = "" } = settings.whatsapp ?? {};
  return { phoneNumberId, businessId };
}

type Open = (companyId: string, row: store.WhatsAppRow) => WhatsAppSecrets;

/** What speaks for a channel that the caller sees. Undefined: it is of another kind, which has no templates. */
async function readSeen(database: Database, actor: Member, id: string, open: Open) {
  const read: { isSeen: boolean; found?: { row: store.WhatsAppRow; secrets: WhatsAppSecrets } } = { isSeen: false };
  await database.write(actor.companyId, async (tx) => {
    const [seen, row] = [await find(tx, actor.companyId, id), await store.findWhatsApp(tx, actor.companyId, id)];
    read.isSeen = seen !== undefined && isSeenBy(seen, actor);
    if (read.isSeen && row) read.found = { row, secrets: open(actor.companyId, row) };
  });
  if (!read.isSeen) throw notFound("Channel");
  return read.found;
}
