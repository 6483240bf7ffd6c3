import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Member } from "../../../kernel/actor.ts";
import { after, MINUTE_MS, type Clock } from "../../../kernel/clock.ts";
import { AppError, forbidden } from "../../../kernel/errors.ts";
import type { Vault } from "../../../platform/vault.ts";
import type { OAuthProvider } from "./oauth-providers.ts";

const VALID_MS = 15 * MINUTE_MS;

/** What a person wants to add, while they are at the provider. */
const Wanted = z.object({
  provider: z.enum(["google", "microsoft"]),
  id: z.string().optional(),
  address: z.string(),
  name: z.string(),
  access: z.enum(["everyone", "chosen", "private"]),
  members: z.array(z.string()),
  history_days: z.number(),
  verifier: z.string(),
  until: z.string(),
});
export type WantedMailbox = Omit<z.output<typeof Wanted>, "verifier" | "until">;

/**
 * The state that goes to the provider and comes back: sealed, and bound to the session that began. Somebody else's answer, or an answer
 * that another browser brings, opens nothing. The verifier of PKCE is in it, so nothing is stored meanwhile.
 */
export function createSignInState(vault: Vault, clock: Clock) {
  const place = (actor: Member) => {
    if (actor.proof.kind !== "session") throw forbidden("web_app_only", "Sign in with a provider in the web application.");
    return { companyId: actor.companyId, column: "channels.sign_in", rowId: actor.proof.sessionId };
  };
  return {
    begin(actor: Member, wanted: WantedMailbox): { state: string; challenge: string } {
      const verifier = randomBytes(32).toString("base64url");
      const sealed = vault.seal(place(actor), JSON.stringify({ ...wanted, verifier, until: after(clock, VALID_MS).toISOString() }));
      return { state: sealed.toString("base64url"), challenge: createHash("sha256").update(verifier).digest("base64url") };
    },
    end(actor: Member, state: string): z.output<typeof Wanted> {
      try {
        const wanted = Wanted.parse(JSON.parse(vault.open(place(actor), Buffer.from(state, "base64url"))));
        if (new Date(wanted.until) > clock.now()) return wanted;
      } catch (error) {
        if (error instanceof AppError) throw error;
      }
      throw new AppError(422, "sign_in_expired", "This sign-in was begun elsewhere or more than 15 minutes ago. Begin again.");
    },
  };
}

export function authorizeUrl(
  provider: OAuthProvider,
  sent: { state: string; challenge: string; redirectUri: string; address: string },
): string {
  const url = new URL(provider.authorizeUrl);
  const fields = {
    response_type: "code",
    client_id: provider.clientId,
    redirect_uri: sent.redirectUri,
    scope: provider.scope,
    state: sent.state,
    code_challenge: sent.challenge,
    code_challenge_method: "S256",
    login_hint: sent.address,
    ...provider.extra,
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}
