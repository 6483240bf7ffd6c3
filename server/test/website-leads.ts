import type { NewSubmission } from "../src/features/leads/intake/submission.ts";
import { writeDown } from "../src/features/leads/intake-operations.ts";
import { sourceId } from "../src/features/leads/operations.ts";
import { asSystem } from "../src/platform/as-system.ts";
import { newId, newIds } from "../src/platform/random.ts";
import type { Person, Service } from "./service.ts";
import { until } from "./waiting.ts";
import { PATIENCE_MS } from "./measured.ts";

/** The company of a person, as it is inside. */
export async function companyOf(service: Service, ada: Person): Promise<string> {
  const [row] = await service.database.query("select company_id from users where email = $1", [ada.email]);
  return String(row?.["company_id"]);
}

type Sent = Partial<Omit<NewSubmission, "given">> & { given: Record<string, string> };

/** Writes submissions down as the form's address does, without its limits. Answers their ids inside. */
export async function writeSubmissions(service: Service, companyId: string, source: string, sent: Sent[]): Promise<string[]> {
  const ids = newIds(sent.length);
  const submissions = sent.map((one, index): NewSubmission => {
    const id = ids[index] ?? newId();
    const at = service.clock.now().toISOString();
    const blank = { attribution: {}, consent: null, score: 0, reasons: [], is_held: false, is_proved: true, ip: "192.0.2.1" };
    const form = { source_id: sourceId.decode(source), day_cap: 1_000_000, user_agent: "test" };
    return { id, dedupe_key: id, received_at: at, ...blank, ...form, ...one };
  });
  await asSystem(service.app.execute, companyId)(writeDown, { submissions });
  return submissions.map(({ id }) => id);
}

/** Waits until nothing waits in the company any more. */
export async function untilTaken(service: Service, companyId: string, seconds = PATIENCE_MS / 1_000): Promise<void> {
  const waits = async () =>
    await service.database.query(
      "select 1 from lead_submissions where company_id = $1 and state = 'received' and (next_try_at is null or next_try_at <= $2) limit 1",
      [companyId, service.clock.now()],
    );
  await until(async () => (await waits()).length === 0, "no submission waits", { patienceMs: seconds * 1_000 });
}

/** The company's leads, oldest first. */
export const leadsOf = async (ada: Person) => (await ada.call("records.list", { type: "lead", sort: "created_at", limit: 100 })).items;
