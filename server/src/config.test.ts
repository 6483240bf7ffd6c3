import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./config.ts";

const ENOUGH = {
  BASE_URL: "https://crm.example",
  DATABASE_URL: "postgres://kith:hunter2hunter2@db.example/kith",
  KITH_SECRET: "0123456789abcdef0123456789abcdef",
};

function errorOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

test("three values are enough, and the limits are those that are documented", () => {
  const config = readConfig(ENOUGH);
  assert.deepEqual(config.limits, { perTenSeconds: 100, perMinute: 600, concurrent: 20, rowsPerDay: 1_000_000, failedAuthPerMinute: 20 });
  assert.deepEqual(config.sessionLimits, { perTenSeconds: 200, perMinute: 1_200, concurrent: 10 });
  assert.deepEqual([config.mail, config.hasProfiler, config.trustedProxies], [undefined, false, []]);
  assert.equal(readConfig({ ...ENOUGH, BASE_URL: "https://crm.example/" }).baseUrl, "https://crm.example");
});

const BAD: Record<string, string[]> = {
  BASE_URL: ["", "crm.example", "ftp://crm.example"],
  DATABASE_URL: ["", "mysql://db.example/kith"],
  KITH_SECRET: ["", "too short"],
  PORT: ["-1", "65536", "http", "80.5"],
  CELL: ["", "1", "123", "é1"],
  SMTP_URL: ["https://mail.example", "mail.example"],
  TRUSTED_PROXIES: ["localhost", "10.0.0.1,proxy", "10.0.0.0/33", "10.0.0.0/x", "::1/129"],
  LOG_LEVEL: ["loud"],
  PROFILER: ["maybe"],
  METRICS_TOKEN: ["short"],
  DATABASE_CONNECTIONS: ["0", "many"],
  API_RATE_10S: ["0", "-5", "1.5"],
  API_RATE_MINUTE: [""],
  API_CONCURRENCY: ["NaN"],
  KEY_ROWS_PER_DAY: ["0", "1e99"],
  KEPT_ANSWERS_MB: ["0", "much"],
  FAILED_AUTH_MINUTE: ["0"],
  SESSION_RATE_10S: ["0"],
  SESSION_RATE_MINUTE: ["x"],
  SESSION_CONCURRENCY: ["0"],
  QUOTAS: ["views", "types=x"],
  COMPANY_CPU_PERCENT: ["0", "101"],
  // Of features.
  WEBHOOK_LOG_DAYS: ["0", "91"],
  SIGN_UP: ["closed"],
  SIGN_IN_TRIES: ["0"],
  MICROSOFT_MAIL_SERVERS: ["imap.example.com:993"],
  WHATSAPP_URL: ["graph.example.com"],
};

for (const [name, values] of Object.entries(BAD)) {
  test(`a bad ${name} is refused by name`, () => {
    for (const value of values) assert.match(errorOf({ ...ENOUGH, [name]: value }), new RegExp(`^  ${name}: `, "m"), value);
  });
}

test("every bad value is named at once, and none is shown", () => {
  const message = errorOf({
    ...Object.fromEntries(Object.entries(BAD).map(([name, [value = ""]]) => [name, value])),
    KITH_SECRET: "hunter2",
  });
  for (const name of Object.keys(BAD)) assert.match(message, new RegExp(`^  ${name}: `, "m"));
  assert.doesNotMatch(message, /hunter2/);
});

test("what is missing is named too: mail needs a sender, also when something else is wrong", () => {
  for (const name of Object.keys(ENOUGH)) assert.match(errorOf({ ...ENOUGH, [name]: undefined as never }), new RegExp(`^  ${name}: `, "m"));
  assert.match(errorOf({ ...ENOUGH, SMTP_URL: "smtp://mail.example" }), /^  MAIL_FROM: /m);
  assert.match(errorOf({ ...ENOUGH, SMTP_URL: "smtp://mail.example", PORT: "http" }), /^  MAIL_FROM: /m);
});

test("proxies are addresses and networks of both kinds", () => {
  const { trustedProxies } = readConfig({ ...ENOUGH, TRUSTED_PROXIES: "10.0.0.1, 10.1.0.0/16,::1, fd00::/8" });
  assert.deepEqual(trustedProxies, ["10.0.0.1", "10.1.0.0/16", "::1", "fd00::/8"]);
});
