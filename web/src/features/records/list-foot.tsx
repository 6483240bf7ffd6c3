import { useQuery } from "@tanstack/react-query";
import { LiveMark } from "../../live/live-mark.tsx";
import { type LastChange, useLastChange } from "../../live/recent-change.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { formats } from "../../ui/formats.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { useIsPhone } from "../../ui/browser.ts";
import { manyOf, oneOf, type RecordType } from "../types/index.ts";
import { countQuery, showsTrash } from "../filters/index.ts";
import classes from "./list-frame.module.css";
import type { RecordPage } from "./read/list-pages.ts";
import { countText, moneyText } from "../fields/index.ts";
import { useTotals } from "./read/use-totals.ts";

interface ListFootProps {
  type: RecordType;
  filter: string;
  /** How many match, as the list itself says. */
  count: RecordPage["count"];
}

/** How many of how many, what they are worth, and what of it is likely. Estimates say so. */
export function ListFoot({ type, filter, count }: ListFootProps) {
  const isPhone = useIsPhone();
  const { data: all } = useQuery({ ...countQuery(type.key, ""), enabled: filter !== "" && !showsTrash(filter) });
  const totals = useTotals(type, filter);
  const amountText = (amount: number) => moneyText(amount, isPhone ? "compact" : "full");
  const noun = count?.value === 1 && (filter === "" || showsTrash(filter)) ? oneOf(type) : manyOf(type);
  return (
    <footer className={classes.foot}>
      <span>
        {count && (
          <>
            <b>{countText(count)}</b>
            {filter !== "" && !showsTrash(filter) && all && ` of ${countText(all)}`}
            {!isPhone && ` ${noun}${showsTrash(filter) ? " in the trash" : ""}`}
          </>
        )}
      </span>
      {totals && (
        <span title={`In ${formats().currency}; other currencies are converted at your rates`}>
          Sum <b>{amountText(totals.sum)}</b>
        </span>
      )}
      {totals?.weighted !== undefined && !isPhone && (
        <span>
          Weighted <b>{amountText(totals.weighted)}</b>
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

/** The end of a list's footer: whether it is live, and who changed something in it last. */
function LiveLine({ type }: { type: RecordType }) {
  const last = useLastChange(type.key);
  return (
    <span className={classes.live}>
      <LiveMark>{last && <LastChangeText last={last} type={type} />}</LiveMark>
    </span>
  );
}

function LastChangeText({ last, type }: { last: LastChange; type: RecordType }) {
  const who = last.key?.name ?? last.actor?.name.split(" ", 1)[0] ?? "Kith";
  return (
    <>
      {". "}
      {who} changed {last.count} {last.count === 1 ? oneOf(type) : manyOf(type)} <RelativeTime at={last.at} />
    </>
  );
}
