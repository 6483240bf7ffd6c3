import { Section } from "../../ui/page.tsx";
import { fieldOf, manyOf, type RecordType, useTypes } from "../types/index.ts";
import { count, type ImportDetail, rowsText } from "./import.ts";
import classes from "./imports.module.css";

const REASONS_SHOWN = 3;

/** What the check found or the import did, column by column. */
export function ColumnReport({ file, type }: { file: ImportDetail; type: RecordType }) {
  const withUpdates = file.by_column.some((one) => one.updated > 0);
  return (
    <Section title="By column" lead={file.started_at ? "What was done with each column." : "What would be done with each column."}>
      {/* It can be wider than the page: with the keyboard it is scrolled while it has the focus. */}
      <div className={classes.box} role="region" aria-label="Report by column" tabIndex={0}>
        <table className={`${classes.table} ${classes.report}`}>
          <thead>
            <tr>
              <th scope="col">In the file</th>
              <th scope="col">Field</th>
              <th scope="col" data-number>
                Created
              </th>
              {withUpdates && (
                <th scope="col" data-number>
                  Changed
                </th>
              )}
              <th scope="col" data-number>
                Left empty
              </th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {file.by_column.map((column) => (
              <tr key={column.field}>
                <th scope="row">{column.column}</th>
                <td>{fieldOf(type, column.field)?.label ?? "Id"}</td>
                <Figure value={column.created} what="created" />
                {withUpdates && <Figure value={column.updated} what="changed" />}
                <Figure value={column.left_empty} what="left empty" />
                <td>
                  <Notes column={column} type={type} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** On a phone there is no head above it: it says itself what it counts. */
const Figure = ({ value, what }: { value: number; what: string }) => (
  <td data-number data-zero={value === 0 || undefined} data-what={what}>
    {count(value)}
  </td>
);

function Notes({ column, type }: { column: ImportDetail["by_column"][number]; type: RecordType }) {
  const related = fieldOf(type, column.field)?.relation?.type;
  const other = useTypes().items.find((one) => one.key === related);
  const more = column.reasons.slice(REASONS_SHOWN).reduce((sum, one) => sum + one.count, 0);
  return (
    <ul className={classes.notes}>
      {column.new_records > 0 && (
        <li>
          {count(column.new_records)} new {other ? (column.new_records === 1 ? other.label.toLowerCase() : manyOf(other)) : "records"}
        </li>
      )}
      {column.reasons.slice(0, REASONS_SHOWN).map(({ message, count: times }) => (
        <li key={message}>
          {message.replace(/\.$/, "")} <span className="k-faint">({rowsText(times)})</span>
        </li>
      ))}
      {more > 0 && <li className="k-faint">Other reasons ({rowsText(more)})</li>}
    </ul>
  );
}
