import { IconFile, IconFileTypePdf, IconFileZip, IconPhoto } from "@tabler/icons-react";
import { sizeText } from "../../ui/file.ts";
import classes from "./messages.module.css";
import type { Message } from "./read.ts";

type MessageFile = Message["files"][number];

/** What came or goes with a message. Pictures that stand in the text are not repeated. */
export function MessageFiles({ message }: { message: Message }) {
  const shown = message.files.filter((file) => !isInText(message, file));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Files">
      {shown.map((file) => (
        <li key={`${file.id} ${file.name}`}>
          <a className={classes.file} href={fileAddress(message, file)} download={file.name}>
            <FileIcon type={file.type} />
            <span className="k-truncate">{file.name}</span>
            <span className={classes.size}>{sizeText(file.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function FileIcon({ type }: { type: string }) {
  const Icon =
    type === "application/pdf" ? IconFileTypePdf : type.startsWith("image/") ? IconPhoto : type.includes("zip") ? IconFileZip : IconFile;
  return <Icon size={14} stroke={1.75} aria-hidden />;
}

/** The message is named: the same bytes may be in many, and whoever sees one of them does not see the others. */
const fileAddress = (message: Message, file: MessageFile) => `/app/files/${file.id}?of=${message.id}`;

/** Where the bytes of the pictures inside a mail are, by their Content-ID. */
export const picturesOf = (message: Message): ReadonlyMap<string, string> =>
  new Map(message.files.flatMap((file) => (file.content_id ? [[file.content_id, fileAddress(message, file)] as const] : [])));

const isInText = ({ html }: Message, file: MessageFile) => Boolean(file.content_id && html?.includes(`cid:${file.content_id}`));
