import { IconSquare, IconSquareCheck } from "@tabler/icons-react";
import { Children, type ReactNode, useMemo } from "react";
import type { Href } from "./href.ts";
import classes from "./markdown.module.css";
import { OwnLink } from "./own-link.tsx";
import { type Block, type Inline, type Item, parseMarkdown } from "./parse-markdown.ts";

/** What a page can show in a way of its own. */
export interface Shows {
  /** A stretch of text. */
  text?: (text: string) => ReactNode;
  /** A link; undefined: as links are. */
  link?: (to: Href, isBare: boolean) => ReactNode | undefined;
  /** What its headings are on the page: one below the heading that the text stands under. */
  heading?: "h3" | "h4";
}

const NOTHING: Shows = {};

/** A text as Markdown. Its elements are made from a tree, never from HTML: there is nothing in it that could run. */
export function Markdown({ text, shows = NOTHING }: { text: string; shows?: Shows }) {
  const blocks = useMemo(() => parseMarkdown(text, window.location.origin), [text]);
  return <div className={classes.markdown}>{blocksShown(blocks, shows)}</div>;
}

// A text that changes is another tree: what stands at the same place is drawn again.
const blocksShown = (blocks: Block[], shows: Shows) => Children.toArray(blocks.map((block) => blockShown(block, shows)));

function blockShown(block: Block, shows: Shows): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return <p>{inlinesShown(block.children, shows)}</p>;
    case "heading": {
      // All of one level: whoever writes ### first would leave levels out.
      const Heading = shows.heading ?? "h4";
      return <Heading data-level={block.level}>{inlinesShown(block.children, shows)}</Heading>;
    }
    case "quote":
      return <blockquote>{blocksShown(block.blocks, shows)}</blockquote>;
    case "code":
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long line is scrolled with the keyboard
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr />;
    case "list": {
      const items = Children.toArray(block.items.map((item) => itemShown(item, shows)));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}

function itemShown({ isDone, blocks }: Item, shows: Shows): ReactNode {
  const [first, ...rest] = blocks;
  const Box = isDone ? IconSquareCheck : IconSquare;
  // The text of an item is no paragraph of its own: it stands beside its mark.
  const content = (
    <>
      {first?.kind === "paragraph" ? inlinesShown(first.children, shows) : first && blockShown(first, shows)}
      {blocksShown(rest, shows)}
    </>
  );
  if (isDone === undefined) return <li>{content}</li>;
  return (
    <li className={classes.task}>
      <Box className={classes.box} size={16} stroke={1.75} role="img" aria-label={isDone ? "Done" : "To do"} />
      <div>{content}</div>
    </li>
  );
}

const inlinesShown = (inlines: Inline[], shows: Shows) => Children.toArray(inlines.map((one) => inlineShown(one, shows)));

function inlineShown(inline: Inline, shows: Shows): ReactNode {
  switch (inline.kind) {
    case "plain":
      return shows.text?.(inline.text) ?? inline.text;
    case "strong":
      return <strong>{inlinesShown(inline.children, shows)}</strong>;
    case "em":
      return <em>{inlinesShown(inline.children, shows)}</em>;
    case "del":
      return <del>{inlinesShown(inline.children, shows)}</del>;
    case "code":
      return <code>{inline.text}</code>;
    case "break":
      return <br />;
    case "link":
      return shows.link?.(inline.to, inline.isBare) ?? <OwnLink to={inline.to}>{inlinesShown(inline.children, {})}</OwnLink>;
  }
}
