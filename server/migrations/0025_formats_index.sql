-- outside a transaction
-- A changed rate changes the few records with foreign money: they are found without reading all others.
create index concurrently if not exists records_foreign_money on records (company_id, id) where foreign_money is not null;
