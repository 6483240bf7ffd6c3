import { randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";

const RANDOM_BYTES = 16;

/** What an email is known by outside, without "<" and ">". 128 random bits: nobody can guess one and join a conversation with it. */
export const newRfcId = (address: string) => `${randomBytes(RANDOM_BYTES).toString("hex")}@${domainOf(address)}`;

/** What a bounce names the message by. */
export const newEnvelopeId = () => `kith${randomBytes(RANDOM_BYTES).toString("hex")}`;

const domainOf = (address: string) => domainToASCII(address.slice(address.lastIndexOf("@") + 1)) || "kith.invalid";
