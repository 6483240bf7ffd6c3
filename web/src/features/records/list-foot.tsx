import { useQuery } from "@tanstack/react-query";
import { Kbd } from "../../ui/kbd.tsx";
import { useIsPhone } from "../../ui/phone.ts";
import { LiveLine } from "../events/live-line.tsx";
import { useCurrency } from "../types/currency.tsx";
import { manyOf, oneOf, type RecordType } from "../types/types.ts";
import { countQuery } from "./count.ts";
import classes from "./list-page.module.css";
import type { RecordPage } from "./list-pages.ts";
import { countText, moneyText } from "./money-text.ts";
import { useTotals } from "./use-totals.ts";

interface ListFootProps {
  type: RecordType;
  filter: string;
  /** How many match, as the list itself says. */
  count: RecordPage["count"];
}

/** How many of how many, what they are worth, and what of it is likely. Estimates say so. */
export function ListFoot({ type, filter, count }: ListFootProps) {
  const isPhone = useIsPhone();
  const currency = useCurrency();
  const { data: all } = useQuery({ ...countQuery(type.key, ""), enabled: filter !== "" });
  const totals = useTotals(type, filter);
  const money = (amount: number) => moneyText(amount, currency, isPhone ? "compact" : "full");
  const noun = count?.value === 1 && filter === "" ? oneOf(type) : manyOf(type);
  return (
    <footer className={classes.foot}>
      <span>
        {count && (
          <>
            <b>{countText(count)}</b>
            {filter !== "" && all && ` of ${countText(all)}`}
            {!isPhone && ` ${noun}`}
          </>
        )}
      </span>
      {totals && (
        <span>
          Sum <b>{money(totals.sum)}</b>
        </span>
      )}
      {totals?.weighted !== undefined && !isPhone && (
        <span>
          Weighted <b>{money(totals.weighted)}</b>
        </span>
      )}
      <span className={`${classes.end} k-desk`}>
        <LiveLine type={type} />
        <span className={classes.hint}>
          <Kbd keys="?" /> keys
        </span>
      </span>
    </footer>
  );
}
