import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { MailServers } from "./mail-servers.ts";

export type TokenProvider = Awaited<ReturnType<typeof startTokenProvider>>;

/** A double of a provider: it gives tokens for a code with the right verifier, and renews them. The mail servers know the tokens. */
export async function startTokenProvider({ tokens }: MailServers, user: string) {
  const asked: URLSearchParams[] = [];
  const state = { challenge: "", given: 0, isWithdrawn: false };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const fields = new URLSearchParams(body);
      asked.push(fields);
      const isCode = fields.get("grant_type") === "authorization_code";
      const verified =
        createHash("sha256")
          .update(fields.get("code_verifier") ?? "")
          .digest("base64url") === state.challenge;
      if (state.isWithdrawn || (isCode && (fields.get("code") !== "right" || !verified))) {
        response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
        return;
      }
      const token = `access-canary-${++state.given}`;
      tokens.give(token, user);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ access_token: token, refresh_token: `refresh-canary-${state.given}`, expires_in: 3600 }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/common`,
    asked,
    state,
    /** What an operator sets, so that mailboxes are signed in here. */
    envFor: ({ ports }: Pick<MailServers, "ports">) => ({
      MICROSOFT_CLIENT_ID: "kith",
      MICROSOFT_CLIENT_SECRET: "secret-canary-of-the-application",
      MICROSOFT_AUTHORITY: `http://127.0.0.1:${port}/common`,
      MICROSOFT_MAIL_SERVERS: `localhost:${ports.imap},localhost:${ports.smtp}`,
    }),
    /** What a browser brings to the provider's page when a sign-in begins there. */
    begun(url: string) {
      const { searchParams } = new URL(url);
      state.challenge = searchParams.get("code_challenge") ?? "";
      return {
        state: searchParams.get("state") ?? "",
        method: searchParams.get("code_challenge_method"),
        redirect: searchParams.get("redirect_uri"),
      };
    },
    stop: () => server.close(),
  };
}
