-- When periodic work last ran, on whichever worker. No company's data, so nobody but the owner of the tables can reach it.
create table schedules (
  name text primary key,
  ran_at timestamptz not null
);
