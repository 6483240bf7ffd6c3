import { after, MINUTE_MS, type Clock } from "../../../kernel/clock.ts";
import { troubleOf } from "../../../platform/mail-account/trouble.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Credentials } from "../credentials.ts";
import type { Trouble } from "../health.ts";
import type { EmailSettings } from "../shapes.ts";
import type { Settings } from "../store.ts";
import type { MailAccounts } from "./check.ts";
import type { OAuthProviders } from "./oauth-providers.ts";
import { renewToken } from "./oauth-tokens.ts";

export interface SignInNeeds {
  outbound: Outbound;
  oauth: OAuthProviders;
  clock: Clock;
}

// A session lasts about an hour, and a token too.
const FRESH_MS = 30 * MINUTE_MS;

/** What of a channel's settings tells how to sign in. */
interface SignInSettings {
  email?: Pick<EmailSettings, "incoming" | "outgoing" | "user"> | undefined;
  sign_in?: Settings["sign_in"] | undefined;
}

export interface SignedIn {
  accounts: MailAccounts;
  /** Where a token was renewed: what to keep from now on. */
  renewed?: Credentials;
}

/** How to sign in to both servers of a mailbox. A token that ends soon is renewed first. */
export async function signIn(
  needs: SignInNeeds,
  { email, sign_in }: SignInSettings,
  credentials: Credentials,
): Promise<SignedIn | { trouble: Trouble }> {
  if (!email) return { trouble: troubleOf("other") };
  const accounts = (secret: { password: string } | { accessToken: string }): MailAccounts => ({
    incoming: { ...email.incoming, user: email.user, ...secret },
    outgoing: { ...email.outgoing, user: email.user, ...secret },
  });
  if ("password" in credentials) return { accounts: accounts({ password: credentials.password }) };
  const { accessToken, accessUntil } = credentials;
  if (accessToken && accessUntil && new Date(accessUntil) > after(needs.clock, FRESH_MS)) return { accounts: accounts({ accessToken }) };
  const provider = sign_in === "google" || sign_in === "microsoft" ? needs.oauth[sign_in] : undefined;
  if (!provider) return { trouble: troubleOf("token") };
  const renewed = await renewToken(needs, provider, credentials.refreshToken);
  if ("trouble" in renewed) return renewed;
  return { accounts: accounts({ accessToken: renewed.accessToken }), renewed };
}
