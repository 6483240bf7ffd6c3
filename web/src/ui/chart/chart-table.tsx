import { VisuallyHidden } from "@mantine/core";
import type { ChartItem } from "./chart-item.ts";

/** The chart as a table, for whoever does not see it. */
export function ChartTable({ label, items }: { label: string; items: Pick<ChartItem, "key" | "label" | "text">[] }) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <tbody>
          {items.map((item) => (
            <tr key={item.key}>
              <th scope="row">{item.label}</th>
              <td>{item.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
