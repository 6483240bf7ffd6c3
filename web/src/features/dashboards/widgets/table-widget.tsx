import { Link } from "@tanstack/react-router";
import { FieldValue, isBlank, isFigure } from "../../fields/index.ts";
import { factsOf, type Field, fieldOf } from "../../types/index.ts";
import { ShortDay } from "../short-day.tsx";
import type { WidgetProps } from "../figure-text.ts";
import classes from "./widgets.module.css";

const isDate = (field: Field) => factsOf(field).shape === "day";

/** The first rows of a list: their names, what else was chosen of them faintly beside it, figures and dates at the right. */
export function TableWidget({ widget, figure, type }: WidgetProps<"rows">) {
  const fields = widget.columns.flatMap((key) => fieldOf(type, key) ?? []);
  const isRight = (field: Field) => isFigure(field) || isDate(field);
  return (
    <ul className={classes.list} aria-label={widget.title}>
      {figure.rows.map((row) => (
        <li className={classes.item} key={row.id}>
          <span className={classes.words}>
            <Link className={classes.title} to="/records/$type/$id" params={{ type: type.key, id: row.id }}>
              {row.title}
            </Link>
            {fields
              .filter((field) => !isRight(field) && !isBlank(row.values[field.key]))
              .slice(0, 1)
              .map((field) => (
                <span className={classes.beside} data-whole={field.options ? true : undefined} key={field.key}>
                  <FieldValue field={field} value={row.values[field.key]} />
                </span>
              ))}
          </span>
          {fields
            .filter((field) => isRight(field) && !isBlank(row.values[field.key]))
            .map((field) => (
              <span className={isDate(field) ? classes.when : classes.figure} key={field.key}>
                {isDate(field) ? (
                  <ShortDay day={String(row.values[field.key])} isDue={field.key === type.date_field} />
                ) : (
                  <FieldValue field={field} value={row.values[field.key]} />
                )}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}
