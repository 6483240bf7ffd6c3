import assert from "node:assert/strict";
import { test } from "node:test";
import { companyOf, makeLeads, routeIn, routingFeature, ruleFor } from "../../../test/lead-routing.ts";
import { sharedService } from "../../../test/service.ts";

const service = sharedService({ extraFeatures: [routingFeature] });

test("a new lead goes to the people of the first rule that matches, in turn", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const saved = await ada.call("leadSending.saveRules", {
    rules: [ruleFor([max], { name: "Fernhill", filter: "company:fernhill" }), ruleFor([ada, max], { name: "Everyone" })],
    note: "First",
  });
  assert.equal(saved.version, 1);
  const route = routeIn(service(), await companyOf(ada));
  const [fernhill = ""] = await makeLeads(ada, 1, { company: "Fernhill" });
  const others = await makeLeads(ada, 4, { company: "Corrin" });
  await route({ leads: [fernhill, ...others] });
  const { items } = await ada.call("records.list", { type: "lead" });
  const ownerOf = new Map(items.map((one) => [one.id, (one.values["owner"] as { id: string }).id]));
  const owners = [fernhill, ...others].map((id) => ownerOf.get(id));
  assert.deepEqual(owners, [max.userId, ada.userId, max.userId, ada.userId, max.userId]);
  const { rules } = await ada.call("leadSending.getRules", {});
  assert.deepEqual(
    rules.map((rule) => [rule.last_100, rule.next?.id]),
    [
      [1, max.userId],
      [4, ada.userId],
    ],
  );
});
