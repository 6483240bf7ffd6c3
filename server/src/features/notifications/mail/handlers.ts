import type { Call } from "../../../kernel/call.ts";
import { handle } from "../../../kernel/handle.ts";
import type { Schemas } from "../../types/index.ts";
import { notificationMailChosen } from "../events.ts";
import type { Choices, Kind } from "../shapes.ts";
import { DEFAULTS } from "./choices.ts";
import { findChoices, findRecipient, saveChoices } from "./choices-store.ts";
import { startDigests } from "./digest.ts";
import { createLinkTokens } from "./link-token.ts";
import * as operations from "./operations.ts";
import { prepareMail } from "./prepare.ts";
import * as store from "./store.ts";

export interface MailNeeds {
  schemas: Schemas;
  sendsMail: boolean;
  baseUrl: string;
  secret: string;
}

export function mailHandlers({ schemas, sendsMail, baseUrl, secret }: MailNeeds) {
  const tokens = createLinkTokens(secret);

  async function show({ tx }: Call, companyId: string, userId: string) {
    const recipient = await findRecipient(tx, companyId, userId);
    return {
      sends_mail: sendsMail,
      email: recipient?.email ?? "",
      is_verified: recipient?.is_verified ?? false,
      by_mail: { ...DEFAULTS, ...(await findChoices(tx, companyId, userId)) },
    };
  }

  return handle(operations, {
    mailChoices: (call) => show(call, call.actor.companyId, call.actor.userId),

    async chooseMail(call, { by_mail: choices }) {
      const { companyId, userId } = call.actor;
      await choose(call, companyId, userId, choices);
      return show(call, companyId, userId);
    },

    async prepareMail(call, { user }) {
      return { letter: (await prepareMail(call, { schemas, tokens, baseUrl }, user)) ?? null };
    },

    async endMail({ tx, actor, clock }, { id }) {
      await store.endMail(tx, actor.companyId, id, clock.now(), "sent");
      return {};
    },

    async startDigests(call) {
      return { is_done: await startDigests(call, { schemas, sendsMail }) };
    },

    async readMailLink({ tx, actor }, { user }) {
      return { company: (await findRecipient(tx, actor.companyId, user))?.company ?? null };
    },

    async turnOffMail(call, { user, kinds }) {
      call.enter(call.actor.companyId, user);
      await choose(call, call.actor.companyId, user, Object.fromEntries(kinds.map((kind) => [kind, "off"])));
      return {};
    },
  });
}

/** Says so only if something changes: a link may be opened again and again. */
async function choose(call: Call, companyId: string, userId: string, wanted: Choices): Promise<void> {
  const before = { ...DEFAULTS, ...(await findChoices(call.tx, companyId, userId)) };
  await saveChoices(call.tx, companyId, userId, wanted, call.clock.now());
  const changed: Choices = Object.fromEntries(Object.entries(wanted).filter(([kind, time]) => time && before[kind as Kind] !== time));
  if (Object.keys(changed).length > 0) await call.emit(notificationMailChosen, { subjectId: userId, data: { by_mail: changed } });
}
