import { invalid } from "../../kernel/errors.ts";

interface Owner {
  email: string;
  companyName?: string;
}

/** Refuses a password that everybody who knows the person would try first. */
export function refuseOwnPassword(password: string, { email, companyName = "" }: Owner): void {
  const given = plain(password);
  const [local = "", domain = ""] = email.split("@");
  const own = [email, local, domain, companyName].map(plain).filter((word) => word.length > 0);
  // "fernhill2026!" is the company's name too: digits and signs at the end are the first thing that is tried.
  const isOwn = own.some((word) => word === given || (word.length >= LEAST_WORD && word === given.replace(/(?<!\d)\d+$/, "")));
  if (isOwn) {
    const message = "This password is your address or your company's name. Choose another.";
    throw invalid([{ pointer: "/password", message }]);
  }
}

const LEAST_WORD = 4;
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
