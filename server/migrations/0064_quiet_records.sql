-- Every record has a last activity: before anything happens on it, when it was made. And a contact has the time of the last contact.
alter table record_activity add column contacted_at timestamptz;
create index record_activity_contacted on record_activity (company_id, type_id, contacted_at, record_id) where contacted_at is not null;

-- A trigger, so that records of nodes of the version before, which run while this one starts, have one too.
create function start_activity() returns trigger language plpgsql as $$
begin
  insert into record_activity (company_id, record_id, type_id, at)
  select company_id, id, type_id, created_at from made on conflict do nothing;
  return null;
end $$;
create trigger start_activity after insert on records referencing new table as made for each statement execute function start_activity();

grant kith_view to current_user;
grant create on schema public to kith_view;
create or replace view company_records as
  select r.company_id, r.id, r.type_id, r.title, r.owner_id, r.stage, r.amount, r.due_at, r.data, r.search, r.version, r.created_at, r.updated_at,
    r.deleted_at, r.merged_into, r.folded, r.foreign_money, r.stage_entered_at, r.won_at, r.lost_at, a.at as last_activity_at,
    a.contacted_at as last_contacted
  from records r left join record_activity a on a.company_id = r.company_id and a.record_id = r.id and a.type_id = r.type_id
  where r.company_id = current_company();
revoke create on schema public from kith_view;
revoke kith_view from current_user;
