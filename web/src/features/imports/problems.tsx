import { Link } from "@tanstack/react-router";
import { Section } from "../../ui/page.tsx";
import { count, type ImportDetail, rowsText } from "./import.ts";
import classes from "./imports.module.css";

/** The first rows that were refused, and why. */
export function Problems({ file }: { file: ImportDetail }) {
  return <Listed title={`${rowsText(file.failed)} refused`} label="Refused rows" all={file.failed} problems={file.problems} />;
}

/** The first cells that were left empty, and why. */
export function Warnings({ file }: { file: ImportDetail }) {
  const words = file.started_at ? "imported with warnings" : "with warnings";
  return <Listed title={`${rowsText(file.warned)} ${words}`} label="Cells left empty" all={file.warned} problems={file.warnings} />;
}

interface ListedProps {
  title: string;
  label: string;
  /** How many rows there are in all; some of them may not be listed. */
  all: number;
  problems: ImportDetail["problems"];
}

function Listed({ title, label, all, problems }: ListedProps) {
  const shown = new Set(problems.map((problem) => problem.row)).size;
  return (
    <Section
      title={title}
      lead={
        shown >= all
          ? "Rows are counted as a spreadsheet counts them: the header is row 1."
          : `The first ${count(shown)} of them. Download the file to see all, to fix and re-import them.`
      }
    >
      <div className={classes.box}>
        <table className={`${classes.table} ${classes.problems}`} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem) => (
              <tr key={`${problem.row} ${problem.column} ${problem.message}`}>
                <td>{problem.row}</td>
                <td>{problem.column ?? ""}</td>
                <td>
                  {problem.message} {problem.hint && <span className="k-faint">{problem.hint}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** What undo left alone, and why. */
export function KeptRecords({ file }: { file: ImportDetail }) {
  return (
    <Section
      title={`${count(file.kept)} stayed as they are`}
      lead={
        file.kept > file.kept_records.length
          ? `The first ${file.kept_records.length} of them.`
          : "Somebody has worked on them since the import."
      }
    >
      <div className={classes.box}>
        <table className={`${classes.table} ${classes.problems}`} aria-label="Records that stayed">
          <thead>
            <tr>
              <th scope="col">Record</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {file.kept_records.map((record) => (
              <tr key={record.id}>
                <td>
                  <Link to="/records/$type/$id" params={{ type: file.type, id: record.id }}>
                    {record.title}
                  </Link>
                </td>
                <td>{record.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
