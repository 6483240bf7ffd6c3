// WhatsApp keeps old spellings of mobile numbers in three countries, and address books have the official ones.

/** `+` and the digits that people in that country would write: for Brazil with the ninth digit, for Mexico without the old 1. */
export function officialPhone(whatsAppId: string): string {
  const digits = whatsAppId.replace(/\D/g, "");
  const [, area, number] = /^55(\d{2})([6-9]\d{7})$/.exec(digits) ?? [];
  if (area !== undefined) return `+55${area}9${number}`;
  const [, mexican] = /^521(\d{10})$/.exec(digits) ?? [];
  if (mexican !== undefined) return `+52${mexican}`;
  // In Argentina the 9 after the country's code is what makes a number a mobile one.
  const [, argentine] = /^54([1-8]\d{9})$/.exec(digits) ?? [];
  return argentine === undefined ? `+${digits}` : `+549${argentine}`;
}
