-- A view also remembers how wide its columns are and what its rows are put together by.
alter table saved_views add column widths jsonb not null default '{}';
alter table saved_views add column group_by text not null default '';
