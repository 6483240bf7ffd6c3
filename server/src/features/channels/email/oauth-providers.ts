import type { MailServer } from "../shapes.ts";
import type { z } from "zod";

type Server = z.output<typeof MailServer>;

/** What the operator registered with a provider. */
interface OAuthApplication {
  clientId: string;
  clientSecret: string;
}

interface OAuthConfig {
  google: OAuthApplication | undefined;
  microsoft: OAuthApplication | undefined;
  /** Of one tenant, or of a national cloud. */
  microsoftAuthority: string;
  /** Receiving and sending. */
  microsoftServers: { host: string; port: number }[];
}

export interface OAuthProvider extends OAuthApplication {
  authorizeUrl: string;
  tokenUrl: string;
  scope: string;
  /** What the provider wants besides, to give a token that can be renewed. */
  extra: Record<string, string>;
  incoming: Server;
  outgoing: Server;
}

export type OAuthProviders = Partial<Record<"google" | "microsoft", OAuthProvider>>;

/** A token goes to the provider's own servers and to no other: nobody can enter one for it. */
export function oauthProviders({ google, microsoft, microsoftAuthority, microsoftServers }: OAuthConfig): OAuthProviders {
  const [incoming, outgoing] = microsoftServers.map(serverOf);
  return {
    ...(google && {
      google: {
        ...google,
        authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
        tokenUrl: "https://oauth2.googleapis.com/token",
        scope: "https://mail.google.com/",
        extra: { access_type: "offline", prompt: "consent" },
        incoming: { host: "imap.gmail.com", port: 993, security: "tls" },
        outgoing: { host: "smtp.gmail.com", port: 465, security: "tls" },
      },
    }),
    ...(microsoft &&
      incoming &&
      outgoing && {
        microsoft: {
          ...microsoft,
          authorizeUrl: `${microsoftAuthority}/oauth2/v2.0/authorize`,
          tokenUrl: `${microsoftAuthority}/oauth2/v2.0/token`,
          scope: "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access",
          extra: { prompt: "select_account" },
          incoming,
          outgoing,
        },
      }),
  };
}

const serverOf = ({ host, port }: { host: string; port: number }): Server => ({
  host,
  port,
  security: [993, 465].includes(port) ? "tls" : "starttls",
});
