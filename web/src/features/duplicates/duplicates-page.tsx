import { useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useRows } from "../../calls.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, SkeletonRows } from "../../ui/states.tsx";
import { manyOf, type RecordType, useType } from "../types/index.ts";
import classes from "./duplicates.module.css";
import { PairCard } from "./pair-card.tsx";

/** Pairs of records of one type that are likely the same, the likeliest first. */
export function DuplicatesPage() {
  const { type: key } = useParams({ from: "/records/$type/duplicates" });
  const type = useType(key);
  if (!type)
    return (
      <Page title="Duplicates">
        <EmptyState title={`There is no record type ${key}`}>It may have been renamed or retired.</EmptyState>
      </Page>
    );
  return (
    <Page title="Duplicates" area={type.label_plural}>
      <Pairs type={type} key={type.key} />
    </Page>
  );
}

function Pairs({ type }: { type: RecordType }) {
  const query = useRows("duplicates.list", { type: type.key });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const list = useRef<HTMLUListElement>(null);
  const isLooking = data?.length === 0 && hasNextPage;
  // A part of the records without any pair is an empty page: go on by itself until there is something to show.
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);

  useKeys({
    j: () => step(list.current, 1),
    k: () => step(list.current, -1),
    m: () => press(list.current, "merge"),
    x: () => press(list.current, "dismiss"),
  });
  return (
    <Loaded query={query} what="The duplicates">
      {(pairs) =>
        isLooking ? (
          <SkeletonRows />
        ) : pairs.length === 0 ? (
          <EmptyState title="No duplicates found">
            No two {manyOf(type)} share an email, a phone number or a domain, or have similar names in the same place.
          </EmptyState>
        ) : (
          <>
            <ul className={classes.pairs} aria-label="Likely duplicates" ref={list}>
              {pairs.map((pair) => (
                <PairCard type={type} pair={pair} key={pair.records.map(({ id }) => id).join(" ")} />
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        )
      }
    </Loaded>
  );
}

const cardsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>("[data-pair]") ?? [])];
const focused = (cards: HTMLElement[]) => cards.findIndex((card) => card.contains(document.activeElement));

function step(list: HTMLElement | null, by: 1 | -1): void {
  const cards = cardsIn(list);
  cards[Math.min(cards.length - 1, Math.max(0, focused(cards) + by))]?.focus();
}

/** The button of the pair that has the focus, or of the first one. */
function press(list: HTMLElement | null, action: string): void {
  const cards = cardsIn(list);
  cards[Math.max(0, focused(cards))]?.querySelector<HTMLButtonElement>(`[data-action=${action}]`)?.click();
}
