import type { Member } from "../../kernel/actor.ts";
import { before, DAY_MS, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { forbidden, tooMany } from "../../kernel/errors.ts";
import { isVerified } from "../members/index.ts";
import * as store from "./store.ts";

// An invitation is a mail to a stranger, and anyone can sign up a company. These bounds keep it from being a way to send spam.
const PER_DAY_NEW_COMPANY = 20;
const PER_DAY = 200;
const NEW_COMPANY_MS = 7 * DAY_MS;
const PER_DAY_AND_ADDRESS = 3;

export async function checkSender(tx: Tx, { companyId, userId }: Member): Promise<void> {
  if (!(await isVerified(tx, companyId, userId)))
    throw forbidden("email_not_verified", "Verify your own address first: open the web application and use “Send email”.");
}

/** Counts invitations that were withdrawn or accepted too: their mails were sent. */
export async function checkCaps(tx: Tx, identity: Tx, companyId: string, email: string, clock: Clock): Promise<void> {
  const since = before(clock, DAY_MS);
  const createdAt = await store.lockCompany(tx, companyId); // of two invitations at once the second counts the first
  const most = createdAt > before(clock, NEW_COMPANY_MS) ? PER_DAY_NEW_COMPANY : PER_DAY;
  const own = await store.countSince(tx, companyId, since);
  if (own.count >= most) throw tooMany(`Your company can invite ${most} people a day. Try again tomorrow.`, waitFor(own.first, clock));
  await store.lockAddress(tx, email);
  const toAddress = await store.countToAddress(identity, email, since);
  if (toAddress.count >= PER_DAY_AND_ADDRESS)
    throw tooMany(`This address was invited ${PER_DAY_AND_ADDRESS} times today. Try again tomorrow.`, waitFor(toAddress.first, clock));
}

const waitFor = (first: Date | null, clock: Clock) =>
  Math.max(1, Math.ceil(((first ?? clock.now()).getTime() + DAY_MS - clock.now().getTime()) / SECOND_MS));
