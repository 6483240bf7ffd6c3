/** How to connect to a mail server: to an address that was checked, and to no other. */
export interface MailRoute {
  /** An address; through a proxy the name, which the proxy resolves and checks. */
  host: string;
  port: number;
  /** The name its certificate has to have. Undefined where a person entered an address. */
  servername: string | undefined;
  proxy: string | undefined;
  ca: string | undefined;
}
