#!/usr/bin/env node
import { errorText, exitCodeOf } from "./errors.ts";
import { run } from "./run.ts";
import { endQuietlyWithReader } from "./stdout.ts";

// The command line of Kith. Every command is in commands.ts; what operations take and do is read from the contract (generated.ts).
endQuietlyWithReader();
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(errorText(error));
  process.exitCode = exitCodeOf(error);
}
