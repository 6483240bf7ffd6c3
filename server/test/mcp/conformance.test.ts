import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startService } from "../service.ts";
import { startKeyProxy } from "./key-proxy.ts";
import { runTool } from "./run-tool.ts";

/** The scenarios that must pass, by revision: all that need none of the suite's own fixtures. */
const MUST_PASS: Record<string, string[]> = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "prompts-list", "resources-list", "dns-rebinding-protection"],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "prompts-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
  ],
};

/** Single checks of those scenarios that need what a product does not have. */
const EXPECTED_FAILED_CHECKS: Record<string, string[]> = {
  "calls the suite's tool test_missing_capability": [
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
  ],
  "calls the suite's tool test_streaming_elicitation": ["sep-2575-http-server-no-independent-requests-on-stream"],
  "calls the suite's tool test_logging_tool": ["sep-2575-server-no-log-without-loglevel"],
};

/** Whole scenarios that no product server can pass. `…` ends a common beginning. */
const EXPECTED_FAILURES: Record<string, string[]> = {
  "calls tools of the suite that only a test server has": [
    "tools-call-…",
    "elicitation-…",
    "input-required-result-…",
    "json-schema-2020-12",
    "http-custom-header-server-validation",
  ],
  "gets prompts of the suite that only a test server has": ["prompts-get-…"],
  "reads resources of the suite that only a test server has": ["resources-read-…", "resources-templates-read"],
  "arguments of prompts are free text, which nothing completes": ["completion-complete"],
  "no resource changes while somebody reads it": ["resources-subscribe", "resources-unsubscribe"],
  "we send no log messages to clients": ["logging-set-level"],
  "we have no sessions, so there is none to follow or resume": [
    "server-session-lifecycle",
    "server-sse-polling",
    "server-sse-multiple-streams",
  ],
  "an extension we do not offer": ["tasks-…"],
};

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

for (const [revision, mustPass] of Object.entries(MUST_PASS)) {
  test(`conformance ${revision}`, async (t) => {
    const scenarios = await runSuite(revision);
    for (const name of mustPass) assert.ok(scenarios.has(name), `the suite no longer has ${name}`);

    for (const [name, checks] of scenarios) {
      await t.test(mustPass.includes(name) ? `${name} passes` : `${name} cannot pass: ${reasonFor(name) ?? "unknown"}`, () => {
        const said = checks.map(({ id, status, errorMessage }) => `${status} ${id} ${errorMessage ?? ""}`).join("\n");
        if (mustPass.includes(name)) return assert.ok(passes(checks), said);
        assert.ok(reasonFor(name), `a new scenario: let it pass, or say above why it cannot\n${said}`);
        assert.ok(!passes(checks), "it passes now: move it to the ones that must");
        const malformed = checks.filter((check) => check.id === "wire-schema-valid" && check.status === "FAILURE");
        assert.deepEqual(malformed, [], "even a refusal is well formed");
      });
    }
  });
}

/** A warning counts as a failure: on a scenario that has nothing to test here, it is all the suite says. */
function passes(checks: Check[]): boolean {
  const counted = checks.filter((check) => !isExpected(check));
  return counted.some(({ status }) => status === "SUCCESS") && counted.every(({ status }) => status !== "FAILURE" && status !== "WARNING");
}

/** Only if the missing fixture is its sole reason to fail. */
const isExpected = ({ id, errorMessage = "" }: Check) =>
  Object.values(EXPECTED_FAILED_CHECKS).flat().includes(id) && /^Not testable|Method not found$/.test(errorMessage);

function reasonFor(scenario: string): string | undefined {
  const covers = (pattern: string) => (pattern.endsWith("…") ? scenario.startsWith(pattern.slice(0, -1)) : scenario === pattern);
  return Object.entries(EXPECTED_FAILURES).find(([, patterns]) => patterns.some(covers))?.[0];
}

/** Runs everything a revision requires against a service behind the proxy, and reads what the suite wrote down. */
async function runSuite(revision: string): Promise<Map<string, Check[]>> {
  const proxy = await startKeyProxy();
  // The proxy's address is the base URL, so that its Host and Origin are ours and any other's are not.
  const service = await startService({ env: { BASE_URL: proxy.url } });
  const folder = mkdtempSync(join(tmpdir(), "kith-conformance-"));
  try {
    const { key } = await (await service.given.admin()).key();
    proxy.lead(service.url, key);
    const { out, err } = await runTool("conformance", [
      "server",
      "--url",
      `${proxy.url}/api/v1/mcp`,
      "--requirements",
      revision,
      "-o",
      folder,
    ]);
    const scenarios = new Map(readdirSync(folder).map((name) => [scenarioOf(name), readChecks(join(folder, name))]));
    assert.ok(scenarios.size > 0, out + err);
    return scenarios;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await proxy.close();
    await service.close();
  }
}

/** `server-<scenario>-<time>` is how the suite names a folder. */
const scenarioOf = (folder: string) => folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");

const readChecks = (folder: string) => JSON.parse(readFileSync(join(folder, "checks.json"), "utf8")) as Check[];
