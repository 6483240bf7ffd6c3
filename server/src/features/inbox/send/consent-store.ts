import { statement, type Tx } from "../../../kernel/database.ts";
import { namedStatement } from "../../../platform/postgres/named-statement.ts";
import type { ChannelKind } from "./addresses.ts";
import type { CONSENT_STATES } from "./consent-operations.ts";

type ConsentState = (typeof CONSENT_STATES)[number];

export interface NewConsent {
  id: string;
  kind: ChannelKind;
  address: string;
  state: ConsentState;
  source: string;
  text: string;
  messageId?: string | null;
  userId?: string | null;
  keyId?: string | null;
  at: Date;
}

const INSERT = namedStatement(
  "inbox.insert_consent",
  ["company", "id", "kind", "address", "state", "source", "text", "messageId", "userId", "keyId", "at"],
  `insert into consents (company_id, id, kind, address, state, source, text, message_id, user_id, key_id, at)
   values (:company, :id, :kind, :address, :state, :source, left(:text, 2000), :messageId, :userId, :keyId, :at)`,
);
export const insertConsent = (tx: Tx, companyId: string, row: NewConsent) =>
  tx.query(INSERT.statement, INSERT.values({ messageId: null, userId: null, keyId: null, ...row, company: companyId }));

/** The last word on an address: whether mail to it comes back, and whether they agreed to be written to. */
export interface Standing {
  address: string;
  refused_id: string | null;
  refused_state: "bounced" | "granted" | null;
  refused_text: string | null;
  refused_at: Date | null;
  agreed_id: string | null;
  agreed_state: "granted" | "withdrawn" | "complained" | null;
}

// A new consent also lifts a bounce: a person says that the address works.
const STANDING = statement(
  "inbox.standing",
  `select a.address, r.id as refused_id, r.state as refused_state, r.text as refused_text, r.at as refused_at, g.id as agreed_id, g.state as agreed_state
   from unnest($3::text[]) as a (address)
   left join lateral (select c.id, c.state, c.text, c.at from consents c
     where c.company_id = $1 and c.kind = $2 and c.address = a.address and c.state in ('bounced', 'granted') order by c.id desc limit 1) r on true
   left join lateral (select c.id, c.state from consents c
     where c.company_id = $1 and c.kind = $2 and c.address = a.address and c.state <> 'bounced' order by c.id desc limit 1) g on true`,
);
export const standingOf = (tx: Tx, companyId: string, kind: ChannelKind, addresses: string[]) =>
  tx.query<Standing>(STANDING, [companyId, kind, addresses]);

export interface ConsentRow {
  id: string;
  kind: ChannelKind;
  address: string;
  state: ConsentState;
  source: string;
  text: string;
  message_id: string | null;
  user_id: string | null;
  user_name: string | null;
  at: Date;
}

const SELECT = `select c.id, c.kind, c.address, c.state, c.source, c.text, c.message_id, c.user_id, u.name as user_name, c.at
  from consents c left join users u on u.company_id = c.company_id and u.id = c.user_id where c.company_id = $1`;

export interface ConsentQuery {
  kind: ChannelKind;
  address: string | null;
  state: ConsentState | null;
  before: string | null;
  rows: number;
}

const ORDER = "and ($4::text is null or c.state = $4) and ($5::uuid is null or c.id < $5) order by c.id desc limit $6";
const LIST = statement("inbox.list_consents", `${SELECT} and c.kind = $2 and $3::text is null ${ORDER}`);
const LIST_OF = statement("inbox.list_consents_of", `${SELECT} and c.kind = $2 and c.address = $3 ${ORDER}`);
export const listConsents = (tx: Tx, companyId: string, { kind, address, state, before, rows }: ConsentQuery) =>
  tx.query<ConsentRow>(address === null ? LIST : LIST_OF, [companyId, kind, address, state, before, rows]);

const LAST = statement(
  "inbox.last_consents",
  `select last.* from unnest($2::text[], $3::text[]) with ordinality as wanted (kind, address, place)
   cross join lateral (${SELECT} and c.kind = wanted.kind and c.address = wanted.address order by c.id desc limit 1) as last
   order by wanted.place`,
);
/** The line that counts of each address, in this order. One of which nothing is known has none. */
export const lastConsents = (tx: Tx, companyId: string, of: { kind: ChannelKind; address: string }[]) =>
  tx.query<ConsentRow>(LAST, [companyId, of.map(({ kind }) => kind), of.map(({ address }) => address)]);

export async function findConsent(tx: Tx, companyId: string, id: string): Promise<ConsentRow | undefined> {
  return (await tx.query<ConsentRow>(`${SELECT} and c.id = $2`, [companyId, id]))[0];
}
