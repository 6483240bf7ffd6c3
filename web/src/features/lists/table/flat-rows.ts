import type { CrmRecord } from "../../fields/index.ts";
import type { Group, RecordRows, RowRange } from "../../records/index.ts";

export type FlatRow = { kind: "group"; group: Group; isOpen: boolean } | { kind: "record"; record: CrmRecord | undefined };

/** Groups and their rows as one run of rows, all of one height. */
export interface FlatRows {
  total: number;
  at: (index: number) => FlatRow;
  /** Where a record stands now, looked for near where it stood. */
  find: (id: string, near: number) => number | undefined;
  /** Which rows of which list stand between two rows of the run. */
  rangesBetween: (from: number, to: number) => RowRange[];
}

// As far as rows around the screen are in memory.
const LOOKED_AROUND = 150;

interface Section {
  start: number;
  group: Group | undefined;
  isOpen: boolean;
  list: number;
  rows: RecordRows;
}

export function flatten(lists: RecordRows[], groups: Group[] | undefined, closed: ReadonlySet<string>): FlatRows {
  const sections: Section[] = [];
  let total = 0;
  for (const [list, rows] of lists.entries()) {
    const group = groups?.[list];
    const isOpen = !group || !closed.has(group.key);
    sections.push({ start: total, group, isOpen, list, rows });
    total += (group ? 1 : 0) + (isOpen ? rows.rowCount : 0);
  }
  const sectionOf = (index: number) => sections.findLast((section) => section.start <= index);
  const headOf = (section: Section) => (section.group ? 1 : 0);
  const at = (index: number): FlatRow => {
    const section = sectionOf(index);
    if (!section) return { kind: "record", record: undefined };
    const row = index - section.start - headOf(section);
    if (section.group && row < 0) return { kind: "group", group: section.group, isOpen: section.isOpen };
    return { kind: "record", record: section.rows.rowAt(row) };
  };
  const isAt = (id: string, index: number) => {
    const row = index >= 0 && index < total ? at(index) : undefined;
    return row?.kind === "record" && row.record?.id === id;
  };
  return {
    total,
    at,
    find(id, near) {
      for (let away = 0; away <= LOOKED_AROUND; away++) {
        if (isAt(id, near - away)) return near - away;
        if (isAt(id, near + away)) return near + away;
      }
      return undefined;
    },
    rangesBetween(from, to) {
      return sections.flatMap((section) => {
        const first = section.start + headOf(section);
        const last = first + section.rows.rowCount - 1;
        if (!section.isOpen || last < from || first > to) return [];
        return [{ list: section.list, from: Math.max(from, first) - first, to: Math.min(to, last) - first }];
      });
    },
  };
}
