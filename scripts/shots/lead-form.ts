import type { Page } from "@playwright/test";
import { ask } from "../../e2e/records.ts";
import type { Shot } from "./shot.ts";

const FORM = {
  name: "See it measure on your line",
  headline: "Measure what flows, to half a percent",
  intro: "Bring one line, one tank or one question. We bring a meter, clamp it on, and you see your own numbers the same day.",
  points: ["45 minutes, on site or by video", "Calibrated in our laboratory in Berlin", "No contract to sign first"],
  privacy_url: "https://www.fernhill.example/privacy",
  imprint_url: "https://www.fernhill.example/imprint",
  button: "Request a demo",
  thanks: "Thank you. An engineer calls you within one working day.",
  state: "published",
  fields: [
    { key: "name", is_required: true },
    { key: "email", label: "Work email", is_required: true },
    { key: "company", label: "Company", is_required: true },
    { key: "source", label: "How did you find us?", is_required: true },
    { key: "message", label: "Anything we should know" },
  ],
  consent_text: "Fernhill Instruments may answer me by email and phone.",
};

/** What a visitor sees: the hosted page of a form, empty, with errors, and sent. */
export async function addLeadForm(admin: Page): Promise<Shot[]> {
  const { public_id: id } = await ask<{ public_id: string }>(admin, "leads.createSource", FORM);
  const open = async (page: Page) => {
    await page.goto(`/f/${id}`);
    await page.getByRole("textbox", { name: "Name" }).fill("Camille Laurent");
    await page.getByRole("textbox", { name: "Company" }).fill("Corrin Dairy");
    await page.getByRole("textbox", { name: "Anything" }).fill("Six tanks, two of them outdoors.");
    await page.getByRole("checkbox").check();
  };
  return [
    {
      name: "lead-form",
      async show(page) {
        await open(page);
        await page.getByRole("combobox").selectOption({ index: 1 });
        await page.getByRole("textbox", { name: "Work email" }).fill("camille@corrin.example");
      },
    },
    {
      name: "lead-form-error",
      async show(page) {
        await open(page);
        await page.getByRole("textbox", { name: "Work email" }).fill("camille@");
        await page.getByRole("button").click();
        await page.locator("form[data-kith-state=refused]").waitFor();
      },
    },
    {
      name: "lead-form-thanks",
      async show(page) {
        await page.goto(`/f/${id}?sent=1`);
      },
    },
  ];
}
