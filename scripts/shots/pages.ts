import type { PagePath } from "../../server/src/contract.ts";
import { inFew, never, onDesktop, refuse, says, type Shot, shot, skeleton, state } from "./shot.ts";

/** A page of the web application. A path that does not exist does not compile. */
const pageShot = (name: string, path: PagePath) => shot(name, path);

export const gateShots: Shot[] = [
  pageShot("sign-in", "/sign-in"),
  pageShot("sign-up", "/sign-up"),
  inFew(pageShot("forgot-password", "/forgot-password")),
];

const KEYS = "/profile/api";
const FIGURES = "dashboards.figures";

export const pageShots: Shot[] = [
  pageShot("dashboard", "/dashboard"),
  inFew(shot("dashboard-add", "/dashboard?add=true")),
  onDesktop(shot("dashboard-arrange", "/dashboard?arrange=true")),
  state("dashboard-loading", "/dashboard", never(FIGURES), skeleton),
  state("dashboard-widget-failed", "/dashboard", failOneWidget, says("Deals have no field")),
  pageShot("notifications", "/notifications"),
  inFew(pageShot("profile", "/profile")),
  pageShot("profile-notifications", "/profile/notifications"),
  inFew(pageShot("security", "/profile/security")),
  pageShot("api-keys", KEYS),
  state("api-keys-loading", KEYS, never("keys.list"), skeleton),
  state("api-keys-error", KEYS, refuse("keys.list"), says("Your keys could not be loaded")),
  inFew(pageShot("company", "/company")),
  inFew(pageShot("company-members", "/company/members")),
  inFew(pageShot("company-keys", "/company/keys")),
  inFew(pageShot("company-activity", "/company/activity")),
  inFew(pageShot("data-model", "/company/data-model")),
  inFew(shot("data-model-deals", "/company/data-model?type=deal")),
  inFew(shot("data-model-new-field", "/company/data-model?type=deal&open=new-field")),
  inFew(shot("data-model-pipeline", "/company/data-model?type=deal&field=stage")),
  inFew(pageShot("docs-api-keys", "/docs/api-keys")),
  inFew(pageShot("filter-syntax", "/docs/filter-syntax")),
];

async function failOneWidget(page: Parameters<Shot["show"]>[0]): Promise<void> {
  await page.route(`**/app/call/${FIGURES}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: object[] };
    body.items[0] = { ...body.items[0], figure: null, failure: { code: "bad_filter", message: "Deals have no field `region`." } };
    await route.fulfill({ response: answer, json: body });
  });
}
