/** Text with what was typed marked in it: the whole of it where it stands so, otherwise each word that is there. */
export function Marked({ text, query }: { text: string; query: string }) {
  return partsOf(text, query).map(({ part, isMarked, at }) => (isMarked ? <mark key={at}>{part}</mark> : part));
}

interface Part {
  part: string;
  isMarked: boolean;
  at: number;
}

function partsOf(text: string, query: string): Part[] {
  const typed = folded(query.trim());
  const within = folded(text);
  // Letters that fold to more than one would shift what is marked: then nothing is.
  if (typed === "" || within.length !== text.length) return [{ part: text, isMarked: false, at: 0 }];
  const words = within.includes(typed) ? [typed] : typed.split(/\s+/);
  const marks = words.map((word) => ({ from: within.indexOf(word), length: word.length })).filter(({ from }) => from >= 0);
  const parts: Part[] = [];
  let at = 0;
  for (const { from, length } of marks.toSorted((one, other) => one.from - other.from)) {
    if (from < at) continue;
    if (from > at) parts.push({ part: text.slice(at, from), isMarked: false, at });
    parts.push({ part: text.slice(from, from + length), isMarked: true, at: from });
    at = from + length;
  }
  if (at < text.length) parts.push({ part: text.slice(at), isMarked: false, at });
  return parts;
}

/** As the search reads it: without capitals and accents. */
const folded = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
