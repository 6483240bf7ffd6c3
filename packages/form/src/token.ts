/** Digests asked for at once, some 10 ms of work. After each lot the page has its turn. */
const AT_ONCE = 512;

/**
 * The token says when the form was begun. Where a form is flooded it asks for work: a number whose hash with the token begins with that
 * many zero bits.
 */
export async function getToken(form: string): Promise<{ _token?: string; _work?: string }> {
  try {
    const answer = await fetch(`${form}/token`);
    const { token, bits } = (await answer.json()) as { token: string; bits: number };
    return { _token: token, _work: bits > 0 ? await work(token, bits) : "" };
  } catch {
    return {};
  }
}

async function work(token: string, bits: number): Promise<string> {
  for (let first = 0; ; first += AT_ONCE) {
    const tries = [...Array(AT_ONCE)].map((_, n) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${token}.${first + n}`)));
    const found = (await Promise.all(tries)).findIndex((hash) => new DataView(hash).getUint32(0) < 2 ** (32 - bits));
    if (found >= 0) return `${first + found}`;
    await new Promise((done) => setTimeout(done));
  }
}
