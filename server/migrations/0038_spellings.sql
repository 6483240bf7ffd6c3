-- in batches: records
-- Records that were written before names were searched in other spellings. The same as searchable() in packages/filter/src/fold.ts.
update records r set search = r.search || s.lines
from (
  select t.company_id, t.id, string_agg(E'\n' || spelling.line, '') as lines
  from unnest($1::uuid[], $2::uuid[]) as batch (company_id, id)
  join records t on t.company_id = batch.company_id and t.id = batch.id
  cross join lateral (
    select distinct normalize(regexp_replace(normalize(
      replace(replace(replace(replace(translate(way.text, 'øłđðı', 'olddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFD), '[\u0300-\u036f]', '', 'g'), NFC) as line
    from regexp_split_to_table(t.search, E'\n') as given (text)
    cross join lateral (values (given.text),
      (replace(replace(replace(replace(replace(given.text, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'))) as way (text)
    where length(given.text) <= 200 and given.text ~ '[^\x01-\x7f]'
  ) as spelling
  where strpos(t.search, spelling.line) = 0
  group by t.company_id, t.id
) as s
where r.company_id = s.company_id and r.id = s.id;
