/** A text that Meta has approved, for people who have not written for a day. */
export interface WhatsAppTemplate {
  name: string;
  language: string;
  text: string;
  /** What stands between the braces, each once: 1, 2, or names. Values are given in this order. */
  parameters: string[];
}

const PARAMETER = /\{\{ ?(\w{1,60}) ?\}\}/g;

export const parametersOf = (text: string): string[] => [...new Set([...text.matchAll(PARAMETER)].map(([, name = ""]) => name))];

/** The text with the values in their places, as the other side reads it. */
export function fillTemplate({ text, parameters }: Pick<WhatsAppTemplate, "text" | "parameters">, values: readonly string[]): string {
  const known = new Map(parameters.map((name, at) => [name, values[at]]));
  return text.replaceAll(PARAMETER, (whole, name: string) => known.get(name) || whole);
}
