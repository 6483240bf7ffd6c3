import { createCaller, type Call, type Input } from "./caller.ts";
import { follow, type Followed, type FollowOptions } from "./follow.ts";
import { wires, type Operations, type RecordsChangesAnswer } from "./generated.ts";
import type { CallOptions, KithOptions } from "./options.ts";
import { createListing, type AnsweredPage } from "./pages.ts";
import { readWire } from "./wire.ts";

/** Every operation of the REST API as `kith.<area>.<verb>`, and the change feed. */
export interface Kith extends Operations {
  /** Goes along the change feed for ever. Handle the changes, then keep `position`, and give it as `after` on the next start. */
  follow(options?: FollowOptions): AsyncGenerator<Followed, void, undefined>;
}

export function createKith(options: KithOptions): Kith {
  const call = createCaller(options);
  const changes = readWire(wires.records.changes);
  const read = (input: Input, signal: AbortSignal | undefined) => call(changes, input, { signal }) as Promise<RecordsChangesAnswer>;
  const areas = Object.entries(wires).map(([area, verbs]) => [area, methodsOf(call, verbs)]);
  // The methods are made from the table that the types were made with.
  return { ...(Object.fromEntries(areas) as Operations), follow: (given) => follow(read, given) };
}

const methodsOf = (call: Call, verbs: { [verb: string]: string }) =>
  Object.fromEntries(Object.entries(verbs).map(([verb, line]) => [verb, methodOf(call, line)]));

function methodOf(call: Call, line: string) {
  const wire = readWire(line);
  if (!wire.marks.includes("cursor")) return (input?: Input, options?: CallOptions) => call(wire, input, options);
  return (input?: Input, options?: CallOptions) =>
    createListing((cursor) => call(wire, cursor ? { ...input, cursor } : input, options) as Promise<AnsweredPage>);
}
