-- The worker finds snoozed conversations as the owner of the tables, as it finds overdue ones.
create policy snoozed on conversations for select to current_user using (state = 'snoozed');
