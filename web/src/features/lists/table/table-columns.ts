import { isList, type Shape } from "@kith/filter/kinds";
import { factsOf, type Field, fieldOf, type RecordType } from "../../types/index.ts";
import { type ListView, NAME, MIN_NAME_WIDTH, MIN_WIDTH, MAX_WIDTH, widthOf } from "../../views/index.ts";

const CHECK_WIDTH = 40;

/** The fields of the table's columns, the name always first. */
export function columnFields(type: RecordType, keys: string[]): Field[] {
  return [NAME, ...keys.filter((key) => key !== NAME)].flatMap((key) => fieldOf(type, key) ?? []);
}

interface Layout {
  fields: Field[];
  widths: Record<string, number>;
  /** The name has at least this. */
  minName: number;
  /** What stands beside the name in a narrow window: the name takes the rest of the table, so that no column is cut by its edge. */
  besideName?: number;
}

export const layoutOf = (type: RecordType, view: Pick<ListView, "columns" | "widths">): Layout => ({
  fields: columnFields(type, view.columns),
  widths: view.widths,
  minName: MIN_NAME_WIDTH,
});

const NARROW_NAME_WIDTH = 140;
const MAX_NARROW_NAME_WIDTH = 320;
const NARROW_WIDTHS: Partial<Record<Shape, number>> = { number: 100, day: 112, option: 136, person: 98 };

/**
 * For a page that is too narrow for all columns: what a record is judged by comes first, in less room, and the others are a scroll
 * away. A type without such fields keeps its first column, and whose record it is comes next.
 */
export function narrowLayout(type: RecordType, { fields: [name, ...rest], widths }: Layout): Layout {
  const judged = [type.stage_field, type.amount_field, type.date_field].filter((key) => rest.some((field) => field.key === key));
  const first = [...(judged.length > 0 ? judged : [rest[0]?.key]), "owner"];
  const place = ({ key }: Field) => (first.includes(key) ? first.indexOf(key) : first.length);
  const narrow = Object.fromEntries(
    rest.flatMap((field) => {
      const width = first.includes(field.key) ? NARROW_WIDTHS[factsOf(field).shape] : undefined;
      return width ? [[field.key, width]] : [];
    }),
  );
  const given = { ...narrow, ...widths };
  const firstFields = rest.filter(({ key }) => first.includes(key));
  return {
    fields: [...(name ? [name] : []), ...rest.toSorted((one, other) => place(one) - place(other))],
    widths: given,
    minName: NARROW_NAME_WIDTH,
    besideName: CHECK_WIDTH + firstFields.reduce((sum, field) => sum + widthOf(field, given), 0),
  };
}

/** The columns for the grid: the name takes what is left unless somebody gave it a width; then the end does. */
export function templateOf(layout: Layout): string {
  const { fields, widths } = layout;
  const [, ...rest] = fields;
  const named = widths[NAME];
  const name = named ? `${named}px` : `minmax(${leastName(layout)}, 1fr)`;
  return [`${CHECK_WIDTH}px`, name, ...rest.map((field) => `${widthOf(field, widths)}px`), ...(named ? ["1fr"] : [])].join(" ");
}

function leastName({ widths, minName, besideName }: Layout): string {
  if (widths[NAME]) return `${widths[NAME]}px`;
  return besideName === undefined ? `${minName}px` : `clamp(${minName}px, 100cqw - ${besideName}px, ${MAX_NARROW_NAME_WIDTH}px)`;
}

/** What the columns need at the least, as CSS; a narrower table scrolls. */
export const leastRoom = (layout: Layout) =>
  `calc(${leastWidth(layout) - (layout.widths[NAME] ?? layout.minName)}px + ${leastName(layout)})`;

/** What the columns need at the very least. */
export function leastWidth({ fields, widths, minName }: Layout): number {
  const [, ...rest] = fields;
  return CHECK_WIDTH + (widths[NAME] ?? minName) + rest.reduce((sum, field) => sum + widthOf(field, widths), 0);
}

export const boundedWidth = (width: number) => Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH));

export const isSortable = (field: Field) => !isList(factsOf(field));
