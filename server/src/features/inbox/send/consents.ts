import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, type FieldError } from "../../../kernel/errors.ts";
import type { ChannelKind, Mailbox } from "./addresses.ts";
import { sameAddress } from "./addresses.ts";
import { consentId } from "./consent-operations.ts";
import { standingOf, type Standing } from "./consent-store.ts";
import type { Purpose } from "./queue-store.ts";

const day = (at: Date | null) => (at ?? new Date(0)).toISOString().slice(0, 10);

/** What their server said is data, beside the sentence and never in it. */
function refusalOf(standing: Standing, purpose: Purpose, pointer: string): FieldError | undefined {
  const { refused_id: refusedId, agreed_id: agreedId } = standing;
  if (standing.refused_state === "bounced" && refusedId) {
    const message = `Messages to this address came back on ${day(standing.refused_at)}. If it works again, record a new consent for it first.`;
    return { pointer, message, candidates: [{ id: consentId.encode(refusedId), detail: standing.refused_text ?? "" }] };
  }
  if (purpose !== "outreach" || standing.agreed_state === "granted") return undefined;
  const message = agreedId
    ? "They do not want outreach any more. Only a new consent of theirs allows it."
    : "Outreach needs their consent. Record it first, with where it comes from.";
  return {
    pointer,
    message,
    ...(agreedId ? { candidates: [{ id: consentId.encode(agreedId), detail: standing.agreed_state ?? "" }] } : {}),
  };
}

/** Refuses what may not be sent to an address, with the reason. */
export async function checkConsents(
  { tx, actor }: Call<Author>,
  kind: ChannelKind,
  recipients: Mailbox[],
  purpose: Purpose,
): Promise<void> {
  const addresses = recipients.map(({ address }) => sameAddress(kind, address) ?? address);
  const standings = new Map((await standingOf(tx, actor.companyId, kind, addresses)).map((one) => [one.address, one]));
  const errors = addresses.flatMap((address, at) => {
    const standing = standings.get(address);
    const error = standing && refusalOf(standing, purpose, `/to/${at}`);
    return error ? [error] : [];
  });
  const [first] = errors;
  if (first) throw conflict("not_allowed_to_write", first.message, errors);
}
