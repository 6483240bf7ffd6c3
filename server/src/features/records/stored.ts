/** A value as it is kept: null is "none". Users and relations are kept as ids once their references are resolved. */
export type Stored = string | number | boolean | string[] | null;
