/** The part of the driver's own conversions that driver-query.ts uses: @types/pg leaves this file out. */
declare module "pg/lib/utils.js" {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
