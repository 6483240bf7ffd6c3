import * as features from "./features.ts";
import type { EventType } from "./kernel/event.ts";

/** Everything that is ever written to the event log. docs/events.json is made from it. */
export const eventTypes: EventType[] = Object.values(features)
  .flatMap((feature) => Object.values(feature.events))
  .sort((a, b) => a.type.localeCompare(b.type));
