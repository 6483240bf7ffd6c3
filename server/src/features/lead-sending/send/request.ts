import { signatureHeaders } from "../../../platform/standard-webhooks.ts";
import { deliveryId } from "../ids.ts";
import { outcomeOf, plainOutcome, type Outcome } from "./outcome.ts";
import type { HopToSend } from "./prepare.ts";
import type { RequestNeeds } from "./request-needs.ts";
import { sendToCompany } from "./send-to-company.ts";

const USER_AGENT = "Kith-Leads/1";
const MAX_ANSWER = 65_536;

type Reach<Kind> = Extract<HopToSend["to"], { kind: Kind }>;

/** Sends one delivery, outside any transaction. Its id goes along as the idempotency key, the same in every try. */
export function sendHop(needs: RequestNeeds, hop: HopToSend): Promise<Outcome> {
  const { to: destination } = hop;
  if (destination.kind === "http") return sendOverHttp(needs, hop, destination);
  if (destination.kind === "email") return sendByMail(needs, hop, destination);
  return sendToCompany(needs, hop, destination);
}

async function sendOverHttp({ outbound, clock, baseUrl }: RequestNeeds, hop: HopToSend, to: Reach<"http">): Promise<Outcome> {
  const [at, id] = [clock.now(), deliveryId.encode(hop.id)];
  const answer = await outbound.post({
    url: to.url,
    body: hop.body,
    headers: {
      ...to.headers,
      "content-type": "application/json",
      "user-agent": USER_AGENT,
      "idempotency-key": id,
      ...(hop.isTest ? { "kith-test": "true" } : {}),
      ...(to.returnToken === null ? {} : { "kith-return-url": `${baseUrl}/lead-returns/${id}?token=${to.returnToken}` }),
      ...signatureHeaders({ id, at, body: hop.body, secrets: [to.secret] }),
    },
    totalMs: to.timeoutMs,
    keptBytes: MAX_ANSWER,
  });
  return outcomeOf(to.accept, at, answer, [...Object.values(to.headers), to.secret, to.returnToken ?? ""]);
}

async function sendByMail({ mail, clock }: RequestNeeds, hop: HopToSend, to: Reach<"email">): Promise<Outcome> {
  const [at, started] = [clock.now(), performance.now()];
  if (!mail) return plainOutcome("refused", "This service sends no email", at);
  const ms = () => Math.round(performance.now() - started);
  try {
    await mail.send({
      to: to.email,
      subject: hop.isTest ? "Test of a destination" : "New lead",
      text: hop.body,
      id: deliveryId.encode(hop.id),
    });
    const accepted = plainOutcome("accepted", null, at);
    return { ...accepted, attempt: { ...accepted.attempt, ms: ms() } };
  } catch {
    // What went wrong has hosts and addresses in it: it is in the log of the mail server.
    const busy = plainOutcome("busy", "The mail server did not take it", at, "mail");
    return { ...busy, attempt: { ...busy.attempt, ms: ms() } };
  }
}
