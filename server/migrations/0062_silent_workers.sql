-- Since when a worker's lock is known to be free. Workers share it: one that lives for a few seconds only still helps to find a dead one.
-- No company's data, so nobody but the owner of the tables can reach it.
create table silent_workers (
  worker uuid primary key,
  since timestamptz not null
);
