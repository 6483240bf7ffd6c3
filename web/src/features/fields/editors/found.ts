import type { PickerItem } from "../../../ui/picker.tsx";

/** The items whose words begin as typed come first, then those that contain it. */
export function found(items: PickerItem[], query: string): PickerItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return items;
  const contains = items.filter((item) => item.text.toLowerCase().includes(wanted));
  const begins = (item: PickerItem) =>
    item.text
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted));
  return [...contains.filter(begins), ...contains.filter((item) => !begins(item))];
}
