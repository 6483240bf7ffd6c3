import { findCommand, readArguments, refuseKeys, unknownCommand, type Given } from "./arguments.ts";
import { runCall } from "./call.ts";
import { COMMANDS } from "./commands.ts";
import { CALL_SECONDS, connect, VERSION } from "./connect.ts";
import { completion } from "./completion.ts";
import { EXIT } from "./errors.ts";
import { exportRecords } from "./export.ts";
import { follow } from "./follow.ts";
import { helpOf, overview } from "./help.ts";
import { importFile } from "./import/import.ts";
import { listen } from "./listen.ts";
import { login, logout } from "./login.ts";
import { retrySeconds } from "./retry-seconds.ts";
import { print } from "./stdout.ts";

/** Commands that are more than a call. */
const OWN: { [name: string]: (given: Given) => Promise<number | void> | void } = {
  login,
  logout,
  completion,
  export: exportRecords,
  import: importFile,
  follow,
  "webhooks listen": listen,
};

/** Runs one command, and returns its exit code. */
export async function run(words: readonly string[]): Promise<number> {
  refuseKeys(words);
  const found = findCommand(words);
  if (!found) return withoutCommand(words);
  const given = readArguments(found.command, found.rest);
  if (given.own["help"]) {
    await print(helpOf(found.command));
    return EXIT.ok;
  }
  const own = OWN[found.command.name];
  if (own) return (await own(given)) ?? EXIT.ok;
  await runCall(connect({ retrySeconds: retrySeconds(given, CALL_SECONDS) }), given);
  return EXIT.ok;
}

async function withoutCommand(words: readonly string[]): Promise<number> {
  const [first] = words;
  const area = COMMANDS.filter(({ name }) => name.startsWith(`${first ?? ""} `));
  if (first === "--version") await print(`${VERSION}\n`);
  else if (first === undefined || first === "help" || first === "--help") await print(overview());
  else if (area.length > 0 && (words.length === 1 || words[1] === "--help")) await print(overview(area));
  else throw unknownCommand(words);
  return EXIT.ok;
}
