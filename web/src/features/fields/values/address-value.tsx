import { phoneText } from "../../../ui/phone-text.ts";
import type { ValueProps } from "./value-props.ts";
import { listOf } from "../record.ts";
import classes from "./field-value.module.css";

export function EmailValue(props: ValueProps) {
  return <Addresses {...props} hrefOf={mailto} />;
}

/** Encoded whole: `a@b.example?bcc=eve@evil.example` is an address that does not exist, and not a mail with a hidden copy. */
const mailto = (email: string) => `mailto:${encodeURIComponent(email).replace(/%40/g, "@")}`;

export function PhoneValue(props: ValueProps) {
  return <Addresses {...props} hrefOf={(phone) => `tel:${phone.replaceAll(/[^+\d]/g, "")}`} textOf={phoneText} />;
}

export function UrlValue({ value, look, isInert = false }: ValueProps) {
  const url = String(value);
  const shown = url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  if (isInert) return <span className="k-truncate">{shown}</span>;
  const href = /^https?:\/\//i.test(url) ? url : `https://${url}`;
  return (
    <a className={`${classes.address} ${look === "page" ? classes.whole : "k-truncate"}`} href={href} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}

const asWritten = (address: string) => address;

interface AddressesProps extends ValueProps {
  hrefOf: (address: string) => string;
  textOf?: (address: string) => string;
}

/** The first of several stands for all in a line, with the number of the others. */
function Addresses({ value, look, isInert = false, hrefOf, textOf = asWritten }: AddressesProps) {
  const all = listOf(value).map(String);
  const shown = look === "line" ? all.slice(0, 1) : all;
  return (
    <span className={look === "page" ? classes.stack : classes.inline}>
      {shown.map((address) =>
        isInert ? (
          <span className="k-truncate" key={address}>
            {textOf(address)}
          </span>
        ) : (
          <a className={`${classes.address} ${look === "page" ? classes.whole : "k-truncate"}`} href={hrefOf(address)} key={address}>
            {textOf(address)}
          </a>
        ),
      )}
      {all.length > shown.length && <span className={classes.more}>+{all.length - shown.length}</span>}
    </span>
  );
}
