-- Which record a merged record is part of by now, however many merges lie between. `merged_into` says what it was merged into itself, so that
-- undo can take back one merge of several. docs/decisions/0074-merged-records-stay.md
alter table records add column part_of uuid;
alter table records add constraint records_part_of foreign key (company_id, part_of) references records (company_id, id)
  on delete set null (part_of) not valid;

-- In the database, so that it also holds where a foreign key takes `merged_into` away, and for servers of the version before.
create function follow_merges() returns trigger language plpgsql as $$
begin
  with recursive parts as (
    select new.id, coalesce(i.part_of, i.id) as whole
    from (select new.merged_into as id) as given left join records i on i.company_id = new.company_id and i.id = given.id
    union
    select r.id, coalesce(p.whole, new.id) from parts p
    join records r on r.company_id = new.company_id and r.merged_into = p.id and r.id <> new.id
  )
  update records r set part_of = p.whole from parts p
  where r.company_id = new.company_id and r.id = p.id and r.part_of is distinct from p.whole;
  return null;
end $$;
create trigger follow_merges after update of merged_into on records for each row
  when (old.merged_into is distinct from new.merged_into) execute function follow_merges();

-- Merged records are no longer removed before the record that they are part of, so nothing has to be saved from them.
drop trigger keep_merged_files on records;
drop function keep_merged_files();

create or replace view company_records as
  select r.company_id, r.id, r.type_id, r.title, r.owner_id, r.stage, r.amount, r.due_at, r.data, r.search, r.version, r.created_at, r.updated_at,
    r.deleted_at, r.merged_into, r.folded, r.foreign_money, r.stage_entered_at, r.won_at, r.lost_at, a.at as last_activity_at,
    a.contacted_at as last_contacted, r.part_of
  from records r left join record_activity a on a.company_id = r.company_id and a.record_id = r.id and a.type_id = r.type_id
  where r.company_id = current_company();
