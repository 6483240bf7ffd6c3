const MAX_LENGTH = 80;

/**
 * Text that people or visitors wrote, inside one of our sentences: in quotation marks, on one line, and without marks that could end the
 * quotation or change the direction of what follows. Whoever reads the sentence, a person or a model, sees where it begins and ends.
 */
export function quote(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/["“”„‟«»‹›＂]/gu, "'")
    .trim();
  return `“${plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain}”`;
}
