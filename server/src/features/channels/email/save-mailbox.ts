import type { z } from "zod";
import type { Member } from "../../../kernel/actor.ts";
import type { Database } from "../../../kernel/database.ts";
import { AppError, conflict, invalid } from "../../../kernel/errors.ts";
import type { ChannelCredentials, Credentials } from "../credentials.ts";
import { UNREADABLE, type Trouble } from "../health.ts";
import type { create, update } from "../operations.ts";
import type { EmailSettings } from "../shapes.ts";
import { readToChange, type ReadAhead } from "../read-ahead.ts";
import type { NewOwn, Own } from "../save-channel.ts";
import type * as store from "../store.ts";
import type { TriedNow } from "../try-now.ts";
import { checkMailbox, firstTrouble } from "./check.ts";
import { guessServers } from "./guess.ts";
import { signIn, type SignInNeeds } from "./sign-in.ts";

export interface MailboxNeeds extends SignInNeeds {
  credentials: ChannelCredentials;
  /** For what is read before the network is used: a call's own transaction would stay open meanwhile. */
  database: Database;
}

/** Tries a new mailbox, in the step before the transaction. */
export async function tryNew(needs: MailboxNeeds, actor: Member, given: z.output<(typeof create)["input"]>): Promise<NewOwn> {
  const { address, password } = given;
  if (!address) throw invalid([{ pointer: "/address", message: "Enter the address of the mailbox." }]);
  if (!password) throw invalid([{ pointer: "/password", message: "Enter the password of the mailbox." }]);
  const settings = { email: given.email ?? guessServers(address).email, sign_in: "password" as const };
  return tryThese(needs, actor.companyId, settings, { password });
}

/** Tries a mailbox with other servers or another password. A stored password never goes to another server. */
export async function tryChanged(
  needs: MailboxNeeds,
  actor: Member,
  id: string,
  changed: Omit<z.output<(typeof update)["input"]>, "id">,
): Promise<Own> {
  const { row, sealed } = await readToChange(needs.database, actor, id);
  if (row.kind !== "email" || !row.settings.email)
    throw invalid([{ pointer: changed.email ? "/email" : "/password", message: "Only a mailbox has these." }]);
  const email = changed.email ?? row.settings.email;
  if (row.settings.sign_in !== "password" && changed.email && isElsewhere(row.settings.email, email))
    throw invalid([{ pointer: "/email", message: "This mailbox is signed in with its provider, whose servers cannot be changed." }]);
  if (changed.password === undefined && isElsewhere(row.settings.email, email))
    throw invalid([{ pointer: "/password", message: "The stored password was entered for another server. Enter it again." }]);
  const known = changed.password === undefined ? openStored(needs, actor, sealed) : { password: changed.password };
  const settings = { email, sign_in: changed.password === undefined ? (row.settings.sign_in ?? "password") : ("password" as const) };
  const { seal, lines } = await tryThese(needs, actor.companyId, settings, known);
  return { id, settings, credentials: seal(id), lines, version: row.version };
}

const isElsewhere = (from: EmailSettings, to: EmailSettings) =>
  from.incoming.host !== to.incoming.host || from.outgoing.host !== to.outgoing.host;

async function tryThese(needs: MailboxNeeds, companyId: string, settings: store.Settings, known: Credentials) {
  const signedIn = await signIn(needs, settings, known);
  if ("trouble" in signedIn) throw refused(signedIn.trouble, "/password");
  const checked = await checkMailbox(needs.outbound, signedIn.accounts);
  const failed = firstTrouble(checked);
  if (failed) throw refused(failed.trouble, failed.trouble.cause === "password" ? "/password" : `/email/${failed.where}`, failed.where);
  const seal = (id: string) => needs.credentials.seal(companyId, id, signedIn.renewed ?? known);
  return { settings, seal, lines: checked.lines };
}

const WHERE = { incoming: "Receiving (IMAP): ", outgoing: "Sending (SMTP): " };

/** Nothing was saved: what is wrong, and what to do about it. */
export function refused({ words, remedy }: Trouble, pointer: string, where?: "incoming" | "outgoing"): AppError {
  const message = `${where ? WHERE[where] : ""}${words}`;
  return new AppError(422, "mailbox_refused", `${message} ${remedy}`, { errors: [{ pointer, message, hint: remedy }] });
}

/** Tries what is stored. Whoever is shown the channel's health may ask for it. */
export async function tryStored(needs: MailboxNeeds, actor: Member, { row, sealed }: ReadAhead): Promise<TriedNow> {
  const known = sealed?.credentials ? needs.credentials.open(actor.companyId, row.id, sealed.credentials) : undefined;
  if (!known) return { lines: [], incoming: UNREADABLE };
  const signedIn = await signIn(needs, row.settings, known);
  if ("trouble" in signedIn) return { lines: [], incoming: signedIn.trouble };
  const checked = await checkMailbox(needs.outbound, signedIn.accounts);
  return { ...checked, ...(signedIn.renewed ? { renewed: needs.credentials.seal(actor.companyId, row.id, signedIn.renewed) } : {}) };
}

function openStored({ credentials }: MailboxNeeds, actor: Member, sealed: store.SealedRow | undefined): Credentials {
  const known = sealed?.credentials ? credentials.open(actor.companyId, sealed.id, sealed.credentials) : undefined;
  if (!known) throw conflict("secret_unreadable", `${UNREADABLE.words} ${UNREADABLE.remedy}`);
  return known;
}
