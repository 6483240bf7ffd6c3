import { UNREADABLE, type Trouble } from "../health.ts";
import type { WhatsAppOutcome } from "./cloud-api.ts";

const TROUBLES = {
  token: {
    words: "WhatsApp refused the access token.",
    remedy: "Enter a new token of a system user of the business, with the permission whatsapp_business_messaging.",
  },
  unreachable: {
    words: "WhatsApp does not answer.",
    remedy: "Nothing to do: it is tried again. If this stays, look at the status page of Meta.",
  },
  quota: {
    words: "WhatsApp has limited this number for now, because of too many messages.",
    remedy: "Wait until WhatsApp lifts the limit, or ask Meta for a higher one.",
  },
} as const;

export const whatsAppTrouble = (cause: keyof typeof TROUBLES): Trouble => ({ cause, ...TROUBLES[cause] });

export const UNREADABLE_TOKEN: Trouble = { ...UNREADABLE, remedy: "Enter the access token and the app secret again." };

/** What a outcome tells about the number; undefined where it is about one message, or about us. */
export const troubleIn = (outcome: WhatsAppOutcome): Trouble | undefined =>
  outcome.outcome === "retry" && outcome.cause !== undefined ? whatsAppTrouble(outcome.cause) : undefined;
