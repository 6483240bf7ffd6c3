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

test("rules whose saving failed in its last moment decide nothing", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { database } = service();
  await database.query(`create function refuse_commit() returns trigger language plpgsql as $$ begin raise 'no disk space'; end $$`);
  await database.query(
    `create constraint trigger refuse_commit after insert on lead_rules deferrable initially deferred
     for each row execute function refuse_commit()`,
  );
  await assert.rejects(ada.call("leadSending.saveRules", { rules: [ruleFor([ada], { name: "Lost" })], note: "Lost" }));
  await database.query("drop function refuse_commit cascade");
  const { version } = await ada.call("leadSending.saveRules", { rules: [ruleFor([max], { name: "Kept" })], note: "Kept" });
  assert.equal(version, 1, "the number of the lost version is used again");
  const { rules } = await ada.call("leadSending.getRules", {});
  assert.deepEqual(
    rules.map(({ name }) => name),
    ["Kept"],
  );
  const [lead = ""] = await makeLeads(ada, 1);
  await routeIn(service(), await companyOf(ada))({ leads: [lead] });
  const { values } = await ada.call("records.get", { id: lead });
  assert.equal((values["owner"] as { id: string }).id, max.userId);
});
