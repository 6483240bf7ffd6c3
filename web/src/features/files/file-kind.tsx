import { IconFile, IconFileSpreadsheet, IconFileText, IconFileTypePdf, IconFileZip, IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { addressOf, type RecordFile } from "./file-address.ts";
import classes from "./files.module.css";

/** Larger ones would load for a square of 32 pixels. */
const MAX_SMALL_BYTES = 1_048_576;

/** What a file is: a small picture of a picture, or an icon of its kind. */
export function FileKind({ file }: { file: RecordFile }) {
  if (file.picture && file.size <= MAX_SMALL_BYTES) return <img className={classes.small} src={addressOf(file)} alt="" loading="lazy" />;
  return <span className={classes.kind}>{iconOf(file.type)}</span>;
}

const LOOK = { size: 20, stroke: 1.5, "aria-hidden": true } as const;

function iconOf(type: string): ReactNode {
  if (type === "application/pdf") return <IconFileTypePdf {...LOOK} />;
  if (type.startsWith("image/")) return <IconPhoto {...LOOK} />;
  if (/spreadsheet|excel|csv/.test(type)) return <IconFileSpreadsheet {...LOOK} />;
  if (/wordprocessing|msword|opendocument\.text|^text\//.test(type)) return <IconFileText {...LOOK} />;
  return /zip|rar|7z/.test(type) ? <IconFileZip {...LOOK} /> : <IconFile {...LOOK} />;
}
