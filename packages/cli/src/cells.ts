type Row = { [name: string]: unknown };

export const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** One value as text: people and records by name, money with its currency, several values with semicolons. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(cellOf).join("; ");
  if (!isObject(value)) return String(value);
  const { title, name, amount, currency } = value;
  if (typeof title === "string") return title;
  if (typeof name === "string") return name;
  return typeof currency === "string" ? `${String(amount)} ${currency}` : JSON.stringify(value);
}

/** A record by its values, and the answer to a write by the record in it. Anything else is itself. */
export function rowOf(item: unknown): Row {
  if (!isObject(item)) return { value: item };
  const { record, ...others } = item;
  if (isObject(record) && isObject(record["values"])) return { ...rowOf(record), ...others };
  const { id, title, values } = item;
  return isObject(values) && typeof title === "string" ? { id, title, ...values } : item;
}

/** An object in an object as `company.name`, for answers that are one thing and no list. */
export function flatten(row: Row, before = ""): [string, string][] {
  return Object.entries(row).flatMap(([name, value]) =>
    isObject(value) && !("title" in value)
      ? flatten(value, `${before}${name}.`)
      : [[`${before}${name}`, cellOf(value)] as [string, string]],
  );
}
