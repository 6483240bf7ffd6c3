import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Answers that are in memory already, so that nothing is asked. */
export function givenAnswers(...answers: [query: { queryKey: readonly unknown[] }, data: unknown][]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [{ queryKey }, data] of answers) client.setQueryData(queryKey, data);
  return client;
}

/** What a component draws. Effects do not run. */
export const draw = (node: ReactNode, client = givenAnswers()): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(QueryClientProvider, { client }, node)));

/** The text of it, without the marks around it. */
export const drawText = (node: ReactNode, client = givenAnswers()) =>
  draw(node, client)
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, "")
    .replaceAll(/<[^>]*>/g, "");

/** Runs a hook as a component would: each step is given what the hook answered, and changes its state. The last answer comes back. */
export function runHook<Answer>(hook: () => Answer, steps: ((answer: Answer) => void)[] = [], client = givenAnswers()): Answer {
  let last: { answer: Answer } | undefined;
  let done = 0;
  function Runner() {
    const [, drawAgain] = useState(0);
    const answer = hook();
    last = { answer };
    const step = steps[done];
    if (step) {
      done += 1;
      step(answer);
      drawAgain(done);
    }
    return null;
  }
  draw(createElement(Runner), client);
  if (!last) throw new Error("The hook did not run.");
  return last.answer;
}
