import { fold } from "@kith/filter";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import type { TypeDefinition } from "../../types/index.ts";
import { escapeLike } from "./compile-filter.ts";
import type { FoundRow, Looking } from "./search-loosely.ts";
import { CANDIDATES, isShort, SAME_NAME, spelled } from "./search-words.ts";

interface FewRow extends FoundRow {
  /** How many records the company has, up to one more than are looked at. */
  held: number;
  /** The places of the words that it has. */
  words: number[];
  is_same_name: boolean;
}

// All that a search asks of the records, in one statement that each connection plans once: of a few records, planning a statement takes
// longer than running it, and a search of words that are not found together took six (bench:records, search in a small company). In the
// order of an index, so that no other company's records are read.
const FEW = statement(
  "records.search_few",
  `with mine as materialized (
     select r.id, r.type_id, r.title, r.data, r.search, r.updated_at from company_records r
     where r.company_id = $1 and r.deleted_at is null order by r.type_id, r.updated_at, r.id limit ${CANDIDATES + 1}
   )
   select size.held, found.id, found.type_id, found.title, found.data, found.words, found.is_same_name
   from (select count(*)::int as held from mine) as size
   left join lateral (
     select m.*, fold(m.title) as folded, similarity(m.title, $2) as likeness,
       array(select distinct asked.word from unnest($3::text[], $4::int[], $5::boolean[]) as asked (pattern, word, is_short)
         where case when asked.is_short then fold(m.title) like asked.pattern else m.search like asked.pattern end) as words,
       case when similarity(m.title, $2) > ${SAME_NAME} then $2 <% m.search else false end as is_same_name
     from mine m
     where size.held <= ${CANDIDATES} and case when $6::uuid[] is null
       then m.type_id not in (select t.id from record_types t where t.company_id = $1 and t.retired_at is not null)
       else m.type_id = any($6::uuid[]) end
     offset 0
   ) as found on $3::text[] = '{}' or found.words <> '{}' or found.is_same_name
   order by found.folded = $2 desc, found.folded like $7 desc, found.likeness desc, found.updated_at desc, found.id`,
);

/** What a search finds in a company with no more records than are looked at. Undefined: it has more. */
export async function lookAtFew(
  { tx, actor }: Call<Member>,
  { types, query, words, limit }: { types: TypeDefinition[] | undefined; query: string; words: string[]; limit: number },
): Promise<Looking | undefined> {
  const folded = fold(query);
  const asked = words.flatMap((word, at) => patternsOf(word).map((pattern) => ({ pattern, word: at + 1, isShort: isShort(word) })));
  const rows = await tx.query<FewRow>(FEW, [
    actor.companyId,
    folded,
    asked.map(({ pattern }) => pattern),
    asked.map(({ word }) => word),
    asked.map((one) => one.isShort),
    types?.map(({ id }) => id) ?? null,
    `${escapeLike(folded)}%`,
  ]);
  if ((rows[0]?.held ?? 0) > CANDIDATES) return undefined;
  const found = rows.filter(({ id }) => id !== null);
  const those = (isWanted: (row: FewRow) => boolean) => {
    const wanted = found.filter(isWanted);
    return Promise.resolve(wanted.slice(0, limit).map((row) => ({ ...row, total: wanted.length })));
  };
  return {
    withWords: (some) => those((row) => some.every((word) => row.words.includes(words.indexOf(word) + 1))),
    ofSameName: () => those((row) => row.is_same_name),
  };
}

const patternsOf = (word: string) => (isShort(word) ? [`${escapeLike(word)}%`] : spelled(word).map((one) => `%${escapeLike(one)}%`));
