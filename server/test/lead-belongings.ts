import { destinationId, deliveryId } from "../src/features/lead-sending/ids.ts";
import { newId } from "../src/platform/random.ts";
import type { Person, Service } from "./service.ts";
import { giveForm } from "./leads/forms.ts";
import { companyOf } from "./website-leads.ts";

/** One of each thing that belongs to leads, by the prefix of its id. */
export async function giveLeadThings(service: Service, owner: Person): Promise<Record<string, string>> {
  const { id: src } = await giveForm(owner);
  const { id: sub } = await owner.call("leads.submit", { values: { name: "Theirs" } });
  const absence = { from: "2026-12-21T00:00:00Z", to: "2027-01-04T00:00:00Z" };
  const { id: abs } = await owner.call("leadSending.addAbsence", absence);
  const { lead_code: code } = await owner.call("leadSending.createCode", { name: "Partner" });
  const { destination } = await owner.call("leadSending.createDestination", {
    name: "Partner",
    kind: "http",
    url: "https://93.184.216.34/leads",
  });
  const hop = newId();
  await service.database.query(
    `insert into lead_deliveries (company_id, id, destination_id, on_unknown, state, reserved_at, finished_at)
     values ($1, $2, $3, 'next', 'accepted', now(), now())`,
    [await companyOf(service, owner), hop, destinationId.decode(destination.id)],
  );
  return { src, sub, abs, lcd: code.id, dst: destination.id, hop: deliveryId.encode(hop) };
}
