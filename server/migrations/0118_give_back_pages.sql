-- Vacuum gives the pages of a table back once its rows are gone, and keeps those of its indexes, empty. A table without a page holds no row that
-- any transaction could still see, also none that row-level security hides from the owner: so truncating it loses nothing, and gives back the
-- pages of its indexes. It waits for nobody: a table in use is left for the next time.
create function give_back_pages(of_table regclass) returns setof regclass language plpgsql as $$
begin
  if pg_relation_size(of_table) > 0 or pg_total_relation_size(of_table) <= 65536 then return; end if;
  execute format('lock table %s in access exclusive mode nowait', of_table);
  if pg_relation_size(of_table) = 0 then
    execute format('truncate %s', of_table);
    return next of_table;
  end if;
exception when lock_not_available then
  return;
end $$;
revoke execute on function give_back_pages(regclass) from public;
