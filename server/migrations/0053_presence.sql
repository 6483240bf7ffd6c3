-- The live stream tells people who have the same conversation open about each other: one query for all companies with open pages.
create policy identity on presence for select to kith_identity using (true);
grant select (company_id, conversation_id, user_id, doing, until) on presence to kith_identity;
