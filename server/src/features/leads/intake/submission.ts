import type { SPAM_REASONS } from "../submission-operations.ts";
import type { ConsentGiven } from "../submission-store.ts";

export type SpamReason = (typeof SPAM_REASONS)[number];

/** A submission as it is written down. Its names are those of the columns: the whole batch travels to PostgreSQL as one JSON text. */
export interface NewSubmission {
  id: string;
  source_id: string;
  dedupe_key: string;
  received_at: string;
  given: Record<string, string>;
  attribution: Record<string, string>;
  consent: ConsentGiven | null;
  score: number;
  reasons: SpamReason[];
  is_held: boolean;
  /** It has shown to come from a person's browser: the day's cap does not apply, so that a flood cannot close the form for people. */
  is_proved: boolean;
  day_cap: number;
  ip: string | null;
  user_agent: string | null;
}

/** What became of a batch, by form: how many are held, and whose day is full. */
export interface Written {
  held: Record<string, number>;
  full: string[];
}
