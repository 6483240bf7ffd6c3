import { setTimeout } from "node:timers/promises";
import { sampleId } from "../../src/platform/ids.ts";
import { deliveriesOf, routedLead, sendTo } from "../lead-sending.ts";
import { giveSubmission } from "../leads/forms.ts";
import type { Person, Service } from "../service.ts";

type Make = (ada: Person, made: Map<string, string>) => Promise<string>;

/** Makes what the sample ids of the examples about leads stand for. */
export const leadSamples = (service: () => Service): [sample: string, make: Make][] => [
  [sampleId("rec", 4), async (ada) => (await ada.call("records.create", { type: "lead", values: { name: "Mara Holt" } })).record.id],
  [sampleId("rec", 5), (ada) => giveReceivedLead(service(), ada)],
  [
    sampleId("src"),
    async (ada) => (await ada.call("leads.createSource", { name: "Contact us", fields: [{ key: "email" }], state: "published" })).id,
  ],
  [sampleId("sub"), (ada) => giveSubmission(service(), ada)],
  [sampleId("dst"), async (ada) => (await ada.call("leadSending.createDestination", HTTP)).destination.id],
  [sampleId("hop"), (ada) => giveDelivery(service(), ada, "accepted")],
  [sampleId("hop", 1), (ada) => giveDelivery(service(), ada, "unknown")],
  [sampleId("lcd"), async (ada) => (await ada.call("leadSending.createCode", { name: "Partner" })).lead_code.id],
  [
    sampleId("abs"),
    async (ada) => (await ada.call("leadSending.addAbsence", { from: "2099-07-01T00:00:00.000Z", to: "2099-07-08T00:00:00.000Z" })).id,
  ],
];

const HTTP = { name: "Partner", kind: "http", url: "https://93.184.216.34/leads" } as const;

/** A delivery that has come so far. No worker runs here, so the state is written by hand. */
async function giveDelivery(service: Service, ada: Person, state: "accepted" | "unknown"): Promise<string> {
  const { destination } = await ada.call("leadSending.createDestination", { name: "By email", kind: "email", email: "leads@example.com" });
  await sendTo(ada, { id: destination.id, onUnknown: "hold" });
  const [hop] = await deliveriesOf(ada, await routedLead(ada));
  const id = hop?.id ?? "";
  await service.database.query(
    "update lead_deliveries set state = $1, next_at = null, finished_at = now() where company_id = (select company_id from users where email = $2)",
    [state, ada.email],
  );
  return id;
}

/** A lead that another company sent here. */
async function giveReceivedLead(service: Service, ada: Person): Promise<string> {
  const sender = await service.given.admin("Sender");
  const { code } = await ada.call("leadSending.createCode", { name: "Sender" });
  const { destination } = await sender.call("leadSending.createDestination", { name: "Ada", kind: "company", code });
  await sendTo(sender, destination.id);
  const worker = await service.app.startWorker();
  try {
    await routedLead(sender);
    for (;;) {
      const [lead] = (await ada.call("records.list", { type: "lead" })).items;
      if (lead) return lead.id;
      await setTimeout(50);
    }
  } finally {
    await worker.stop();
  }
}

/** What must be there for an example that names it by a word and not by an id. */
export const beforeLeadExamples: Record<string, (ada: Person) => Promise<unknown>> = {
  "leadSending.getRuleVersion": (ada) => ada.call("leadSending.saveRules", { rules: [] }),
  "leadSending.restoreRuleVersion": (ada) => ada.call("leadSending.saveRules", { rules: [] }),
};
