import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ApiError } from "../../../api.ts";
import { TypeIcon, useTypesWhenKnown } from "../../types/index.ts";
import { recordQuery } from "../read/use-record.ts";
import classes from "./linked-record.module.css";

const RECORD_PAGE = /^\/records\/([\w-]+)\/(rec_\w{26})(?:[?#].*)?$/;

/** The record whose page has this path. */
export function recordAt(path: string | undefined): { type: string; id: string } | undefined {
  const [, type, id] = RECORD_PAGE.exec(path ?? "") ?? [];
  return type && id ? { type, id } : undefined;
}

/** A record in a text: its title of now, if the reader may see it. `address` is what was written. */
export function LinkedRecord({ type: key, id, address }: { type: string; id: string; address: string }) {
  const { data: record, error } = useQuery(recordQuery(id));
  const type = useTypesWhenKnown()?.items.find((one) => one.key === (record?.type ?? key));
  if (error instanceof ApiError && error.code === "not_found")
    return (
      <span className={classes.gone} title={address}>
        a record that is no longer there
      </span>
    );
  if (!record) return <span className="k-faint">{address}</span>;
  const isDeleted = record.deleted_at !== null;
  return (
    <Link className={classes.record} to="/records/$type/$id" params={{ type: record.type, id }} title={address}>
      {type && <TypeIcon name={type.icon} size={14} />}
      <span data-deleted={isDeleted || undefined}>{record.title}</span>
      {isDeleted && <span className={classes.side}> in the trash</span>}
    </Link>
  );
}
