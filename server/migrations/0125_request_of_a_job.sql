-- The request that asked for a job: what the job does is logged, noted and traced with its id. docs/decisions/0071-traces.md
-- Without one: a job of an older version, or one whose time comes later, which is no part of the request any more.
alter table jobs add column request_id text;
