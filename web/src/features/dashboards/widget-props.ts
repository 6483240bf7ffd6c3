import type { RecordType } from "../types/types.ts";
import type { Figure, FigureOf, PagePeriod, WidgetSettings } from "./dashboards.ts";
import type { Unit } from "./figure-text.ts";

/** What every kind of widget is drawn from. */
export interface WidgetProps<Shape extends Figure["shape"]> {
  widget: WidgetSettings;
  figure: FigureOf<Shape>;
  /** The type it counts; activity is of all of them. */
  type: RecordType;
  unit: Unit;
  page: PagePeriod;
}
