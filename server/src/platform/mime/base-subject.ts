/** Marks of answers and forwards in front of a subject, in the languages that mail programs write them in. */
const MARKS = new Set(
  "re fw fwd aw wg sv vs vb vl tr rép rif r i odp pd ynt ilt res enc rv antw doorst ha továbbítva re回 回复 回覆 答复 转发 轉寄 返信 転送 ответ пересл на".split(
    " ",
  ),
);
const MAX_SUBJECT = 1_000;
const MAX_MARKS = 50;

/**
 * The subject without "Re:", "AW:", "Fwd[2]:" and list names such as "[Sales]", in lower case: what two mails of one conversation have in
 * common. Each mark is looked at once, so a subject that consists of nothing else takes no longer.
 */
export function baseSubject(subject: string): string {
  let rest = subject.slice(0, MAX_SUBJECT).replaceAll(/\s+/g, " ").trim();
  for (let marks = 0; marks < MAX_MARKS; marks++) {
    const shorter = withoutMark(rest);
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest.toLowerCase();
}

/** True if the subject begins with the mark of an answer or a forward. */
export const hasMark = (subject: string) => {
  const text = subject.slice(0, MAX_SUBJECT).trim();
  return withoutAnswerMark(text) !== text;
};

function withoutMark(text: string): string {
  const inner = withoutAnswerMark(text);
  if (inner !== text) return inner;
  // A list's name counts only in front of something else: a subject "[Draft]" alone keeps it.
  const list = /^\[[^[\]]{1,60}\]\s*/.exec(text);
  return list && list[0].length < text.length ? text.slice(list[0].length) : text;
}

function withoutAnswerMark(text: string): string {
  const found = /^([\p{L}]{1,12})(?:\s?[[(]\d{1,3}[\])]|\^\d{1,3}|\d{1,2})?\s?[:：]\s*/u.exec(text);
  return found?.[1] && MARKS.has(found[1].toLowerCase()) ? text.slice(found[0].length) : text;
}
