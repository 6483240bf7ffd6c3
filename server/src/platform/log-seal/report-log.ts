import { verifyLog } from "./verify-log.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The command `verify-log`: one line for each damaged hour, then a sum. True if nothing is damaged. */
export async function reportLog(
  databaseUrl: string,
  secrets: readonly string[],
  company: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  if (company !== undefined && !UUID.test(company)) throw new Error(`${company} is not the id of a company.`);
  const { companies, hours, damages, last } = await verifyLog(databaseUrl, secrets, company);
  if (company !== undefined && companies === 0) throw new Error(`There is no company ${company}.`);
  for (const { company: id, hour, what } of damages) say(`${id} ${hour.toISOString()} ${what}`);
  // For one company, what to keep elsewhere: a later check must still show this seal, or the end of the log was cut off.
  for (const { hour, number, seal } of company === undefined ? [] : last) say(`last seal: ${number} ${hour.toISOString()} ${seal}`);
  say(`${hours} sealed hours of ${companies} companies compared, ${damages.length} damaged`);
  return damages.length === 0;
}
