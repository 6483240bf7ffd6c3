import { statement, type Tx } from "../../../kernel/database.ts";

interface Arrival {
  hopId: string;
  codeId: string;
  fromCompany: string;
  fromName: string;
  via: string[];
  now: Date;
}

const NOTE = statement(
  "lead_sending.note_arrival",
  `insert into lead_arrivals (company_id, hop_id, code_id, from_company, from_name, via, received_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (company_id, hop_id) do nothing`,
);

/** Which company a lead comes from. The same twice is once. */
export const note = (tx: Tx, companyId: string, { hopId, codeId, fromCompany, fromName, via, now }: Arrival) =>
  tx.query(NOTE, [companyId, hopId, codeId, fromCompany, fromName, via, now]);

const SENT_HERE = statement(
  "lead_sending.arrival_keys",
  `select dedupe_key from lead_submissions where company_id = $1 and lead_id = $2 and source_id is null and dedupe_key like 'hop\\_%' order by id desc`,
);

/** The keys of what other companies sent about a lead, newest first. */
export const keysOf = async (tx: Tx, companyId: string, leadId: string): Promise<string[]> =>
  (await tx.query<{ dedupe_key: string }>(SENT_HERE, [companyId, leadId])).map((row) => row.dedupe_key);

const ASK = statement(
  "lead_sending.ask_return",
  `update lead_arrivals set return_state = 'asked', return_reason = $3, return_by = $4, return_answer = null
   where company_id = $1 and hop_id = any($2::uuid[]) and (return_state is null or return_state = 'refused') returning hop_id`,
);

export const askReturn = (tx: Tx, companyId: string, hopIds: string[], reason: string, by: string) =>
  tx.query<{ hop_id: string }>(ASK, [companyId, hopIds, reason, by]);

const ASKED = statement(
  "lead_sending.asked_returns",
  `select hop_id, from_company, return_reason as reason from lead_arrivals where company_id = $1 and return_state = 'asked' order by hop_id limit 100`,
);

export const asked = (tx: Tx, companyId: string) => tx.query<{ hop_id: string; from_company: string; reason: string }>(ASKED, [companyId]);

const CLOSE = statement(
  "lead_sending.close_return",
  `update lead_arrivals set return_state = case when $3::text is null then 'returned' else 'refused' end, return_answer = $3
   where company_id = $1 and hop_id = $2 and return_state = 'asked'`,
);

export const close = (tx: Tx, companyId: string, hopId: string, refused: string | null) => tx.query(CLOSE, [companyId, hopId, refused]);
