import type { InputOf, OutputOf } from "../src/contract.ts";
import type { Person } from "./service.ts";
import { until } from "./waiting.ts";
import { PATIENCE_MS } from "./measured.ts";

export type Delivery = OutputOf<"leadSending.listDeliveries">["items"][number];

interface Sent {
  id: string;
  onUnknown?: "next" | "hold";
}

/** Saves rules that send every lead to these destinations, one after the other until one takes it. */
export const sendTo = (ada: Person, ...destinations: (string | Sent)[]) =>
  ada.call("leadSending.saveRules", {
    rules: destinations.map((one, at) => ({
      name: `Rule ${at + 1}`,
      // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule
      then:
        typeof one === "string"
          ? { kind: "send", destination_id: one, on_unknown: "next" }
          : { kind: "send", destination_id: one.id, on_unknown: one.onUnknown ?? "next" },
    })),
  });

/** A destination of the kind http. */
export async function httpDestination(ada: Person, url: string, more: Partial<InputOf<"leadSending.createDestination">> = {}) {
  const { destination, secret } = await ada.call("leadSending.createDestination", { name: "Partner", kind: "http", url, ...more });
  return { id: destination.id, secret: String(secret) };
}

/** A lead that the rules decide about now. */
export async function routedLead(ada: Person, values: Record<string, unknown> = {}): Promise<string> {
  const { record } = await ada.call("records.create", {
    allow_duplicate: true,
    type: "lead",
    values: { name: "Mara Holt", email: ["mara@fernhill.example"], ...values },
  });
  await ada.call("leadSending.routeAgain", { id: record.id });
  return record.id;
}

/** The deliveries of a lead, oldest first. */
export const deliveriesOf = async (ada: Person, lead: string): Promise<Delivery[]> =>
  (await ada.call("leadSending.listDeliveries", { lead })).items.toReversed();

export async function untilDeliveries(
  ada: Person,
  lead: string,
  isThere: (deliveries: Delivery[]) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Delivery[]> {
  let found: Delivery[] = [];
  await until(
    async () => isThere((found = await deliveriesOf(ada, lead))),
    () => JSON.stringify(found),
    { patienceMs },
  );
  return found;
}

export const statesOf = (deliveries: Delivery[]) => deliveries.map(({ state }) => state);

/** Waits until the last delivery of a lead is over. */
export const untilOver = (ada: Person, lead: string, count: number) =>
  untilDeliveries(ada, lead, (all) => all.length === count && all.every((one) => one.finished_at !== null));
