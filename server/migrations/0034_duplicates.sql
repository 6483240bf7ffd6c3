-- Pairs of records that somebody has looked at and found to be different. They are not offered as duplicates again.
create table duplicate_dismissals (
  company_id uuid not null references companies (id),
  record_id uuid not null,
  other_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, record_id, other_id),
  foreign key (company_id, record_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, other_id) references records (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id),
  -- A pair has one row, whichever record was named first.
  check (record_id < other_id)
);
-- Found from the other record too: the trash is emptied by record.
create index duplicate_dismissals_other on duplicate_dismissals (company_id, other_id);

alter table duplicate_dismissals enable row level security;
alter table duplicate_dismissals force row level security;
create policy tenant on duplicate_dismissals to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, delete on duplicate_dismissals to kith_app;
