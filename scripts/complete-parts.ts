import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { isInComplete } from "./test-classes.ts";

/** Every test file of the gate and of the complete run. Those of n8n and Zapier install gigabytes: they are commands of their own. */
export const allTests = () =>
  ["server/**/*.test.ts", "packages/{filter,form}/src/**/*.test.ts", "web/src/**/*.test.ts", "e2e/*.e2e.ts"]
    .flatMap((pattern) => globSync(pattern, { exclude: ["**/dist/**", "**/node_modules/**"] }))
    .sort();

const BROWSER_PARTS = 3;

interface Part {
  /** The npm script that runs it. */
  script: string;
  /** Its tests, or nothing where the script runs something else. */
  has?: (file: string, at: number) => boolean;
  args?: string[];
  /** When something in these folders has changed, it has to be run again. */
  covers: string[];
}

const SERVICE = ["server", "packages/filter", "packages/form", "scripts", "package-lock.json"];
const inFolder = (pattern: string) => (file: string) => matchesGlob(file, pattern);
const tests = (has: Part["has"]): Part => ({ script: "test", has, covers: SERVICE });
const isBrowser = inFolder("e2e/*.e2e.ts");
const isOwnPart = inFolder("server/test/{abuse,faults,measure,operate}/*.test.ts");

/** The complete run, in parts of at most a quarter of an hour each. A file belongs to one of them. */
export const parts: Record<string, Part> = {
  measure: tests(inFolder("server/test/measure/*.test.ts")),
  "faults-records": tests(
    inFolder("server/test/faults/{concurrency,followers,imports-resume,log-reader-kills,overload,races,worker-*}.test.ts"),
  ),
  "faults-sending": tests(inFolder("server/test/faults/{deliver,sdk}*.test.ts")),
  "faults-leads": tests(inFolder("server/test/faults/{deciding,lead,reminders,website}*.test.ts")),
  "faults-inbox": tests(inFolder("server/test/faults/{files,inbox,large-files}*.test.ts")),
  operate: tests(inFolder("server/test/operate/*.test.ts")),
  abuse: tests(inFolder("server/test/abuse/*.test.ts")),
  sizes: tests((file) => !isBrowser(file) && !isOwnPart(file)),
  ...Object.fromEntries(
    Array.from({ length: BROWSER_PARTS }, (_, part) => [
      `browser-${part + 1}`,
      {
        script: "e2e",
        has: (file: string, at: number) => isBrowser(file) && at % BROWSER_PARTS === part,
        covers: [...SERVICE, "web", "e2e", "packages", "playwright.config.ts"],
      },
    ]),
  ),
  bench: { script: "bench:records", args: ["--records", "100000", "--rounds", "1", "--ms", "200"], covers: [...SERVICE, "bench"] },
};

/** The test files of a part. */
export const filesOf = ({ has }: Part): string[] => (has ? allTests().filter(isInComplete).filter(has) : []);
