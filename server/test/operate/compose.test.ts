import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { readConfig } from "../../src/config.ts";
import { ROOT } from "./image.ts";

const SECRET = "a secret for compose that is long enough";
const MAIN_ROLES = new Set(["http", "worker", "both", "migrate"]);

interface ComposeService {
  image?: string;
  command?: string[];
  environment?: Record<string, string | null>;
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  network_mode?: string;
}

/** What docker-compose makes of the file: it reads and checks it, and needs no engine for that. */
function compose(env: Record<string, string>, ...words: string[]) {
  if (!existsSync("/usr/bin/docker-compose"))
    assert.fail("docker-compose is needed for this test. On Debian: apt-get install --no-install-recommends docker-compose");
  return spawnSync("/usr/bin/docker-compose", words, { cwd: ROOT, encoding: "utf8", env: { PATH: process.env["PATH"], ...env } });
}

function servicesOf(profile: string): Record<string, ComposeService> {
  const { status, stdout, stderr } = compose({ KITH_SECRET: SECRET }, "--profile", profile, "config");
  assert.equal(status, 0, stderr);
  // It prints YAML; Debian's docker-compose brings the parser along.
  const json = spawnSync("python3", ["-c", "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"], {
    input: stdout,
    encoding: "utf8",
  });
  const { services } = JSON.parse(json.stdout) as { services: Record<string, ComposeService> };
  return Object.fromEntries(Object.entries(services).filter(([, { profiles }]) => !profiles || profiles.includes(profile)));
}

const rolesIn = (services: Record<string, ComposeService>) =>
  Object.values(services)
    .map(({ command }) => command?.[0] ?? "")
    .filter((word) => MAIN_ROLES.has(word))
    .sort();

test("each profile has what it promises, and every node a configuration that it starts with", () => {
  const [alone, scaled] = ["alone", "scaled"].map(servicesOf) as [Record<string, ComposeService>, Record<string, ComposeService>];
  assert.deepEqual(rolesIn(alone), ["both", "migrate"]);
  assert.deepEqual(rolesIn(scaled), ["http", "http", "http", "migrate", "worker", "worker"]);
  for (const [name, service] of [...Object.entries(alone), ...Object.entries(scaled)]) {
    const role = service.command?.[0] ?? "";
    if (!MAIN_ROLES.has(role)) continue;
    const env = Object.fromEntries(Object.entries(service.environment ?? {}).filter((one): one is [string, string] => one[1] !== null));
    const config = readConfig(env);
    assert.equal(new URL(config.databaseUrl).password === "", role === "http", `${name}: only who needs it has the owner's password`);
    assert.deepEqual([service.read_only, service.cap_drop], [true, ["ALL"]], name);
    assert.deepEqual(
      Object.entries(service.depends_on ?? {}).map(([on, { condition }]) => [on, condition]),
      role === "migrate" ? [["postgres", "service_healthy"]] : [["migrate", "service_completed_successfully"]],
      name,
    );
  }
});

test("the profile for backups reaches PostgreSQL by its own network, and starts scripts that are there", () => {
  const { backup } = servicesOf("backup");
  assert.equal(backup?.network_mode, "service:postgres");
  const [folder = ""] = backup.volumes?.find((volume) => volume.includes(":/deploy:"))?.split(":") ?? [];
  for (const name of [backup.command?.[0] ?? "", "base", "restore"]) assert.ok(existsSync(`${folder}/${name}.sh`), name);
});

test("without a secret nothing is started", () => {
  const { status, stderr } = compose({}, "--profile", "alone", "config");
  assert.notEqual(status, 0);
  assert.match(stderr, /KITH_SECRET/);
});

test("HAProxy accepts the file that the profile gives it, with the names of its nodes", () => {
  if (!existsSync("/usr/sbin/haproxy")) assert.fail("HAProxy is needed for this test. On Debian: apt-get install haproxy");
  const { proxy, ...others } = servicesOf("scaled");
  const env = (proxy?.environment ?? {}) as Record<string, string>;
  const [from = ""] = (proxy?.volumes?.[0] ?? "").split(":");
  for (const name of ["KITH_HTTP_1", "KITH_HTTP_2", "KITH_HTTP_3"]) assert.ok((env[name] ?? "").replace(":3000", "") in others, name);
  const check = spawnSync("/usr/sbin/haproxy", ["-c", "-f", from], { encoding: "utf8", env });
  // The names exist on the network of the containers only.
  const complaints = check.stderr.split("\n").filter((line) => /WARNING|ALERT/.test(line) && !line.includes("could not resolve address"));
  assert.deepEqual([check.status, complaints], [0, []], check.stderr);
  for (const name of ["http-1", "http-2", "http-3"]) assert.ok(check.stderr.includes(`resolve address '${name}'`), name);
});
