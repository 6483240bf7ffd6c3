-- A replay leaves out what its target has accepted already, unless it is asked for. Those of before were asked for without the choice.
alter table webhook_replays add column with_delivered boolean not null default true;
