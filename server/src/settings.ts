import * as features from "./features.ts";
import type { Settings } from "./kernel/feature.ts";

/** What an operator can set for the features, as they declare it. */
export const settings: Settings = Object.assign({}, ...Object.values(features).map((feature): Settings => feature.settings));
