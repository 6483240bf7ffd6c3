-- How a company writes numbers, money and days: its own settings, one row of `companies`. Which number formats, date formats and languages
-- there are is said in packages/filter/src/values; here it is only checked how one is written, so that a new one needs no migration.
alter table companies
  add column number_format text not null default '1,234.5' check (length(number_format) between 1 and 20),
  add column date_format text not null default 'day_month_year' check (date_format ~ '^[a-z_]{1,30}$'),
  -- as ISO counts days: 1 is Monday, 6 Saturday, 7 Sunday
  add column week_start smallint not null default 1 check (week_start in (1, 6, 7)),
  add column language text not null default 'en' check (language ~ '^[a-z]{2,3}$'),
  -- two letters, or nothing where it is not known: the country of phone numbers without a code
  add column country text not null default '' check (country ~ '^([A-Z]{2})?$');

-- What one unit of another currency is worth in the company's own. An Admin enters it; without one, that currency cannot be stored.
create table currency_rates (
  company_id uuid not null references companies (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  updated_at timestamptz not null,
  primary key (company_id, currency)
);
alter table currency_rates enable row level security;
alter table currency_rates force row level security;
create policy tenant on currency_rates to kith_app using (company_id = current_company()) with check (company_id = current_company());
grant select, insert, update, delete on currency_rates to kith_app;

-- {field: {amount, currency}} of money in another currency, as it was given. `amount` and `data` hold it in the company's currency, so
-- that filters, sorting and sums compare like with like. docs/decisions/0021-money.md
alter table records add column foreign_money jsonb;

grant kith_view to current_user;
grant create on schema public to kith_view;
create or replace view company_records as
  select company_id, id, type_id, title, owner_id, stage, amount, due_at, data, search, version, created_at, updated_at, deleted_at, merged_into,
    folded, foreign_money
  from records where company_id = current_company();
revoke create on schema public from kith_view;
revoke kith_view from current_user;
