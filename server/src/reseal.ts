import type { Config } from "./config.ts";
import * as features from "./features.ts";
import type { Feature } from "./kernel/feature.ts";
import { resealLog } from "./platform/log-seal/reseal-log.ts";
import { resealColumns } from "./platform/reseal.ts";

/** Every column that features keep sealed. */
export const sealedColumns = Object.values(features).flatMap((feature: Pick<Feature, "sealed">) => feature.sealed);

/** The command `reseal`: makes with KITH_SECRET what is stored from KITH_SECRET_OTHER. False if something could not be. */
export async function reseal({ databaseUrl, secret, otherSecret }: Config, say: (line: string) => void): Promise<boolean> {
  if (otherSecret === undefined)
    throw new Error("Set KITH_SECRET to the new value and KITH_SECRET_OTHER to the old one (docs/operating.md, “Changing KITH_SECRET”).");
  const counts = await resealColumns(databaseUrl, sealedColumns, secret, otherSecret);
  for (const [column, count] of Object.entries(counts)) say(`${column}: ${count} sealed again`);
  const { seals, damaged } = await resealLog(databaseUrl, secret, otherSecret);
  say(`event log: ${seals} seals made again`);
  for (const company of damaged) say(`event log: company ${company} is damaged and keeps its seals; see verify-log ${company}`);
  return damaged.length === 0;
}
