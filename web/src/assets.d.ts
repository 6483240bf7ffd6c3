declare module "*.md" {
  export const html: string;
}
