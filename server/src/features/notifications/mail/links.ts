import type { Clock } from "../../../kernel/clock.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { ShownLink, Unsubscribing } from "../../../platform/unsubscribing.ts";
import { memberId } from "../../members/operations.ts";
import { aboutKinds } from "./choices.ts";
import { createLinkTokens, type MailLink } from "./link-token.ts";
import { readMailLink, turnOffMail } from "./operations.ts";

interface Needs {
  execute: Execute;
  secret: string;
  otherSecret?: string | undefined;
  clock: Clock;
}

/** The links in mails about notifications. */
export function createMailLinks({ execute, secret, otherSecret, clock }: Needs): Unsubscribing {
  const tokens = createLinkTokens(secret, otherSecret);

  async function show(token: string, state: "open" | "done"): Promise<ShownLink> {
    const link = tokens.read(token, clock.now());
    if (!link) return { state: "gone" };
    const { company } = await asSystem(execute, link.companyId)(readMailLink, inputOf(link));
    if (company === null) return { state: "gone" };
    if (state === "done") await asSystem(execute, link.companyId)(turnOffMail, inputOf(link));
    return { state, what: `emails about ${aboutKinds(link.kinds)} from ${company}` };
  }

  return { look: (token) => show(token, "open"), unsubscribe: (token) => show(token, "done") };
}

const inputOf = ({ userId, kinds }: MailLink) => ({ user: memberId.encode(userId), kinds });
