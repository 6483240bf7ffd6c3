import type { Page } from "@playwright/test";
import { ask } from "../../e2e/records.ts";
import { inFew, never, refuse, says, type Shot, shot, skeleton, state } from "./shot.ts";

const RULES = "/lead-sending/rules";

interface Shown {
  rules: { name: string; caps: unknown[]; per_person: unknown[] }[];
}

/** The demo company has rules, destinations and leads that went down the list. */
export async function leadSendingShots(page: Page): Promise<Shot[]> {
  const { rules } = await ask<Shown>(page, "leadSending.getRules", {});
  const edited = rules.find(({ caps, per_person: perPerson }) => caps.length + perPerson.length > 0) ?? rules[0];
  const { items: places } = await ask<{ items: { id: string; kind: string }[] }>(page, "leadSending.listDestinations", {});
  const { items: sent } = await ask<{ items: { id: string }[] }>(page, "leadSending.listDeliveries", { limit: 1 });
  const partner = places.find(({ kind }) => kind === "http") ?? places[0];
  const edit = async (shown: Page) => {
    await shown.getByRole("button", { name: edited?.name ?? "", exact: true }).click();
    await shown.getByLabel("At most", { exact: true }).first().fill("1");
    await shown.waitForTimeout(1_500);
  };
  const why = async (shown: Page) => {
    await shown.getByRole("list", { name: "Decisions" }).getByRole("link").first().click();
    await shown.getByText("Rules then").first().waitFor();
  };
  const versions = async (shown: Page) => {
    await shown.getByRole("button", { name: "Versions" }).click();
    await shown.getByText("in use,").waitFor();
  };
  return [
    shot("lead-rules", RULES),
    shot("lead-rule-editing", RULES, edit),
    state("lead-rules-loading", RULES, never("leadSending.getRules"), skeleton),
    state("lead-rules-error", RULES, refuse("leadSending.getRules"), says("The rules could not be loaded")),
    inFew(shot("lead-rule-versions", RULES, versions)),
    shot("lead-destinations", "/lead-sending/destinations"),
    ...(partner ? [shot("lead-destination", `/lead-sending/destinations/${partner.id}`)] : []),
    shot("lead-log", "/lead-sending/log"),
    shot("lead-log-why", "/lead-sending/log", why),
    ...sent.map(({ id }) => inFew(shot("lead-delivery", `/lead-sending/deliveries/${id}`))),
    inFew(shot("lead-hours", "/lead-sending/hours")),
  ];
}
