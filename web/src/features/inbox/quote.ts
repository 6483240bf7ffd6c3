/** What somebody wrote, and what they quoted. A message that is nothing but a quote is shown whole. */
export function splitQuote(text: string, quoteAt: number | null): { own: string; quote: string } {
  if (quoteAt === null || quoteAt <= 0) return { own: text, quote: "" };
  const [own, quote] = [text.slice(0, quoteAt).trim(), text.slice(quoteAt).trim()];
  return own === "" || quote === "" ? { own: text, quote: "" } : { own, quote };
}
