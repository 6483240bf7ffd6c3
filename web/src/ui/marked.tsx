/** Text with the query marked in it: the whole query if it occurs, otherwise each of its words. */
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
  // A letter that folds to several would shift the marks, so mark nothing.
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

/** As the search compares: without capitals and accents. */
const folded = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
