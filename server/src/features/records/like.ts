/** Text that LIKE takes as it is. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
