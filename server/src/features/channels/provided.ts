import type { z } from "zod";
import { oauthProviders } from "./email/oauth-providers.ts";
import type * as settings from "./settings.ts";

type Read = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]> };

/** Where mailboxes are signed in to and WhatsApp is called, as the operator set it. */
export const channelServices = (read: Read) => ({
  whatsAppUrl: read.WHATSAPP_URL,
  oauth: oauthProviders({
    google: application(read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET),
    microsoft: application(read.MICROSOFT_CLIENT_ID, read.MICROSOFT_CLIENT_SECRET),
    microsoftAuthority: read.MICROSOFT_AUTHORITY,
    microsoftServers: read.MICROSOFT_MAIL_SERVERS,
  }),
});

const application = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;
