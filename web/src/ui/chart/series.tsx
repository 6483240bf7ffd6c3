type Scale = (value: number) => number;

export interface Series {
  /** Shown at the highest point of the line; empty if there is only one line. */
  name: string;
  /** The first point the name can be shown at. */
  nameFrom?: number;
  /** One for each point; null where it has none. */
  values: (number | null)[];
  colour: "c1" | "c3";
  isDashed?: boolean;
  /** Opacity of the area under the line, in percent. */
  fill?: number;
}

interface Spot {
  at: number;
  value: number;
}

const spotsOf = ({ values }: Series): Spot[] => values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));

export function SeriesShape({ series, x, y }: { series: Series; x: Scale; y: Scale }) {
  const spots = spotsOf(series);
  const line = spots.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const colour = `var(--k-${series.colour})`;
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      {series.fill !== undefined && (
        <polygon points={`${x(first.at)},${y(0)} ${line} ${x(last.at)},${y(0)}`} fill={colour} fillOpacity={series.fill / 100} />
      )}
      <polyline
        points={line}
        fill="none"
        stroke={colour}
        strokeWidth={series.isDashed ? 1.75 : 2}
        strokeLinejoin="round"
        strokeDasharray={series.isDashed ? "4 3" : undefined}
      />
      {spots.length === 1 && <circle cx={x(first.at)} cy={y(first.value)} r={3} fill={colour} />}
    </>
  );
}

const TOO_NEAR = { x: 110, y: 14 };
const EDGE = 60;

/** Each name is above the highest point of its line, or below it if another name is too near. */
export function namePlaces(series: Series[], x: Scale, y: Scale, width: number) {
  const taken: { at: number; top: number }[] = [];
  return series.flatMap((one) => {
    const peak = spotsOf(one)
      .filter((spot) => spot.at >= (one.nameFrom ?? 0))
      .reduce<Spot | undefined>((best, spot) => (best && best.value >= spot.value ? best : spot), undefined);
    if (!one.name || !peak) return [];
    const at = x(peak.at);
    const above = Math.max(y(peak.value) - 8, 12);
    const isTaken = taken.some((other) => Math.abs(other.at - at) < TOO_NEAR.x && Math.abs(other.top - above) < TOO_NEAR.y);
    const top = isTaken ? y(peak.value) + 18 : above;
    taken.push({ at, top });
    return [{ name: one.name, top, ...besideLine(one, peak, at, width) }];
  });
}

/** Centred, unless it would leave the chart or cross the rising line: then on the other side. */
function besideLine({ values }: Series, { at: place, value }: Spot, at: number, width: number) {
  const isBelow = (neighbour: number | null | undefined) => neighbour !== null && neighbour !== undefined && neighbour > value;
  if (at > width - EDGE || isBelow(values[place + 1])) return { at: at - 4, anchor: "end" as const };
  if (at < EDGE || isBelow(values[place - 1])) return { at: at + 4, anchor: "start" as const };
  return { at, anchor: "middle" as const };
}
