-- Whom a note mentions, with the name that stands in its text after the @: a later name of theirs is shown in its place.
alter table notes add column mentions jsonb not null default '[]' check (jsonb_typeof(mentions) = 'array');
