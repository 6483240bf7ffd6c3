import { z } from "zod";
import { after, SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import { troubleOf } from "../../../platform/mail-account/trouble.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Trouble } from "../health.ts";
import type { OAuthProvider } from "./oauth-providers.ts";

interface TokenNeeds {
  outbound: Outbound;
  clock: Clock;
}

export interface Tokens {
  refreshToken: string;
  accessToken: string;
  accessUntil: string;
}

const Answer = z.object({
  access_token: z.string().min(1).max(10_000),
  refresh_token: z.string().min(1).max(10_000).optional(),
  expires_in: z.coerce.number().int().min(0).default(3_600),
});

// Tokens are a few kilobytes long.
const KEPT_BYTES = 65_536;
const TOTAL_MS = 8 * SECOND_MS;

/** A code that a person brought from the provider becomes tokens. */
export const exchangeCode = (needs: TokenNeeds, provider: OAuthProvider, given: { code: string; verifier: string; redirectUri: string }) =>
  ask(
    needs,
    provider,
    { grant_type: "authorization_code", code: given.code, code_verifier: given.verifier, redirect_uri: given.redirectUri },
    undefined,
  );

/** Some providers give a new refresh token each time, and the old one ends. */
export const renewToken = (needs: TokenNeeds, provider: OAuthProvider, refreshToken: string) =>
  ask(needs, provider, { grant_type: "refresh_token", refresh_token: refreshToken, scope: provider.scope }, refreshToken);

async function ask(
  { outbound, clock }: TokenNeeds,
  { tokenUrl, clientId, clientSecret }: OAuthProvider,
  fields: Record<string, string>,
  known: string | undefined,
): Promise<Tokens | { trouble: Trouble }> {
  const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const answer = await outbound.post({ url: tokenUrl, body, headers, keptBytes: KEPT_BYTES, totalMs: TOTAL_MS });
  if ("error" in answer) return { trouble: troubleOf(answer.error === "unresolved" ? "dns" : "unreachable") };
  if (answer.status >= 500 || answer.status === 429) return { trouble: troubleOf("busy") };
  const read = answer.status === 200 ? Answer.safeParse(parse(answer.answer)) : undefined;
  const refreshToken = read?.data?.refresh_token ?? known;
  if (!read?.success || refreshToken === undefined) return { trouble: troubleOf("token") };
  return { refreshToken, accessToken: read.data.access_token, accessUntil: after(clock, read.data.expires_in * SECOND_MS).toISOString() };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
