/** ISO 4217, those in use. */
export const CURRENCIES: readonly string[] = (
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK " +
  "DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS " +
  "KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD " +
  "OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP " +
  "TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
).split(" ");

const KNOWN: ReadonlySet<string> = new Set(CURRENCIES);

export const isCurrency = (code: string) => KNOWN.has(code);

/**
 * Signs, with the currencies that write them so. A company whose own currency is among them means its own; everybody else means the
 * first, or, where no country is the usual one, has to write the code.
 */
const SIGNS: ReadonlyMap<string, { usual?: string; others: readonly string[] }> = new Map(
  Object.entries({
    "€": { usual: "EUR", others: [] },
    $: {
      usual: "USD",
      others: "ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD".split(" "),
    },
    "£": { usual: "GBP", others: ["EGP", "FKP", "GIP", "LBP", "SDG", "SHP", "SSP", "SYP"] },
    "¥": { usual: "JPY", others: ["CNY"] },
    "₹": { usual: "INR", others: [] },
    "₽": { usual: "RUB", others: [] },
    "₺": { usual: "TRY", others: [] },
    "₴": { usual: "UAH", others: [] },
    "₩": { usual: "KRW", others: ["KPW"] },
    "₪": { usual: "ILS", others: [] },
    "₫": { usual: "VND", others: [] },
    "฿": { usual: "THB", others: [] },
    "₦": { usual: "NGN", others: [] },
    "₱": { usual: "PHP", others: [] },
    us$: { usual: "USD", others: [] },
    a$: { usual: "AUD", others: [] },
    c$: { usual: "CAD", others: [] },
    nz$: { usual: "NZD", others: [] },
    hk$: { usual: "HKD", others: [] },
    s$: { usual: "SGD", others: [] },
    r$: { usual: "BRL", others: [] },
    zł: { usual: "PLN", others: [] },
    kč: { usual: "CZK", others: [] },
    ft: { usual: "HUF", others: [] },
    fr: { usual: "CHF", others: ["XAF", "XOF", "XPF"] },
    sfr: { usual: "CHF", others: [] },
    kr: { others: ["DKK", "ISK", "NOK", "SEK"] },
    lei: { usual: "RON", others: ["MDL"] },
    rp: { usual: "IDR", others: [] },
  }),
);

/** The currencies a sign or code can mean in a company with this currency: none, one, or several. */
export function currenciesOf(sign: string, own: string): readonly string[] {
  const code = sign.toUpperCase();
  if (KNOWN.has(code)) return [code];
  const known = SIGNS.get(sign.toLowerCase().replace(/\.$/, ""));
  if (!known) return [];
  if (known.others.includes(own)) return [own];
  return known.usual === undefined ? known.others : [known.usual];
}
