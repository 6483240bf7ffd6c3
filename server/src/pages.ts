import * as features from "./features.ts";

/** The web application's pages, as the features declare them. `{…}` is any one segment. */
export const pages = Object.values(features).flatMap((feature): readonly string[] => feature.pages);
