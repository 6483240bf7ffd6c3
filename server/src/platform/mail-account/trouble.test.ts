import assert from "node:assert/strict";
import { test } from "node:test";
import { ConnectError } from "../outbound/resolve.ts";
import { cleanLine } from "./account.ts";
import { trouble, troubleOf, type TroubleCause } from "./trouble.ts";

const error = (fields: object, message = "Command failed") => Object.assign(new Error(message), fields);
const imap = (responseText: string, fields = {}) => error({ responseText, responseStatus: "NO", ...fields });
const smtp = (responseCode: number, response: string, fields = {}) => error({ responseCode, response, ...fields }, `Failed: ${response}`);

/** What servers of well-known providers answer. */
const SAID: [TroubleCause, Error][] = [
  ["password", imap("Invalid credentials (Failure)", { authenticationFailed: true, serverResponseCode: "AUTHENTICATIONFAILED" })],
  ["password", imap("Application-specific password required", { authenticationFailed: true, serverResponseCode: "ALERT" })],
  ["password", imap("LOGIN failed.", { authenticationFailed: true })],
  ["password", smtp(535, "535 5.7.8 Username and Password not accepted", { code: "EAUTH", command: "AUTH PLAIN" })],
  ["password", smtp(530, "530 5.7.0 Authentication Required", { code: "EENVELOPE", command: "MAIL FROM" })],
  ["token", imap("Invalid credentials", { authenticationFailed: true, oauthError: { status: "400" } })],
  ["token", smtp(535, "535 5.7.3 Authentication unsuccessful", { code: "EAUTH", command: "AUTH XOAUTH2" })],
  ["busy", imap("Too many simultaneous connections. (Failure)", { authenticationFailed: true, serverResponseCode: "ALERT" })],
  ["busy", imap("Temporary authentication failure", { authenticationFailed: true, serverResponseCode: "UNAVAILABLE" })],
  ["busy", smtp(421, "421 4.3.2 Service not available, closing transmission channel", { code: "ECONNECTION" })],
  ["busy", smtp(454, "454 4.7.0 Temporary authentication failure", { code: "EAUTH", command: "AUTH PLAIN" })],
  ["quota", imap("Account exceeded command or bandwidth limits. (Failure)", { serverResponseCode: "LIMIT" })],
  ["quota", imap("Request is throttled. Suggested Backoff Time: 299961 milliseconds", { serverResponseCode: "THROTTLED" })],
  ["quota", smtp(550, "550 5.4.5 Daily user sending limit exceeded")],
  ["full", imap("Quota exceeded (mailbox for user is full)", { serverResponseCode: "OVERQUOTA" })],
  ["full", smtp(552, "552 5.2.2 The email account that you tried to reach is over quota")],
  ["dns", new ConnectError("unresolved")],
  ["dns", error({ code: "ENOTFOUND" })],
  ["unreachable", new ConnectError("blocked")],
  ["unreachable", error({ code: "ESOCKET", originalCode: "ECONNREFUSED" })],
  ["tls", error({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" })],
  ["tls", error({ code: "CERT_HAS_EXPIRED" }, "certificate has expired")],
  ["tls", error({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })],
  ["silent", error({ code: "ETIMEDOUT", originalCode: "SOCKET_TIMEOUT" }, "Timeout")],
  ["silent", error({ code: "ECONNRESET" }, "read ECONNRESET")],
  ["other", error({}, "Something else")],
];

test("what servers say is told by its cause, with a remedy, and without the server's own words", () => {
  for (const [cause, thrown] of SAID) {
    const explained = trouble(thrown);
    assert.deepEqual(explained, troubleOf(cause), thrown.message + JSON.stringify(thrown));
    assert.ok(explained.words.length > 10 && explained.remedy.length > 10);
    assert.ok(!/Failure|\d\.\d\.\d/.test(explained.words + explained.remedy));
  }
});

test("a kept line is one short line without credentials", () => {
  const account = { host: "h", port: 993, security: "tls", user: "ada@test.example", password: "hunter2+" } as const;
  const line = cleanLine("< * NO\r\n\u202E ada@test.example hunter2+ hunter2+ " + "x".repeat(500), account);
  assert.ok(line.length <= 200 && !/[\r\n\u202E]/.test(line) && !line.includes("hunter2+") && !line.includes("ada@"));
});
