-- outside a transaction
create index concurrently if not exists records_part_of on records (company_id, part_of) where part_of is not null;
-- Checks the rows that are there; new ones have been checked since 0127.
alter table records validate constraint records_part_of;
