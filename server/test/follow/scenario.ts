import fc from "fast-check";

/** What goes wrong, and when. Those with `ms` last that long. */
type Fault =
  | { kind: "locked" | "refused" | "endpoint"; at: number; ms: number; follower: number }
  | { kind: "outage"; at: number; ms: number }
  | { kind: "cut"; at: number; worker: number }
  | { kind: "frozen"; at: number; ms: number; worker: number; isCut: boolean }
  | { kind: "restart"; at: number; ms: number; worker: number; isKilled: boolean };

export interface Scenario {
  /**
   * Each is asked for by its name, is made with its company's first event, commits what it does with its place, and gives the lease back with
   * it. Otherwise webhooks, which are asked for by company, send outside a transaction and keep a lease for a while.
   */
  isSubscriptions: boolean;
  companies: number;
  followersOfCompany: number;
  workers: number;
  events: { at: number; company: number; isWanted: boolean }[];
  faults: Fault[];
  seed: number;
}

/** Until then things go wrong. Afterwards everything arrives in its time. */
export const FAULTS_MS = 16_000;
const MAX_FAULT_MS = 8_000;

const at = fc.integer({ min: 0, max: FAULTS_MS - MAX_FAULT_MS });
// Short ones, and those that last longer than a worker is patient.
const long = fc.integer({ min: 4_000, max: MAX_FAULT_MS });
const ms = fc.oneof(fc.integer({ min: 1, max: 1_000 }), long);
const which = fc.nat({ max: 3 });

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constantFrom("locked" as const, "refused" as const, "endpoint" as const), at, ms, follower: which }),
  fc.record({ kind: fc.constantFrom("locked" as const, "endpoint" as const), at, ms: long, follower: which }),
  fc.record({ kind: fc.constant("outage" as const), at, ms }),
  fc.record({ kind: fc.constant("cut" as const), at, worker: which }),
  fc.record({ kind: fc.constant("frozen" as const), at, ms, worker: which, isCut: fc.boolean() }),
  fc.record({ kind: fc.constant("restart" as const), at, ms: fc.oneof(fc.constant(0), ms), worker: which, isKilled: fc.boolean() }),
);

/** Often with another one soon after it, which comes while the first is worked on. */
const event = fc
  .record({
    at: fc.nat({ max: FAULTS_MS }),
    company: fc.nat({ max: 1 }),
    isWanted: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
    echoMs: fc.option(fc.integer({ min: 50, max: 1_500 })),
  })
  .map(({ echoMs, ...first }) => (echoMs === null ? [first] : [first, { at: first.at + echoMs, company: first.company, isWanted: true }]));
const events = (minLength: number, maxLength: number) => fc.array(event, { minLength, maxLength }).map((drawn) => drawn.flat());

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  isSubscriptions: fc.boolean(),
  companies: fc.integer({ min: 1, max: 2 }),
  followersOfCompany: fc.integer({ min: 1, max: 2 }),
  workers: fc.integer({ min: 1, max: 2 }),
  // After few events none comes that would wake whoever missed the last one.
  events: fc.oneof(events(1, 4), events(5, 25)),
  faults: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Fault[]>([]) },
    { weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 8 }) },
  ),
  seed: fc.nat(),
});
