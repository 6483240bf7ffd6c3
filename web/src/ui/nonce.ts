/** What the content security policy lets a style or script through by. */
export const readNonce = () => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
