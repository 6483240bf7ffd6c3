import type { Clock } from "../../kernel/clock.ts";
import type { Database } from "../../kernel/database.ts";
import { defineFeature } from "../../kernel/feature.ts";
import { removeRows } from "../../platform/housekeeping.ts";
import { createAttempts } from "./attempts.ts";
import { endOfDisabled } from "./end-of-disabled.ts";
import * as events from "./events.ts";
import { sessionHandlers } from "./handlers.ts";
import * as operations from "./operations.ts";
import * as settings from "./settings.ts";

/**
 * Sessions: signing in to the web application and staying signed in. The cookie holds 256 random bits, the table their
 * hash; the member is read on every call, so signing out, disabling and a new password take effect at once.
 */
export const feature = defineFeature({
  operations,
  events,
  settings,
  provides: (
    { SIGN_IN_TRIES, SIGN_IN_TRIES_ACCOUNT, SIGN_IN_TRIES_NETWORK },
    { database, clock, secret }: { database: Database; clock: Clock; secret: string },
  ) => ({
    attempts: createAttempts(database, clock, secret, {
      perPair: SIGN_IN_TRIES,
      perAccount: SIGN_IN_TRIES_ACCOUNT,
      perNetwork: SIGN_IN_TRIES_NETWORK,
    }),
  }),
  handlers: sessionHandlers,
  reactions: [endOfDisabled],
  pages: ["/sign-in", "/profile/security"],
  housekeeping: [
    removeRows("sessions.expired", "sessions", "created_at < now() - interval '30 days'"),
    removeRows(
      "sessions.old_attempts",
      "sign_in_attempts",
      "last_at < now() - interval '1 hour' and (known_at is null or known_at < now() - interval '30 days')",
    ),
  ],
});
