-- Jobs in a table of our own. Why: docs/decisions/0020-own-job-queue.md.
--
-- scheduled: run_at has not come yet     waiting: may start now     blocked: another job of its queue runs
-- running: a worker does it              failed: given up, kept for an Admin to see. A job that is done has no row.
create table jobs (
  company_id uuid not null references companies (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  payload jsonb not null check (payload ->> 'company' = company_id::text),
  queue text check (length(queue) <= 500),
  key text check (length(key) <= 500),
  priority smallint not null default 0,
  state text not null check (state in ('scheduled', 'waiting', 'blocked', 'running', 'failed')),
  run_at timestamptz not null,
  position bigint not null generated always as identity, -- the order in which jobs for the same time were asked for
  attempt smallint not null default 0, -- how many times it has been started
  worker uuid,
  started_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((state = 'running') = (worker is not null)),
  check ((state = 'failed') = (failed_at is not null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

create index jobs_scheduled on jobs (run_at) where state = 'scheduled';
create index jobs_waiting on jobs (company_id, priority, run_at, position) where state = 'waiting';
create index jobs_blocked on jobs (company_id, queue, priority, run_at, position) where state = 'blocked';
create index jobs_running on jobs (worker) where state = 'running';
create index jobs_failed on jobs (company_id, id) where state = 'failed';
create index jobs_failed_age on jobs (failed_at) where state = 'failed';
create unique index jobs_key on jobs (company_id, name, key) where key is not null and state in ('scheduled', 'waiting', 'blocked');
create unique index jobs_queue on jobs (company_id, queue) where queue is not null and state = 'running';

alter table jobs enable row level security;
alter table jobs force row level security;
create policy tenant on jobs to kith_app using (company_id = current_company()) with check (company_id = current_company());
-- The worker takes jobs of every company. What a job then does, it does as kith_app in the job's own company.
create policy worker on jobs to current_user using (true) with check (true);
grant select, insert on jobs to kith_app;
grant update (key, payload, queue, priority, state, run_at, attempt, worker, started_at, failed_at, last_error) on jobs to kith_app;

-- A job that stops running lets the next one of its queue start. Its row was locked by whoever blocked the others, so none is missed.
create function jobs_unblock_next() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.state = 'running' then return null; end if;
  update jobs set state = 'waiting'
  where company_id = old.company_id and id = (
    select id from jobs where company_id = old.company_id and queue = old.queue and state = 'blocked'
    order by priority, run_at, position limit 1 for update);
  return null;
end $$;
create trigger unblock_next after update or delete on jobs for each row
  when (old.state = 'running' and old.queue is not null) execute function jobs_unblock_next();

-- Only nodes of the release before still call it, until they are replaced. It no longer acts as its owner.
create or replace function enqueue_job(identifier text, payload json) returns void language sql as $$
  insert into jobs (company_id, id, name, payload, state, run_at, created_at)
  values ((payload ->> 'company')::uuid, gen_random_uuid(), identifier, payload, 'waiting', now(), now())
$$;

-- What waits in the tables of graphile-worker moves here. A job that was running there is run again, as after a crash.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    insert into jobs (company_id, id, name, payload, priority, state, run_at, attempt, last_error, created_at)
    select (job.payload ->> 'company')::uuid, gen_random_uuid(), task.identifier, job.payload, job.priority,
      case when job.run_at > now() then 'scheduled' else 'waiting' end, job.run_at, job.attempts, null, job.created_at
    from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    where job.payload ->> 'company' is not null;
  end if;
end $$;
drop schema if exists graphile_worker cascade;
