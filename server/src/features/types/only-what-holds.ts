/** Without what is false, null or an empty list: most of a type's description, and no news to a model. */
export function onlyWhatHolds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(onlyWhatHolds);
  if (typeof value !== "object" || value === null) return value;
  const holds = (one: unknown) => one !== null && one !== false && !(Array.isArray(one) && one.length === 0);
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (holds(one) ? [[key, onlyWhatHolds(one)]] : [])));
}
