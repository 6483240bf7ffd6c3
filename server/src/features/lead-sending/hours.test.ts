import assert from "node:assert/strict";
import { test } from "node:test";
import { companyOf, makeLeads, routeIn, routingFeature, ruleFor } from "../../../test/lead-routing.ts";
import { sharedService } from "../../../test/service.ts";
import { absenceText } from "./explain/absence-text.ts";

const service = sharedService({ extraFeatures: [routingFeature] });
const DAYS = [1, 2, 3, 4, 5, 6, 7];

test("who is absent or does not work now gets no lead; their own hours go before the company's", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const company = await companyOf(ada);
  await ada.call("leadSending.saveRules", { rules: [ruleFor([ada, max])] });
  const owners = async () => {
    const leads = await makeLeads(ada, 2);
    await routeIn(service(), company)({ leads });
    const { items } = await ada.call("leadSending.listLog", { limit: 2 });
    return items.map((one) => one.outcome.user);
  };
  const always = DAYS.map((day) => ({ day, from: "00:00", to: "24:00" }));
  await ada.call("leadSending.saveCompanyHours", { hours: { zone: "UTC", days: [] } });
  assert.deepEqual(await owners(), [null, null], "nobody works at all");
  await max.call("leadSending.saveWorkingHours", { hours: { zone: "Asia/Kathmandu", days: always } });
  assert.deepEqual(await owners(), [max.userId, max.userId]);
  await ada.call("leadSending.saveCompanyHours", { hours: null });
  const from = new Date(service().clock.now().getTime() - 1_000).toISOString();
  const to = new Date(service().clock.now().getTime() + 3_600_000).toISOString();
  const absence = await ada.call("leadSending.addAbsence", { user: max.userId, from, to, note: "Dentist" });
  assert.deepEqual(await owners(), [ada.userId, ada.userId]);
  const [last] = (await ada.call("leadSending.listLog", { limit: 1 })).items;
  const { decisions } = await ada.call("leadSending.explainLead", { id: last?.lead?.id ?? "" });
  // The time is that of Kathmandu, where the person works.
  assert.match(decisions[0]?.sentence ?? "", new RegExp(`Skipped: .* is ${absenceText(to, "Asia/Kathmandu")}\\.`));
  const { people } = await max.call("leadSending.getWorkingHours", {});
  assert.deepEqual(
    people.map((one) => [one.id, one.is_open]),
    [
      [ada.userId, true],
      [max.userId, false],
    ],
  );
  await max.call("leadSending.removeAbsence", { id: absence.id });
  assert.equal((await max.call("leadSending.listAbsences", {})).items.length, 0);
  assert.ok((await owners()).includes(max.userId));
});

test("a Member changes only their own hours and absences, and nobody those of another company", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const eve = await service().given.admin();
  const hours = { zone: "UTC", days: [] };
  const status = async (name: string, input: unknown, who = max) => (await who.post(name, input)).status;
  assert.equal(await status("leadSending.saveWorkingHours", { user: ada.userId, hours }), 403);
  assert.equal(await status("leadSending.saveCompanyHours", { hours }), 403);
  assert.equal(await status("leadSending.saveWorkingHours", { user: ada.userId, hours }, eve), 404);
  const span = { from: "2027-01-01T00:00:00Z", to: "2027-01-02T00:00:00Z" };
  assert.equal(await status("leadSending.addAbsence", { user: ada.userId, ...span }), 403);
  const { id } = await ada.call("leadSending.addAbsence", span);
  assert.equal(await status("leadSending.removeAbsence", { id }), 403);
  assert.equal(await status("leadSending.removeAbsence", { id }, eve), 404);
  assert.equal(await status("leadSending.addAbsence", { from: span.to, to: span.from }), 422);
  assert.equal(await status("leadSending.saveWorkingHours", { hours: { zone: "Mars/Base", days: [] } }), 422);
});
