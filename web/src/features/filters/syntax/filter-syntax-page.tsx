import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { sections } from "../../../../../packages/filter/SYNTAX.md";
import { Article } from "../../../ui/article.tsx";
import { Page } from "../../../ui/page.tsx";
import { me } from "../../../session.ts";
import { ExampleList } from "./example-list.tsx";
import classes from "./filter-syntax.module.css";
import { Tester } from "./tester.tsx";

/** The reference of the filter language; for members, with a place to try it on their own records. */
export function FilterSyntaxPage() {
  // The frame asked before this page came to be: asking a second time would start it all over.
  const isMember = useQuery({ ...me, enabled: false }).data !== undefined;
  const tried = useSearch({ from: "/docs/filter-syntax" });
  const navigate = useNavigate({ from: "/docs/filter-syntax" });
  const tester = useRef<HTMLDivElement>(null);
  const go = (type: string, filter: string) => void navigate({ search: { type, filter }, replace: true, resetScroll: false });
  const show = (type: string, filter: string) => {
    go(type, filter);
    tester.current?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Page area="Docs" title="Filter Syntax" isWide>
      <div className={classes.columns} data-open={!isMember || undefined}>
        {isMember && (
          <div className={classes.aside} ref={tester}>
            <Tester tried={tried} onTry={go} />
          </div>
        )}
        <div className={classes.text}>
          {sections.map((section, at) =>
            "html" in section ? (
              // The text does not change while it is read.
              // oxlint-disable-next-line react/no-array-index-key
              <Article html={section.html} key={at} />
            ) : (
              // oxlint-disable-next-line react/no-array-index-key
              <ExampleList {...section} onTry={isMember ? show : undefined} key={at} />
            ),
          )}
        </div>
      </div>
    </Page>
  );
}
