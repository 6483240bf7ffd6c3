-- A node that has streams open asks in one statement which companies have something new. For that, and that alone, the role that
-- finds out who is calling may see that a company wrote something, and in which transaction: no type, no subject, no value.
create policy identity on events for select to kith_identity using (true);
grant select (company_id, id, written_in) on events to kith_identity;
