-- How the text of a note is read. What was written before is plain text, and stays so.
alter table notes add column format text not null default 'text' check (format in ('text', 'markdown'));
