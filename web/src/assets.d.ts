declare module "*.md" {
  /** The whole text. */
  export const html: string;
  /** The same in order, split into text and blocks of filters to try. */
  export const sections: ({ html: string } | { type: string; examples: { filter: string; note?: string }[] })[];
}
