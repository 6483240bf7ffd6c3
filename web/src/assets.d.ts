declare module "*.md" {
  /** The whole text. */
  export const html: string;
  /** The same in order, with the filters to try apart. */
  export const sections: ({ html: string } | { type: string; examples: { filter: string; note?: string }[] })[];
}
