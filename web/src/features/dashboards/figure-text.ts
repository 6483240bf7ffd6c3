import { compactText } from "../../ui/formats.ts";
import { factsOf, fieldOf, manyOf, oneOf, type RecordType } from "../types/index.ts";
import { moneyText, numberText } from "../fields/index.ts";
import type { Figure, FigureOf, PagePeriod, WidgetSettings } from "./dashboards.ts";

/** How the values of a widget are written. */
export interface Unit {
  isMoney: boolean;
  /** "€612,400" */
  full: (value: number | null) => string;
  /** "€1.94M" from a million on, for the one large figure. */
  large: (value: number | null) => string;
  /** The same, for the edge of a chart. */
  short: (value: number | null) => string;
}

/** What every kind of widget is drawn from. */
export interface WidgetProps<Shape extends Figure["shape"]> {
  widget: WidgetSettings;
  figure: FigureOf<Shape>;
  /** The type it counts; activity is of all of them. */
  type: RecordType;
  unit: Unit;
  page: PagePeriod;
}

const NOTHING = "–";
const CENTS_MATTER_BELOW = 100;

/** Money where the measure is of money, plain numbers where it is not. */
export function useUnit(widget: Pick<WidgetSettings, "measure" | "field">, type: RecordType | undefined): Unit {
  const field = type && widget.measure !== "count" ? fieldOf(type, widget.field) : undefined;
  const isMoney = widget.measure === "weighted" || (field !== undefined && factsOf(field).role === "amount");
  const written = (write: (value: number) => string) => (value: number | null) =>
    value === null ? NOTHING : write(isMoney && widget.measure === "sum" ? value : rounded(value));
  const short = written(isMoney ? (value) => moneyText(value, "compact") : compactText);
  return { isMoney, full: written(isMoney ? (value) => moneyText(value) : numberText), large: short, short };
}

// Of an average of thousands the cents say nothing; of one that is small they do.
const rounded = (value: number) => (Math.abs(value) >= CENTS_MATTER_BELOW ? Math.round(value) : Math.round(value * 100) / 100);

/** "1 deal", "87 deals" */
export const countedText = (count: number, type: RecordType | undefined) => {
  const noun = type ? (count === 1 ? oneOf(type) : manyOf(type)) : count === 1 ? "record" : "records";
  return `${numberText(count)} ${noun}`;
};
