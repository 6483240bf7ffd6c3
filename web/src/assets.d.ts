declare module "*.md" {
  /** The whole text. */
  export const html: string;
  /** The same with its first heading, for pages that are found by their name. */
  export const page: { title: string; html: string };
  /** The same in order, split into text and blocks of filters to try. */
  export const sections: ({ html: string } | { type: string; examples: { filter: string; note?: string }[] })[];
  /** Its blocks of code, with the section and the heading each stands under. */
  export const examples: { section: string; title: string; code: string }[];
}
