import { join } from "node:path";
import { rolldown } from "rolldown";
import { makeSecret, signatureHeaders } from "../../../src/platform/standard-webhooks.ts";
import type { JourneyInput } from "./journey.ts";

/** The journey and the SDK as one script, which sets `sdk.journey`. */
export async function bundleJourney(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, "journey.ts"), platform: "neutral" });
  const { output } = await bundle.generate({ format: "iife", name: "sdk" });
  await bundle.close();
  return output[0].code;
}

export function signedMessage(): JourneyInput["webhook"] {
  const secret = makeSecret();
  const body = JSON.stringify({ type: "record.created", timestamp: new Date().toISOString(), data: {} });
  return { body, secret, headers: signatureHeaders({ id: "evt_1", at: new Date(), body, secrets: [secret] }) };
}
