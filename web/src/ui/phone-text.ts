/** Country codes of one and two digits; all others have three. */
const SHORT_CODES = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** "+49 309 018 20": a number as it is stored, in groups that can be read aloud. What is not in that form stays as it is. */
export function phoneText(phone: string): string {
  const digits = /^\+(\d{7,15})$/.exec(phone)?.[1];
  if (!digits) return phone;
  const code = SHORT_CODES.exec(digits)?.[0] ?? digits.slice(0, 3);
  const groups: string[] = [];
  let rest = digits.slice(code.length);
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3));
    rest = rest.slice(3);
  }
  return [`+${code}`, ...groups, rest].join(" ");
}
