import { IconDots, IconPhoto } from "@tabler/icons-react";
import { useRef, useState } from "react";
import classes from "./messages.module.css";
import { type MailParts, putMail } from "./put-mail.ts";

interface MailFrameProps {
  html: string;
  /** Pictures inside the mail: their Content-ID and where their bytes are. */
  pictures: ReadonlyMap<string, string>;
  /** Where a picture on another server comes from, once somebody wants to see it. */
  remoteAddress: (url: string) => string;
}

/**
 * The HTML of a mail. It was cleaned when it arrived, is cleaned again here, and stands in a frame in which nothing runs and nothing
 * loads from elsewhere: each of the three is enough alone.
 */
export function MailFrame({ html, pictures, remoteAddress }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [showsQuote, setShowsQuote] = useState(false);
  const [parts, setParts] = useState<MailParts>({ hasQuote: false, remoteCount: 0 });
  const [showsRemote, setShowsRemote] = useState(false);
  const loadRemote = () => {
    showRemote(frame.current, remoteAddress);
    setShowsRemote(true);
  };
  const fill = async (loaded: HTMLIFrameElement) => {
    const doc = loaded.contentDocument;
    if (!doc) return;
    setParts(await putMail(doc, html, pictures));
    followHeight(loaded, doc.body);
  };
  const toggleQuote = () => {
    showQuote(frame.current, !showsQuote);
    setShowsQuote(!showsQuote);
  };
  return (
    <>
      <iframe
        className={classes.frame}
        src="/app/mail-frame"
        sandbox="allow-same-origin allow-popups"
        title="Email"
        onLoad={(event) => void fill(event.currentTarget)}
        ref={frame}
      />
      <span className={classes.below}>
        {parts.hasQuote && (
          <button className={classes.fold} type="button" aria-expanded={showsQuote} onClick={toggleQuote}>
            <IconDots size={14} stroke={1.75} aria-hidden />
            {showsQuote ? "Hide quoted text" : "Quoted text"}
          </button>
        )}
        {parts.remoteCount > 0 && !showsRemote && (
          <button
            className={classes.fold}
            type="button"
            title="The sender's server learns that somebody opened this email, and not who"
            onClick={loadRemote}
          >
            <IconPhoto size={14} stroke={1.75} aria-hidden />
            {parts.remoteCount === 1 ? "Show 1 picture" : `Show ${parts.remoteCount} pictures`}
          </button>
        )}
      </span>
    </>
  );
}

/** As high as the mail, so that the conversation scrolls as one. It follows as long as the frame is there. */
function followHeight(frame: HTMLIFrameElement, body: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    frame.style.height = `${Math.min(Math.ceil(body.getBoundingClientRect().height), MAX_HEIGHT_PX)}px`;
  });
  observer.observe(body);
}

function showQuote(frame: HTMLIFrameElement | null, isShown: boolean): void {
  frame?.contentDocument?.body.setAttribute("data-quote", isShown ? "shown" : "folded");
}

function showRemote(frame: HTMLIFrameElement | null, address: (url: string) => string): void {
  for (const image of frame?.contentDocument?.querySelectorAll<HTMLImageElement>("img[data-src]") ?? [])
    image.src = address(image.getAttribute("data-src") ?? "");
}

/** What is longer scrolls in its frame. */
const MAX_HEIGHT_PX = 20_000;
