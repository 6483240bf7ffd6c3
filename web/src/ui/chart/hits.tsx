import { type KeyboardEvent, useRef, useState } from "react";
import classes from "./chart.module.css";
import type { Area, ChartItem } from "./chart-item.ts";
import { Tip } from "./tip.tsx";

interface HitsProps {
  label: string;
  items: ChartItem[];
  /** Where each item can be pointed at. */
  areas: Area[];
  /** Where its tooltip is shown. */
  tips: { x: number; y: number }[];
  width: number;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Makes a drawing usable: over each item lies a link with a name. The chart is one tab stop, the arrow keys move from item to item,
 * and the item under the pointer or with the focus shows its tooltip.
 */
export function Hits({ label, items, areas, tips, width }: HitsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number>();
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, items.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const ends: Record<string, number> = { Home: 0, End: items.length - 1 };
    const to = ends[event.key] ?? (STEPS[event.key] ? current + (STEPS[event.key] ?? 0) : undefined);
    if (to === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(to, 0), items.length - 1);
    setStop(next);
    layer.current?.querySelectorAll("a")[next]?.focus();
  };

  const item = shown === undefined ? undefined : items[shown];
  const tip = shown === undefined ? undefined : tips[shown];
  return (
    <div className={classes.hits} role="group" aria-label={label} ref={layer}>
      {items.map((one, at) => (
        <a
          className={classes.hit}
          style={areas[at]}
          href={one.href}
          onClick={one.onOpen}
          tabIndex={at === current ? 0 : -1}
          aria-label={`${one.label}: ${one.text}`}
          onKeyDown={onKeyDown}
          onMouseEnter={() => setShown(at)}
          onMouseLeave={() => setShown(undefined)}
          onFocus={() => {
            setStop(at);
            setShown(at);
          }}
          onBlur={() => setShown(undefined)}
          key={one.key}
        />
      ))}
      {item && tip && <Tip label={item.label} text={item.text} x={tip.x} y={tip.y} width={width} />}
    </div>
  );
}
