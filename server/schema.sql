CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION public.current_company() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid;

CREATE FUNCTION public.enqueue_job(identifier text, payload json) RETURNS void
    LANGUAGE sql
    AS $$
  insert into jobs (company_id, id, name, payload, state, run_at, created_at)
  values ((payload ->> 'company')::uuid, gen_random_uuid(), identifier, payload, 'waiting', now(), now())
$$;

CREATE SEQUENCE public.event_places
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.events (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    actor_user uuid,
    actor_key uuid,
    via text NOT NULL,
    operation text NOT NULL,
    operation_id uuid NOT NULL,
    request_id text NOT NULL,
    data jsonb NOT NULL,
    changes jsonb,
    written_in xid8 DEFAULT GREATEST(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot())) NOT NULL,
    place bigint DEFAULT nextval('public.event_places'::regclass) NOT NULL,
    txid xid8 DEFAULT pg_current_xact_id(),
    CONSTRAINT events_via_check CHECK ((via = ANY (ARRAY['web'::text, 'rest'::text, 'mcp'::text, 'system'::text])))
)
PARTITION BY RANGE (id);

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.event_text(e public.events) RETURNS text
    LANGUAGE sql STABLE
    RETURN (jsonb_build_array((e).id, ((EXTRACT(epoch FROM (e).at) * (1000000)::numeric))::bigint, (e).type, (e).subject_type, (e).subject_id, (e).actor_user, (e).actor_key, (e).via, (e).operation, (e).operation_id, (e).request_id, (e).data, (e).changes))::text;

CREATE FUNCTION public.events_keep_partitions(keep_days integer DEFAULT 400) RETURNS integer
    LANGUAGE plpgsql
    SET lock_timeout TO '500ms'
    AS $_$
declare
  month_start timestamp;
  partition_name text;
  first_id uuid;
  next_id uuid;
begin
  for ahead in 0..2 loop
    month_start := date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead);
    partition_name := 'events_' || to_char(month_start, 'YYYY_MM');
    continue when to_regclass(partition_name) is not null;
    lock table events_default in access exclusive mode;
    -- Somebody else may have made it while this call waited.
    continue when to_regclass(partition_name) is not null;
    first_id := uuid_at(month_start at time zone 'UTC');
    next_id := uuid_at((month_start + interval '1 month') at time zone 'UTC');
    execute format('create table %I (like events including all)', partition_name);
    -- Events that came before their partition was made. Attaching checks that their companies are there, so it must see them.
    perform set_config('app.backfill', 'on', true);
    execute format('with moved as (delete from events_default where id >= %L and id < %L returning *) insert into %I select * from moved',
      first_id, next_id, partition_name);
    execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name, first_id, next_id);
    return 1;
  end loop;
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and to_date(substr(c.relname, 8), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => keep_days)
    order by c.relname limit 1
  loop
    execute format('drop table %I', partition_name);
    return 1;
  end loop;
  return 0;
end $_$;

CREATE FUNCTION public.finish_upload(company uuid, upload uuid, content bytea, bytes bigint) RETURNS uuid
    LANGUAGE plpgsql
    AS $$
declare
  done uuid;
begin
  update files set sha256 = content, size = bytes where company_id = company and id = upload and sha256 is null returning id into done;
  return done;
exception when unique_violation then
  return null;
end $$;

CREATE FUNCTION public.fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (lower((NORMALIZE($1, NFC) COLLATE "und-x-icu")) COLLATE "C");

CREATE FUNCTION public.follow_merges() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  with recursive parts as (
    select new.id, coalesce(i.part_of, i.id) as whole
    from (select new.merged_into as id) as given left join records i on i.company_id = new.company_id and i.id = given.id
    union
    select r.id, coalesce(p.whole, new.id) from parts p
    join records r on r.company_id = new.company_id and r.merged_into = p.id and r.id <> new.id
  )
  update records r set part_of = p.whole from parts p
  where r.company_id = new.company_id and r.id = p.id and r.part_of is distinct from p.whole;
  return null;
end $$;

CREATE FUNCTION public.forget_draft() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('drf', old.id);
  return null;
end $$;

CREATE FUNCTION public.forget_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('msg', old.id);
  update inbound_items set bytes = null, state = 'skipped', reason = 'erased', next_try_at = null, message_id = null
    where company_id = old.company_id and (id = old.item_id or message_id = old.id);
  update message_sendings s set before = null from messages m
    where m.company_id = old.company_id and m.conversation_id = old.conversation_id and m.direction = 'out' and m.id <> old.id
      and s.company_id = m.company_id and s.message_id = m.id and s.before #>> '{conversation,last_message_id}' = old.id::text;
  update conversations c set preview = coalesce((select left(m.text, 200) from messages m
      where m.company_id = c.company_id and m.conversation_id = c.id and m.id <> old.id order by m.at desc, m.id desc limit 1), ''),
    subject = case when c.message_count <= 1 then '' else c.subject end, message_count = greatest(c.message_count - 1, 0)
    where c.company_id = old.company_id and c.id = old.conversation_id;
  return old;
end $$;

CREATE FUNCTION public.forget_record_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from file_uses where company_id = old.company_id and used_by = shown_id('att', old.id);
  return old;
end $$;

CREATE FUNCTION public.give_back_pages(of_table regclass) RETURNS SETOF regclass
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.jobs_unblock_next() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' and new.state = 'running' then return null; end if;
  update jobs set state = 'waiting'
  where company_id = old.company_id and id = (
    select id from jobs where company_id = old.company_id and queue = old.queue and state = 'blocked'
    order by priority, run_at, position limit 1 for update);
  return null;
end $$;

CREATE FUNCTION public.keep_chunks_of_files() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from files f where f.company_id = old.company_id and f.id = old.file_id and f.sha256 is not null) then
    return null;
  end if;
  return old;
end $$;

CREATE FUNCTION public.letters_and_digits(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN (octet_length($1) = length($1)) THEN regexp_replace(lower(($1 COLLATE "C")), '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+'::text, ' '::text, 'g'::text) ELSE regexp_replace(NORMALIZE(regexp_replace(NORMALIZE(public.fold($1), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), NFC), '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'::text, ' '::text, 'g'::text) END;

CREATE FUNCTION public.log_adopt_cluster() RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
declare
  here text := log_this_cluster();
  added bigint;
begin
  if here = (select cluster from log_clusters order by shift desc limit 1) then
    return false;
  end if;
  lock table events in access exclusive mode;
  if here = (select cluster from log_clusters order by shift desc limit 1) then
    return false;
  end if;
  added := extract(epoch from clock_timestamp() - timestamptz '2020-01-01 UTC')::bigint * 1048576 - pg_current_xact_id()::text::bigint;
  insert into log_clusters (shift, cluster) values (added, here);
  execute format(
    'alter table only events alter column txid set default (pg_current_xact_id()::text::bigint + %1$s)::text::xid8,
       alter column written_in set default (greatest(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot()))::text::bigint + %1$s)::text::xid8',
    added);
  return true;
end $_$;

CREATE FUNCTION public.log_snapshot() RETURNS pg_snapshot
    LANGUAGE plpgsql STABLE
    AS $$
declare
  added bigint := (select max(shift) from log_clusters);
  taken pg_snapshot := pg_current_snapshot();
begin
  if added = 0 then
    return taken;
  end if;
  return format('%s:%s:%s', pg_snapshot_xmin(taken)::text::bigint + added, pg_snapshot_xmax(taken)::text::bigint + added,
    (select string_agg((running::text::bigint + added)::text, ',' order by running) from pg_snapshot_xip(taken) as running))::pg_snapshot;
end $$;

CREATE FUNCTION public.log_this_cluster() RETURNS text
    LANGUAGE sql STABLE
    RETURN (((SELECT (pg_control_system.system_identifier)::text AS system_identifier FROM pg_control_system() pg_control_system(pg_control_version, catalog_version_no, system_identifier, pg_control_last_modified)) || '/'::text) || "left"(pg_walfile_name(pg_current_wal_insert_lsn()), 8));

CREATE FUNCTION public.message_words(subject text, body text, sender jsonb, recipients jsonb) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN to_tsvector('simple'::regconfig, public.letters_and_digits("left"(concat_ws(' '::text, subject, (sender ->> 'name'::text), (sender ->> 'address'::text), "left"((jsonb_path_query_array(recipients, '$.*[*].*'::jsonpath))::text, 4000), body), 60000)));

CREATE FUNCTION public.remove_unused_files(most integer) RETURNS SETOF uuid
    LANGUAGE plpgsql
    AS $$
declare
  one record;
  unused tid[] := '{}';
  bytes bigint := 0;
begin
  for one in
    select f.ctid as place, coalesce(f.size, 0) as size from files f
    where f.created_at < now() - interval '1 hour'
      and not exists (select from file_uses u where u.company_id = f.company_id and u.file_id = f.id)
      and not exists (select from file_uploads p where p.company_id = f.company_id and p.file_id = f.id)
    limit most for update of f skip locked
  loop
    unused := unused || one.place;
    bytes := bytes + one.size;
    exit when bytes > 268435456;
  end loop;
  return query
    delete from files f
    where f.ctid = any (unused)
      and not exists (select from file_uses u where u.company_id = f.company_id and u.file_id = f.id)
      and not exists (select from file_uploads p where p.company_id = f.company_id and p.file_id = f.id)
    returning f.id;
end $$;

CREATE FUNCTION public.shown_id(prefix text, id uuid) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((prefix || '_'::text) || (SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz'::text, (((SUBSTRING((('00'::"bit")::bit varying || ((('x'::text || replace((shown_id.id)::text, '-'::text, ''::text)))::bit(128))::bit varying) FROM ((i.i * 5) + 1) FOR 5))::bit(5))::integer + 1), 1), ''::text ORDER BY i.i) AS string_agg FROM generate_series(0, 25) i(i)));

CREATE FUNCTION public.start_activity() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into record_activity (company_id, record_id, type_id, at)
  select company_id, id, type_id, created_at from made on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.uuid_at(moment timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    RETURN ((lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid;

CREATE FUNCTION public.uuid_hour(id uuid) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    RETURN to_timestamp((((((('x'::text || lpad("left"(replace((id)::text, '-'::text, ''::text), 12), 16, '0'::text)))::bit(64))::bigint / 3600000) * 3600))::double precision);

CREATE FUNCTION public.webhook_deliveries_keep_partitions(keep_days integer DEFAULT 30) RETURNS integer
    LANGUAGE plpgsql
    SET lock_timeout TO '500ms'
    AS $_$
declare
  day_start timestamp;
  partition_name text;
  first_id uuid;
  next_id uuid;
begin
  for ahead in 0..2 loop
    day_start := date_trunc('day', now() at time zone 'UTC') + make_interval(days => ahead);
    partition_name := 'webhook_deliveries_' || to_char(day_start, 'YYYY_MM_DD');
    continue when to_regclass(partition_name) is not null;
    lock table webhook_deliveries_default in access exclusive mode;
    -- Somebody else may have made it while this call waited.
    continue when to_regclass(partition_name) is not null;
    first_id := uuid_at(day_start at time zone 'UTC');
    next_id := uuid_at((day_start + interval '1 day') at time zone 'UTC');
    execute format('create table %I (like webhook_deliveries including all)', partition_name);
    -- Rows that came before their partition was made. Attaching checks that their companies are there, so it must see them.
    perform set_config('app.backfill', 'on', true);
    execute format('with moved as (delete from webhook_deliveries_default where event_id >= %L and event_id < %L returning *) insert into %I select * from moved',
      first_id, next_id, partition_name);
    execute format('alter table webhook_deliveries attach partition %I for values from (%L) to (%L)', partition_name, first_id, next_id);
    return 1;
  end loop;
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_deliveries'::regclass and c.relname ~ '^webhook_deliveries_\d{4}_\d{2}_\d{2}$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') + interval '1 day' < now() - make_interval(days => keep_days)
    order by c.relname limit 1
  loop
    execute format('alter table webhook_deliveries detach partition %I', partition_name);
    perform set_config('app.backfill', 'on', true);
    execute format('insert into webhook_deliveries_default select d.* from %I d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.state in (''waiting'', ''retrying'') and not d.is_test', partition_name);
    execute format('drop table %I', partition_name);
    return 1;
  end loop;
  return 0;
end $_$;

CREATE TABLE public.absences (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT absences_check CHECK ((ends_at > starts_at)),
    CONSTRAINT absences_note_check CHECK ((length(note) <= 200))
);

ALTER TABLE ONLY public.absences FORCE ROW LEVEL SECURITY;

CREATE TABLE public.activities (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    record_id uuid NOT NULL,
    author_id uuid,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    duration_minutes integer,
    outcome text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    edited_at timestamp with time zone,
    deleted_at timestamp with time zone,
    CONSTRAINT activities_duration_minutes_check CHECK (((duration_minutes >= 1) AND (duration_minutes <= 1440))),
    CONSTRAINT activities_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'meeting'::text, 'email'::text]))),
    CONSTRAINT activities_outcome_check CHECK ((length(outcome) <= 20000))
);

ALTER TABLE ONLY public.activities FORCE ROW LEVEL SECURITY;

CREATE TABLE public.activity_people (
    company_id uuid NOT NULL,
    activity_id uuid NOT NULL,
    record_id uuid NOT NULL
);

ALTER TABLE ONLY public.activity_people FORCE ROW LEVEL SECURITY;

CREATE TABLE public.api_keys (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    last_four text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    client text,
    client_named boolean DEFAULT false NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT api_keys_key_hash_check CHECK ((length(key_hash) = 32)),
    CONSTRAINT api_keys_last_four_check CHECK ((length(last_four) = 4)),
    CONSTRAINT api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.auto_replies (
    company_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    text text NOT NULL,
    updated_by uuid NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT auto_replies_text_check CHECK (((length(text) >= 1) AND (length(text) <= 5000)))
);

ALTER TABLE ONLY public.auto_replies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.auto_reply_counts (
    company_id uuid NOT NULL,
    address text NOT NULL,
    day date NOT NULL,
    n smallint NOT NULL,
    CONSTRAINT auto_reply_counts_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320))),
    CONSTRAINT auto_reply_counts_n_check CHECK (((n >= 1) AND (n <= 5)))
);

ALTER TABLE ONLY public.auto_reply_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.backfills (
    name text NOT NULL,
    after_company uuid NOT NULL,
    after_id uuid NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.calendar_feeds (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_read_at timestamp with time zone,
    CONSTRAINT calendar_feeds_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.calendar_feeds FORCE ROW LEVEL SECURITY;

CREATE TABLE public.canned_replies (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    is_shared boolean NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT canned_replies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT canned_replies_text_check CHECK (((length(text) >= 1) AND (length(text) <= 10000)))
);

ALTER TABLE ONLY public.canned_replies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.channel_folders (
    company_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    path text NOT NULL,
    role text NOT NULL,
    uid_validity bigint NOT NULL,
    last_uid bigint DEFAULT 0 NOT NULL,
    oldest_uid bigint,
    there integer DEFAULT 0 NOT NULL,
    here integer DEFAULT 0 NOT NULL,
    compared_at timestamp with time zone,
    CONSTRAINT channel_folders_path_check CHECK (((length(path) >= 1) AND (length(path) <= 500))),
    CONSTRAINT channel_folders_role_check CHECK ((role = ANY (ARRAY['inbox'::text, 'sent'::text, 'junk'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.channel_folders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.channel_members (
    company_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    user_id uuid NOT NULL
);

ALTER TABLE ONLY public.channel_members FORCE ROW LEVEL SECURITY;

CREATE TABLE public.channels (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    address text,
    access text NOT NULL,
    owner_id uuid,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    credentials bytea,
    version integer DEFAULT 1 NOT NULL,
    history_days integer DEFAULT 30 NOT NULL,
    state text DEFAULT 'ok'::text NOT NULL,
    cause text,
    words text,
    remedy text,
    since timestamp with time zone NOT NULL,
    lines jsonb DEFAULT '[]'::jsonb NOT NULL,
    last_connected_at timestamp with time zone,
    last_sent_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    lease_by text,
    lease_until timestamp with time zone,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    sending_cause text,
    sending_words text,
    sending_remedy text,
    sending_since timestamp with time zone,
    sending_next_try_at timestamp with time zone,
    CONSTRAINT channels_access_check CHECK ((access = ANY (ARRAY['everyone'::text, 'chosen'::text, 'private'::text]))),
    CONSTRAINT channels_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320))),
    CONSTRAINT channels_cause_check CHECK ((length(cause) <= 30)),
    CONSTRAINT channels_check CHECK (((access = 'private'::text) = (owner_id IS NOT NULL))),
    CONSTRAINT channels_check1 CHECK (((lease_by IS NULL) = (lease_until IS NULL))),
    CONSTRAINT channels_check2 CHECK (((deleted_at IS NULL) OR ((credentials IS NULL) AND (lease_by IS NULL)))),
    CONSTRAINT channels_history_days_check CHECK (((history_days >= 0) AND (history_days <= 36500))),
    CONSTRAINT channels_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'whatsapp'::text, 'api'::text]))),
    CONSTRAINT channels_lease_by_check CHECK ((length(lease_by) <= 100)),
    CONSTRAINT channels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT channels_remedy_check CHECK ((length(remedy) <= 500)),
    CONSTRAINT channels_sending_cause_check CHECK ((length(sending_cause) <= 30)),
    CONSTRAINT channels_sending_remedy_check CHECK ((length(sending_remedy) <= 500)),
    CONSTRAINT channels_sending_trouble CHECK ((((sending_cause IS NULL) = (sending_since IS NULL)) AND ((sending_cause IS NULL) = (sending_next_try_at IS NULL)))),
    CONSTRAINT channels_sending_words_check CHECK ((length(sending_words) <= 500)),
    CONSTRAINT channels_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'failing'::text, 'paused'::text, 'needs_sign_in'::text]))),
    CONSTRAINT channels_words_check CHECK ((length(words) <= 500))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.channels FORCE ROW LEVEL SECURITY;

CREATE TABLE public.companies (
    id uuid NOT NULL,
    name text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    currency text DEFAULT 'EUR'::text NOT NULL,
    schema_version integer DEFAULT 1 NOT NULL,
    number_format text DEFAULT '1,234.5'::text NOT NULL,
    date_format text DEFAULT 'day_month_year'::text NOT NULL,
    week_start smallint DEFAULT 1 NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    is_waiting boolean DEFAULT false NOT NULL,
    CONSTRAINT companies_country_check CHECK ((country ~ '^([A-Z]{2})?$'::text)),
    CONSTRAINT companies_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT companies_date_format_check CHECK ((date_format ~ '^[a-z_]{1,30}$'::text)),
    CONSTRAINT companies_language_check CHECK ((language ~ '^[a-z]{2,3}$'::text)),
    CONSTRAINT companies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT companies_number_format_check CHECK (((length(number_format) >= 1) AND (length(number_format) <= 20))),
    CONSTRAINT companies_week_start_check CHECK ((week_start = ANY (ARRAY[1, 6, 7])))
);

ALTER TABLE ONLY public.companies FORCE ROW LEVEL SECURITY;

CREATE VIEW public.company_activities AS
 SELECT activities.company_id,
    activities.id,
    activities.record_id,
    activities.outcome,
    activities.at,
    activities.deleted_at
   FROM public.activities
  WHERE (activities.company_id = public.current_company());

CREATE TABLE public.messages (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    merged_from uuid,
    channel_id uuid NOT NULL,
    direction text NOT NULL,
    state text NOT NULL,
    kind text DEFAULT 'mail'::text NOT NULL,
    user_id uuid,
    key_id uuid,
    contact_id uuid,
    sender jsonb,
    recipients jsonb DEFAULT '{}'::jsonb NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    html text,
    quote_at integer,
    mentions uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    at timestamp with time zone NOT NULL,
    send_at timestamp with time zone,
    message_key bytea,
    rfc_id text,
    envelope_id text,
    external_id text,
    error text,
    authentication text DEFAULT 'unknown'::text NOT NULL,
    item_id uuid,
    file_count integer DEFAULT 0 NOT NULL,
    words tsvector GENERATED ALWAYS AS (public.message_words(subject, text, sender, recipients)) STORED,
    is_newcomer boolean DEFAULT false NOT NULL,
    CONSTRAINT messages_authentication_check CHECK ((authentication = ANY (ARRAY['pass'::text, 'fail'::text, 'unknown'::text]))),
    CONSTRAINT messages_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'note'::text]))),
    CONSTRAINT messages_envelope_id_check CHECK ((length(envelope_id) <= 100)),
    CONSTRAINT messages_error_check CHECK ((length(error) <= 2000)),
    CONSTRAINT messages_external_id_check CHECK ((length(external_id) <= 200)),
    CONSTRAINT messages_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'automatic'::text, 'bounce'::text]))),
    CONSTRAINT messages_message_key_check CHECK ((length(message_key) = 32)),
    CONSTRAINT messages_rfc_id_check CHECK ((octet_length(rfc_id) <= 1000)),
    CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['received'::text, 'draft'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'unknown'::text, 'cancelled'::text]))),
    CONSTRAINT messages_subject_check CHECK ((length(subject) <= 1000))
);
ALTER TABLE ONLY public.messages ALTER COLUMN text SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.messages ALTER COLUMN html SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.messages FORCE ROW LEVEL SECURITY;

CREATE VIEW public.company_messages AS
 SELECT messages.company_id,
    messages.id,
    messages.conversation_id,
    messages.channel_id,
    messages.direction,
    messages.state,
    messages.at,
    messages.file_count,
    messages.words
   FROM public.messages
  WHERE (messages.company_id = public.current_company());

CREATE TABLE public.notes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    record_id uuid NOT NULL,
    author_id uuid,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    edited_at timestamp with time zone,
    format text DEFAULT 'text'::text NOT NULL,
    mentions jsonb DEFAULT '[]'::jsonb NOT NULL,
    pinned_at timestamp with time zone,
    CONSTRAINT notes_format_check CHECK ((format = ANY (ARRAY['text'::text, 'markdown'::text]))),
    CONSTRAINT notes_mentions_check CHECK ((jsonb_typeof(mentions) = 'array'::text)),
    CONSTRAINT notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000)))
);

ALTER TABLE ONLY public.notes FORCE ROW LEVEL SECURITY;

CREATE VIEW public.company_notes AS
 SELECT notes.company_id,
    notes.id,
    notes.record_id,
    notes.text,
    notes.created_at,
    notes.deleted_at
   FROM public.notes
  WHERE (notes.company_id = public.current_company());

CREATE TABLE public.record_activity (
    company_id uuid NOT NULL,
    record_id uuid NOT NULL,
    type_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    contacted_at timestamp with time zone
);

ALTER TABLE ONLY public.record_activity FORCE ROW LEVEL SECURITY;

CREATE TABLE public.records (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    type_id uuid NOT NULL,
    title text NOT NULL,
    owner_id uuid,
    stage text,
    amount numeric,
    due_at timestamp with time zone,
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    search text DEFAULT ''::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    merged_into uuid,
    folded jsonb,
    foreign_money jsonb,
    stage_entered_at timestamp with time zone,
    won_at timestamp with time zone,
    lost_at timestamp with time zone,
    part_of uuid,
    CONSTRAINT records_title_check CHECK ((length(title) <= 500))
);
ALTER TABLE ONLY public.records ALTER COLUMN search SET STATISTICS 1000;

CREATE VIEW public.company_records AS
 SELECT r.company_id,
    r.id,
    r.type_id,
    r.title,
    r.owner_id,
    r.stage,
    r.amount,
    r.due_at,
    r.data,
    r.search,
    r.version,
    r.created_at,
    r.updated_at,
    r.deleted_at,
    r.merged_into,
    r.folded,
    r.foreign_money,
    r.stage_entered_at,
    r.won_at,
    r.lost_at,
    a.at AS last_activity_at,
    a.contacted_at AS last_contacted,
    r.part_of
   FROM (public.records r
     LEFT JOIN public.record_activity a ON (((a.company_id = r.company_id) AND (a.record_id = r.id) AND (a.type_id = r.type_id))))
  WHERE (r.company_id = public.current_company());

CREATE TABLE public.consents (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    state text NOT NULL,
    source text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    message_id uuid,
    user_id uuid,
    key_id uuid,
    at timestamp with time zone NOT NULL,
    CONSTRAINT consents_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320))),
    CONSTRAINT consents_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'whatsapp'::text, 'api'::text]))),
    CONSTRAINT consents_source_check CHECK (((length(source) >= 1) AND (length(source) <= 200))),
    CONSTRAINT consents_state_check CHECK ((state = ANY (ARRAY['granted'::text, 'withdrawn'::text, 'bounced'::text, 'complained'::text]))),
    CONSTRAINT consents_text_check CHECK ((length(text) <= 2000))
);

ALTER TABLE ONLY public.consents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.conversation_reads (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    seen_message_id uuid,
    at timestamp with time zone NOT NULL
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.conversation_reads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.conversation_records (
    company_id uuid NOT NULL,
    record_id uuid NOT NULL,
    conversation_id uuid NOT NULL
);

ALTER TABLE ONLY public.conversation_records FORCE ROW LEVEL SECURITY;

CREATE TABLE public.conversations (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    channel_id uuid NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    preview text DEFAULT ''::text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    assignee_id uuid,
    contact_id uuid,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    waits_for text DEFAULT 'us'::text NOT NULL,
    due_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    last_at timestamp with time zone NOT NULL,
    last_message_id uuid,
    list_key bigint GENERATED ALWAYS AS (
CASE
    WHEN (state = 'snoozed'::text) THEN ((EXTRACT(epoch FROM (snoozed_until - '1970-01-01 00:00:00+00'::timestamp with time zone)) * (1000)::numeric))::bigint
    WHEN ((state = 'open'::text) AND (waits_for = 'us'::text)) THEN ((EXTRACT(epoch FROM (COALESCE(due_at, last_at) - '1970-01-01 00:00:00+00'::timestamp with time zone)) * (1000)::numeric))::bigint
    ELSE ('8000000000000'::bigint - ((EXTRACT(epoch FROM (last_at - '1970-01-01 00:00:00+00'::timestamp with time zone)) * (1000)::numeric))::bigint)
END) STORED NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    message_count integer DEFAULT 0 NOT NULL,
    merged_into uuid,
    split_from uuid,
    created_at timestamp with time zone NOT NULL,
    overdue_at timestamp with time zone,
    CONSTRAINT conversations_check CHECK (((state = 'snoozed'::text) = (snoozed_until IS NOT NULL))),
    CONSTRAINT conversations_preview_check CHECK ((length(preview) <= 300)),
    CONSTRAINT conversations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'snoozed'::text, 'closed'::text, 'spam'::text]))),
    CONSTRAINT conversations_subject_check CHECK ((length(subject) <= 1000)),
    CONSTRAINT conversations_tags_check CHECK ((cardinality(tags) <= 20)),
    CONSTRAINT conversations_waits_for_check CHECK ((waits_for = ANY (ARRAY['us'::text, 'them'::text])))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.conversations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.currency_rates (
    company_id uuid NOT NULL,
    currency text NOT NULL,
    rate numeric NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT currency_rates_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT currency_rates_rate_check CHECK ((rate > (0)::numeric))
);

ALTER TABLE ONLY public.currency_rates FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dashboards (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT dashboards_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

ALTER TABLE ONLY public.dashboards FORCE ROW LEVEL SECURITY;

CREATE TABLE public.destinations (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    url text,
    headers bytea,
    header_names text[] DEFAULT '{}'::text[] NOT NULL,
    secret bytea,
    last_four text,
    mapping jsonb DEFAULT '[]'::jsonb NOT NULL,
    accept jsonb DEFAULT '{}'::jsonb NOT NULL,
    timeout_ms integer DEFAULT 5000 NOT NULL,
    email text,
    user_id uuid,
    code bytea,
    code_last_four text,
    return_days smallint DEFAULT 7 NOT NULL,
    is_paused boolean DEFAULT false NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT destinations_check CHECK (((deleted_at IS NOT NULL) OR
CASE kind
    WHEN 'http'::text THEN ((url IS NOT NULL) AND (secret IS NOT NULL))
    WHEN 'email'::text THEN (email IS NOT NULL)
    WHEN 'teammate'::text THEN (user_id IS NOT NULL)
    ELSE (code IS NOT NULL)
END)),
    CONSTRAINT destinations_check1 CHECK (((deleted_at IS NULL) OR ((secret IS NULL) AND (headers IS NULL) AND (code IS NULL)))),
    CONSTRAINT destinations_check2 CHECK (((secret IS NULL) = (last_four IS NULL))),
    CONSTRAINT destinations_check3 CHECK (((code IS NULL) = (code_last_four IS NULL))),
    CONSTRAINT destinations_code_last_four_check CHECK ((length(code_last_four) = 4)),
    CONSTRAINT destinations_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    CONSTRAINT destinations_kind_check CHECK ((kind = ANY (ARRAY['http'::text, 'email'::text, 'teammate'::text, 'company'::text]))),
    CONSTRAINT destinations_last_four_check CHECK ((length(last_four) = 4)),
    CONSTRAINT destinations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT destinations_return_days_check CHECK (((return_days >= 0) AND (return_days <= 90))),
    CONSTRAINT destinations_timeout_ms_check CHECK (((timeout_ms >= 1000) AND (timeout_ms <= 15000))),
    CONSTRAINT destinations_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);

ALTER TABLE ONLY public.destinations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.duplicate_dismissals (
    company_id uuid NOT NULL,
    record_id uuid NOT NULL,
    other_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT duplicate_dismissals_check CHECK ((record_id < other_id))
);

ALTER TABLE ONLY public.duplicate_dismissals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.email_verifications (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT email_verifications_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.email_verifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.event_seals (
    company_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    number bigint NOT NULL,
    events integer NOT NULL,
    ids_digest bytea NOT NULL,
    digest bytea NOT NULL,
    seal bytea NOT NULL,
    CONSTRAINT event_seals_events_check CHECK ((events > 0)),
    CONSTRAINT event_seals_number_check CHECK ((number > 0))
);

ALTER TABLE ONLY public.event_seals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.events_default (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    actor_user uuid,
    actor_key uuid,
    via text NOT NULL,
    operation text NOT NULL,
    operation_id uuid NOT NULL,
    request_id text NOT NULL,
    data jsonb NOT NULL,
    changes jsonb,
    written_in xid8 DEFAULT GREATEST(pg_current_xact_id(), pg_snapshot_xmax(pg_current_snapshot())) NOT NULL,
    place bigint DEFAULT nextval('public.event_places'::regclass) NOT NULL,
    txid xid8 DEFAULT pg_current_xact_id(),
    CONSTRAINT events_via_check CHECK ((via = ANY (ARRAY['web'::text, 'rest'::text, 'mcp'::text, 'system'::text])))
);

CREATE TABLE public.export_parts (
    company_id uuid NOT NULL,
    export_id uuid NOT NULL,
    "position" integer NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT export_parts_position_check CHECK (("position" >= 0))
);

ALTER TABLE ONLY public.export_parts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.exports (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    type_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    filter text DEFAULT ''::text NOT NULL,
    sort text NOT NULL,
    fields jsonb NOT NULL,
    state text NOT NULL,
    cursor text,
    rows integer DEFAULT 0 NOT NULL,
    parts integer DEFAULT 0 NOT NULL,
    size bigint DEFAULT 0 NOT NULL,
    failure text,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT exports_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT exports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.exports FORCE ROW LEVEL SECURITY;

CREATE TABLE public.fields (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    type_id uuid NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    type text NOT NULL,
    is_multi boolean DEFAULT false NOT NULL,
    is_required boolean DEFAULT false NOT NULL,
    options jsonb,
    related_type_id uuid,
    inverse_key text,
    inverse_label text,
    "position" integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    is_unique boolean DEFAULT false NOT NULL,
    is_domain boolean DEFAULT false NOT NULL,
    CONSTRAINT fields_inverse_key_check CHECK ((inverse_key ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
    CONSTRAINT fields_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
    CONSTRAINT fields_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
    CONSTRAINT fields_type_check CHECK ((type ~ '^[a-z][a-z0-9_]{0,39}$'::text))
);

ALTER TABLE ONLY public.fields FORCE ROW LEVEL SECURITY;

CREATE TABLE public.file_chunks (
    company_id uuid NOT NULL,
    file_id uuid NOT NULL,
    n integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT file_chunks_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 262144))),
    CONSTRAINT file_chunks_n_check CHECK ((n >= 0))
);
ALTER TABLE ONLY public.file_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.file_chunks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.file_uploads (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    file_id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    tag text,
    size bigint NOT NULL,
    received bigint DEFAULT 0 NOT NULL,
    sha256 bytea,
    hashed bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    active_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT file_uploads_check CHECK (((received >= 0) AND (received <= size))),
    CONSTRAINT file_uploads_check1 CHECK (((finished_at IS NULL) OR (received = size))),
    CONSTRAINT file_uploads_hashed_check CHECK ((length(hashed) = 32)),
    CONSTRAINT file_uploads_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT file_uploads_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT file_uploads_size_check CHECK ((size > 0)),
    CONSTRAINT file_uploads_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 200))),
    CONSTRAINT file_uploads_type_check CHECK (((length(type) >= 3) AND (length(type) <= 100)))
);

ALTER TABLE ONLY public.file_uploads FORCE ROW LEVEL SECURITY;

CREATE TABLE public.file_uses (
    company_id uuid NOT NULL,
    file_id uuid NOT NULL,
    used_by text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    content_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT file_uses_content_id_check CHECK ((length(content_id) <= 250)),
    CONSTRAINT file_uses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT file_uses_position_check CHECK (("position" >= 0)),
    CONSTRAINT file_uses_type_check CHECK (((length(type) >= 3) AND (length(type) <= 100))),
    CONSTRAINT file_uses_used_by_check CHECK ((used_by ~ '^[a-z]{3,4}_[0-9a-z]{26}$'::text))
);

ALTER TABLE ONLY public.file_uses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.files (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    sha256 bytea,
    size bigint,
    created_by uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT files_check CHECK (((sha256 IS NULL) = (size IS NULL))),
    CONSTRAINT files_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT files_size_check CHECK ((size >= 0))
);

ALTER TABLE ONLY public.files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_keys (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    answer jsonb,
    created_at timestamp with time zone NOT NULL,
    packed bytea,
    CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
    CONSTRAINT idempotency_keys_packed_check CHECK ((octet_length(packed) <= 65536))
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_errors (
    company_id uuid NOT NULL,
    import_id uuid NOT NULL,
    "row" integer NOT NULL,
    cells jsonb NOT NULL,
    reasons jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    is_refused boolean DEFAULT true NOT NULL
);

ALTER TABLE ONLY public.import_errors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_keys (
    company_id uuid NOT NULL,
    import_id uuid NOT NULL,
    key bigint NOT NULL,
    record_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "row" integer
);

ALTER TABLE ONLY public.import_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_parts (
    company_id uuid NOT NULL,
    import_id uuid NOT NULL,
    "position" integer NOT NULL,
    bytes bytea NOT NULL,
    alphabet text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    is_text boolean DEFAULT false NOT NULL,
    CONSTRAINT import_parts_alphabet_check CHECK ((alphabet = ANY (ARRAY['ascii'::text, 'utf-8'::text, 'other'::text]))),
    CONSTRAINT import_parts_bytes_check CHECK ((length(bytes) <= 700000)),
    CONSTRAINT import_parts_position_check CHECK (("position" >= 0))
);
ALTER TABLE ONLY public.import_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.import_parts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imports (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    type_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    size integer NOT NULL,
    state text NOT NULL,
    encoding text,
    delimiter text,
    columns jsonb,
    mode text,
    match text,
    mapping jsonb,
    next_byte integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 1 NOT NULL,
    batch_rows integer DEFAULT 1000 NOT NULL,
    total_rows integer,
    rows integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    failure text,
    operation_id uuid,
    undo_operation_id uuid,
    undo_user_id uuid,
    undo_before uuid,
    restored integer DEFAULT 0 NOT NULL,
    kept integer DEFAULT 0 NOT NULL,
    kept_records jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    sheets jsonb,
    sheet integer,
    text_size integer,
    spellings jsonb,
    bad_cells text,
    warned integer DEFAULT 0 NOT NULL,
    by_field jsonb DEFAULT '{}'::jsonb NOT NULL,
    repeated_rows text,
    repeats jsonb DEFAULT '{"rows": 0, "groups": []}'::jsonb NOT NULL,
    CONSTRAINT imports_bad_cells_check CHECK ((bad_cells = ANY (ARRAY['leave_empty'::text, 'refuse_row'::text]))),
    CONSTRAINT imports_check CHECK ((rows = (((created + updated) + skipped) + failed))),
    CONSTRAINT imports_delimiter_check CHECK ((length(delimiter) = 1)),
    CONSTRAINT imports_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'windows-1252'::text]))),
    CONSTRAINT imports_mode_check CHECK ((mode = ANY (ARRAY['create'::text, 'upsert'::text]))),
    CONSTRAINT imports_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT imports_repeated_rows_check CHECK ((repeated_rows = ANY (ARRAY['refuse_row'::text, 'import'::text]))),
    CONSTRAINT imports_sheet_check CHECK ((sheet >= 0)),
    CONSTRAINT imports_size_check CHECK (((size >= 1) AND (size <= 52428800))),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'reading'::text, 'ready'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
    CONSTRAINT imports_text_size_check CHECK (((text_size >= 0) AND (text_size <= 104857600)))
);

ALTER TABLE ONLY public.imports FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbound_items (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    channel_id uuid NOT NULL,
    source_key text NOT NULL,
    bytes bytea,
    size integer NOT NULL,
    state text DEFAULT 'new'::text NOT NULL,
    reason text,
    attempts smallint DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    received_at timestamp with time zone NOT NULL,
    message_id uuid,
    message_key bytea,
    is_history boolean DEFAULT false NOT NULL,
    CONSTRAINT inbound_items_check CHECK (((next_try_at IS NULL) OR (state = 'new'::text))),
    CONSTRAINT inbound_items_message_key_check CHECK ((length(message_key) = 32)),
    CONSTRAINT inbound_items_reason_check CHECK ((length(reason) <= 500)),
    CONSTRAINT inbound_items_size_check CHECK ((size >= 0)),
    CONSTRAINT inbound_items_source_key_check CHECK (((length(source_key) >= 1) AND (length(source_key) <= 700))),
    CONSTRAINT inbound_items_state_check CHECK ((state = ANY (ARRAY['new'::text, 'done'::text, 'duplicate'::text, 'skipped'::text, 'failed'::text])))
)
WITH (fillfactor='80');
ALTER TABLE ONLY public.inbound_items ALTER COLUMN bytes SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.inbound_items FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbox_clock_policies (
    company_id uuid NOT NULL,
    id smallint DEFAULT 1 NOT NULL,
    is_on boolean NOT NULL,
    first_minutes integer NOT NULL,
    next_minutes integer NOT NULL,
    updated_by uuid NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT inbox_clock_policies_first_minutes_check CHECK (((first_minutes >= 1) AND (first_minutes <= 20160))),
    CONSTRAINT inbox_clock_policies_id_check CHECK ((id = 1)),
    CONSTRAINT inbox_clock_policies_next_minutes_check CHECK (((next_minutes >= 1) AND (next_minutes <= 20160)))
);

ALTER TABLE ONLY public.inbox_clock_policies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invitations (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    token_hash bytea,
    invited_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    revoked_at timestamp with time zone,
    is_mailed boolean DEFAULT false NOT NULL,
    CONSTRAINT invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text]))),
    CONSTRAINT invitations_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.invitations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.jobs (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    payload jsonb NOT NULL,
    queue text,
    key text,
    priority smallint DEFAULT 0 NOT NULL,
    state text NOT NULL,
    run_at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    attempt smallint DEFAULT 0 NOT NULL,
    worker uuid,
    started_at timestamp with time zone,
    failed_at timestamp with time zone,
    last_error text,
    created_at timestamp with time zone NOT NULL,
    request_id text,
    CONSTRAINT jobs_check CHECK (((payload ->> 'company'::text) = (company_id)::text)),
    CONSTRAINT jobs_check1 CHECK (((state = 'running'::text) = (worker IS NOT NULL))),
    CONSTRAINT jobs_check2 CHECK (((state = 'failed'::text) = (failed_at IS NOT NULL))),
    CONSTRAINT jobs_key_check CHECK ((length(key) <= 500)),
    CONSTRAINT jobs_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT jobs_queue_check CHECK ((length(queue) <= 500)),
    CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'waiting'::text, 'blocked'::text, 'running'::text, 'failed'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='5000');

ALTER TABLE ONLY public.jobs FORCE ROW LEVEL SECURITY;

ALTER TABLE public.jobs ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jobs_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.key_usage (
    company_id uuid NOT NULL,
    key_id uuid NOT NULL,
    day date NOT NULL,
    rows bigint NOT NULL,
    calls bigint NOT NULL,
    is_unusual boolean DEFAULT false NOT NULL,
    CONSTRAINT key_usage_calls_check CHECK ((calls >= 0)),
    CONSTRAINT key_usage_rows_check CHECK ((rows >= 0))
);

ALTER TABLE ONLY public.key_usage FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_arrivals (
    company_id uuid NOT NULL,
    hop_id uuid NOT NULL,
    code_id uuid NOT NULL,
    from_company uuid NOT NULL,
    from_name text NOT NULL,
    via text[] NOT NULL,
    received_at timestamp with time zone NOT NULL,
    return_state text,
    return_reason text,
    return_answer text,
    return_by uuid,
    CONSTRAINT lead_arrivals_return_answer_check CHECK ((length(return_answer) <= 200)),
    CONSTRAINT lead_arrivals_return_reason_check CHECK ((length(return_reason) <= 500)),
    CONSTRAINT lead_arrivals_return_state_check CHECK ((return_state = ANY (ARRAY['asked'::text, 'returned'::text, 'refused'::text])))
);

ALTER TABLE ONLY public.lead_arrivals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_clock_policies (
    company_id uuid NOT NULL,
    id smallint DEFAULT 1 NOT NULL,
    is_on boolean NOT NULL,
    minutes integer NOT NULL,
    on_overdue text NOT NULL,
    most_handovers smallint DEFAULT 3 NOT NULL,
    updated_by uuid NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT lead_clock_policies_id_check CHECK ((id = 1)),
    CONSTRAINT lead_clock_policies_minutes_check CHECK (((minutes >= 1) AND (minutes <= 20160))),
    CONSTRAINT lead_clock_policies_most_handovers_check CHECK (((most_handovers >= 1) AND (most_handovers <= 20))),
    CONSTRAINT lead_clock_policies_on_overdue_check CHECK ((on_overdue = ANY (ARRAY['tell'::text, 'next'::text])))
);

ALTER TABLE ONLY public.lead_clock_policies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_clocks (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    user_id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    minutes integer NOT NULL,
    on_overdue text NOT NULL,
    response_minutes integer,
    responded_at timestamp with time zone,
    responded_by uuid,
    response text,
    overdue_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT lead_clocks_on_overdue_check CHECK ((on_overdue = ANY (ARRAY['tell'::text, 'next'::text]))),
    CONSTRAINT lead_clocks_response_check CHECK ((response = ANY (ARRAY['note'::text, 'status'::text, 'converted'::text])))
)
WITH (fillfactor='80');

ALTER TABLE ONLY public.lead_clocks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_codes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    code_hash bytea NOT NULL,
    last_four text NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    renewed_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT lead_codes_code_hash_check CHECK ((length(code_hash) = 32)),
    CONSTRAINT lead_codes_last_four_check CHECK ((length(last_four) = 4)),
    CONSTRAINT lead_codes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

ALTER TABLE ONLY public.lead_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_conversions (
    company_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    operation_id uuid NOT NULL,
    contact_id uuid,
    organization_id uuid,
    deal_id uuid,
    made uuid[] NOT NULL,
    changes jsonb NOT NULL,
    user_id uuid NOT NULL,
    converted_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone
);

ALTER TABLE ONLY public.lead_conversions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_counts (
    company_id uuid NOT NULL,
    rule_id uuid NOT NULL,
    who uuid NOT NULL,
    per text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    n integer NOT NULL,
    CONSTRAINT lead_counts_n_check CHECK ((n >= 0)),
    CONSTRAINT lead_counts_per_check CHECK ((per = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.lead_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_decisions (
    company_id uuid NOT NULL,
    n bigint NOT NULL,
    lead_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    cause text NOT NULL,
    rules_version integer NOT NULL,
    facts json NOT NULL,
    steps json NOT NULL,
    outcome json NOT NULL,
    kind text NOT NULL,
    rule_id uuid,
    user_id uuid,
    destination_id uuid,
    counted json NOT NULL,
    is_given_back boolean DEFAULT false NOT NULL,
    CONSTRAINT lead_decisions_cause_check CHECK ((cause = ANY (ARRAY['new'::text, 'refused'::text, 'timeout'::text, 'unknown'::text, 'returned'::text, 'asked'::text, 'overdue'::text]))),
    CONSTRAINT lead_decisions_kind_check CHECK ((kind = ANY (ARRAY['assign'::text, 'send'::text, 'none'::text])))
);

ALTER TABLE ONLY public.lead_decisions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_deliveries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid,
    destination_id uuid NOT NULL,
    n integer,
    rule_id uuid,
    on_unknown text NOT NULL,
    state text DEFAULT 'reserved'::text NOT NULL,
    is_past boolean DEFAULT false NOT NULL,
    lease_by text,
    next_at timestamp with time zone,
    tries smallint DEFAULT 0 NOT NULL,
    is_failure boolean DEFAULT false NOT NULL,
    reason text,
    body bytea,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    ms integer,
    reserved_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    returned_at timestamp with time zone,
    return_reason text,
    return_by uuid,
    CONSTRAINT lead_deliveries_check CHECK ((num_nulls(lead_id, n, rule_id) = ANY (ARRAY[0, 3]))),
    CONSTRAINT lead_deliveries_check1 CHECK (((next_at IS NULL) OR (state = ANY (ARRAY['reserved'::text, 'unknown'::text])))),
    CONSTRAINT lead_deliveries_check2 CHECK (((lease_by IS NOT NULL) = (state = 'sending'::text))),
    CONSTRAINT lead_deliveries_on_unknown_check CHECK ((on_unknown = ANY (ARRAY['next'::text, 'hold'::text]))),
    CONSTRAINT lead_deliveries_reason_check CHECK ((length(reason) <= 200)),
    CONSTRAINT lead_deliveries_return_reason_check CHECK ((length(return_reason) <= 500)),
    CONSTRAINT lead_deliveries_state_check CHECK ((state = ANY (ARRAY['reserved'::text, 'sending'::text, 'accepted'::text, 'refused'::text, 'timeout'::text, 'unknown'::text, 'returned'::text])))
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.lead_deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_opt_ins (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    submission_id uuid NOT NULL,
    email text NOT NULL,
    token_hash bytea,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    CONSTRAINT lead_opt_ins_email_check CHECK ((length(email) <= 320)),
    CONSTRAINT lead_opt_ins_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.lead_opt_ins FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_routing (
    company_id uuid NOT NULL,
    n bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.lead_routing FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_rules (
    company_id uuid NOT NULL,
    version integer NOT NULL,
    rules jsonb NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    saved_by uuid NOT NULL,
    saved_at timestamp with time zone NOT NULL,
    CONSTRAINT lead_rules_note_check CHECK ((length(note) <= 500)),
    CONSTRAINT lead_rules_version_check CHECK ((version > 0))
);

ALTER TABLE ONLY public.lead_rules FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_source_days (
    company_id uuid NOT NULL,
    source_id uuid NOT NULL,
    day date NOT NULL,
    accepted integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    last_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.lead_source_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_sources (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    public_id text NOT NULL,
    name text NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    fields jsonb NOT NULL,
    origins text[] DEFAULT '{}'::text[] NOT NULL,
    redirect_url text,
    button text NOT NULL,
    thanks text NOT NULL,
    intro text DEFAULT ''::text NOT NULL,
    consent_text text DEFAULT ''::text NOT NULL,
    consent_version integer DEFAULT 1 NOT NULL,
    is_consent_required boolean DEFAULT false NOT NULL,
    wants_opt_in boolean DEFAULT false NOT NULL,
    day_cap integer DEFAULT 1000 NOT NULL,
    flood_since timestamp with time zone,
    flood_until timestamp with time zone,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    headline text DEFAULT ''::text NOT NULL,
    points text[] DEFAULT '{}'::text[] NOT NULL,
    privacy_url text,
    imprint_url text,
    CONSTRAINT lead_sources_button_check CHECK (((length(button) >= 1) AND (length(button) <= 60))),
    CONSTRAINT lead_sources_consent_text_check CHECK ((length(consent_text) <= 2000)),
    CONSTRAINT lead_sources_day_cap_check CHECK (((day_cap >= 1) AND (day_cap <= 10000000))),
    CONSTRAINT lead_sources_headline_check CHECK ((length(headline) <= 100)),
    CONSTRAINT lead_sources_imprint_url_check CHECK ((length(imprint_url) <= 2000)),
    CONSTRAINT lead_sources_intro_check CHECK ((length(intro) <= 2000)),
    CONSTRAINT lead_sources_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT lead_sources_points_check CHECK ((cardinality(points) <= 6)),
    CONSTRAINT lead_sources_privacy_url_check CHECK ((length(privacy_url) <= 2000)),
    CONSTRAINT lead_sources_public_id_check CHECK ((public_id ~ '^[0-9A-Za-z]{16}$'::text)),
    CONSTRAINT lead_sources_redirect_url_check CHECK ((length(redirect_url) <= 2000)),
    CONSTRAINT lead_sources_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'paused'::text]))),
    CONSTRAINT lead_sources_thanks_check CHECK ((length(thanks) <= 500))
);

ALTER TABLE ONLY public.lead_sources FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_submissions (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    source_id uuid,
    sender text,
    dedupe_key text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    state text NOT NULL,
    state_at timestamp with time zone NOT NULL,
    is_released boolean DEFAULT false NOT NULL,
    given jsonb NOT NULL,
    attribution jsonb DEFAULT '{}'::jsonb NOT NULL,
    consent jsonb,
    score smallint DEFAULT 0 NOT NULL,
    reasons text[] DEFAULT '{}'::text[] NOT NULL,
    ip text,
    user_agent text,
    lead_id uuid,
    kind text,
    failure text,
    tries smallint DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    CONSTRAINT lead_submissions_check CHECK (((state = 'taken'::text) = (kind IS NOT NULL))),
    CONSTRAINT lead_submissions_check1 CHECK (((lead_id IS NULL) OR (state = 'taken'::text))),
    CONSTRAINT lead_submissions_dedupe_key_check CHECK (((length(dedupe_key) >= 1) AND (length(dedupe_key) <= 100))),
    CONSTRAINT lead_submissions_failure_check CHECK ((length(failure) <= 500)),
    CONSTRAINT lead_submissions_ip_check CHECK ((length(ip) <= 60)),
    CONSTRAINT lead_submissions_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'touch'::text, 'contact'::text]))),
    CONSTRAINT lead_submissions_sender_check CHECK ((length(sender) <= 200)),
    CONSTRAINT lead_submissions_state_check CHECK ((state = ANY (ARRAY['received'::text, 'taken'::text, 'held'::text, 'dropped'::text, 'failed'::text]))),
    CONSTRAINT lead_submissions_user_agent_check CHECK ((length(user_agent) <= 300))
);

ALTER TABLE ONLY public.lead_submissions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.lead_turns (
    company_id uuid NOT NULL,
    rule_id uuid NOT NULL,
    who uuid NOT NULL,
    ends numeric NOT NULL,
    present uuid[]
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.lead_turns FORCE ROW LEVEL SECURITY;

CREATE TABLE public.log_clusters (
    shift bigint NOT NULL,
    cluster text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.log_cursors (
    company_id uuid NOT NULL,
    subscriber text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    seen pg_snapshot,
    upto pg_snapshot,
    written_in xid8 DEFAULT '0'::xid8 NOT NULL,
    place bigint DEFAULT 0 NOT NULL,
    lease_by text,
    due_since timestamp with time zone,
    next_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    last_error text,
    parked_at timestamp with time zone
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.log_cursors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.log_subscribers (
    subscriber text NOT NULL,
    mark pg_snapshot NOT NULL,
    marked_at timestamp with time zone NOT NULL
);

CREATE TABLE public.message_drafts (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    content jsonb NOT NULL,
    seen_message_id uuid,
    updated_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.message_drafts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.message_ids (
    company_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    rfc_id text NOT NULL,
    message_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    CONSTRAINT message_ids_rfc_id_check CHECK ((octet_length(rfc_id) <= 1000))
);

ALTER TABLE ONLY public.message_ids FORCE ROW LEVEL SECURITY;

CREATE TABLE public.message_sendings (
    company_id uuid NOT NULL,
    message_id uuid NOT NULL,
    channel_id uuid NOT NULL,
    purpose text NOT NULL,
    next_at timestamp with time zone,
    lease_by text,
    is_polled boolean DEFAULT false NOT NULL,
    taken_at timestamp with time zone,
    tries smallint DEFAULT 0 NOT NULL,
    first_try_at timestamp with time zone,
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    before jsonb,
    CONSTRAINT message_sendings_check CHECK (((next_at IS NULL) OR ((lease_by IS NULL) AND (taken_at IS NULL)))),
    CONSTRAINT message_sendings_lease_by_check CHECK ((length(lease_by) <= 100)),
    CONSTRAINT message_sendings_purpose_check CHECK ((purpose = ANY (ARRAY['personal'::text, 'outreach'::text, 'automatic'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.message_sendings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.migrations (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.notification_choices (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    by_mail text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT notification_choices_by_mail_check CHECK ((by_mail = ANY (ARRAY['now'::text, 'daily'::text, 'off'::text]))),
    CONSTRAINT notification_choices_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'assignment'::text, 'reply'::text, 'due'::text, 'finished'::text, 'key'::text])))
);

ALTER TABLE ONLY public.notification_choices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notification_digests (
    company_id uuid NOT NULL,
    id smallint DEFAULT 1 NOT NULL,
    since timestamp with time zone NOT NULL,
    next_at timestamp with time zone NOT NULL,
    CONSTRAINT notification_digests_id_check CHECK ((id = 1))
);

ALTER TABLE ONLY public.notification_digests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notification_mails (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    day date,
    made_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    result text,
    CONSTRAINT notification_mails_check CHECK (((ended_at IS NULL) = (result IS NULL))),
    CONSTRAINT notification_mails_result_check CHECK ((result = ANY (ARRAY['sent'::text, 'nothing'::text])))
);

ALTER TABLE ONLY public.notification_mails FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notification_rounds (
    company_id uuid NOT NULL,
    id smallint DEFAULT 1 NOT NULL,
    told_until timestamp with time zone NOT NULL,
    next_at timestamp with time zone,
    CONSTRAINT notification_rounds_id_check CHECK ((id = 1))
);

ALTER TABLE ONLY public.notification_rounds FORCE ROW LEVEL SECURITY;

CREATE TABLE public.notifications (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    group_id uuid NOT NULL,
    count integer NOT NULL,
    actor_id uuid,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    type_id uuid,
    at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    mail_at timestamp with time zone,
    mail_id uuid,
    mailed_at timestamp with time zone,
    CONSTRAINT notifications_count_check CHECK ((count > 0)),
    CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'assignment'::text, 'reply'::text, 'due'::text, 'finished'::text, 'key'::text]))),
    CONSTRAINT notifications_subject_type_check CHECK ((subject_type = ANY (ARRAY['rec'::text, 'cnv'::text, 'imp'::text, 'exp'::text, 'key'::text])))
);

ALTER TABLE ONLY public.notifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.password_resets (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    made_by uuid,
    CONSTRAINT password_resets_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.password_resets FORCE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE public.presence (
    company_id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    user_id uuid NOT NULL,
    doing text NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT presence_doing_check CHECK ((doing = ANY (ARRAY['reading'::text, 'writing'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.presence FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_files (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    record_id uuid NOT NULL,
    file_id uuid NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    size bigint NOT NULL,
    width integer,
    height integer,
    author_id uuid,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT record_files_check CHECK (((width IS NULL) = (height IS NULL))),
    CONSTRAINT record_files_height_check CHECK ((height > 0)),
    CONSTRAINT record_files_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT record_files_size_check CHECK ((size >= 0)),
    CONSTRAINT record_files_type_check CHECK (((length(type) >= 3) AND (length(type) <= 100))),
    CONSTRAINT record_files_width_check CHECK ((width > 0))
);

ALTER TABLE ONLY public.record_files FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_identifiers (
    company_id uuid NOT NULL,
    type_id uuid NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    record_id uuid NOT NULL,
    CONSTRAINT record_identifiers_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'domain'::text, 'url'::text, 'external_id'::text, 'trashed_id'::text])))
);

ALTER TABLE ONLY public.record_identifiers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_links (
    company_id uuid NOT NULL,
    field_id uuid NOT NULL,
    from_id uuid NOT NULL,
    to_id uuid NOT NULL
);

ALTER TABLE ONLY public.record_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_types (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    label text NOT NULL,
    label_plural text NOT NULL,
    icon text DEFAULT 'table'::text NOT NULL,
    stage_field text,
    amount_field text,
    date_field text,
    "position" integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    retired_at timestamp with time zone,
    CONSTRAINT record_types_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
    CONSTRAINT record_types_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60))),
    CONSTRAINT record_types_label_plural_check CHECK (((length(label_plural) >= 1) AND (length(label_plural) <= 60)))
);

ALTER TABLE ONLY public.record_types FORCE ROW LEVEL SECURITY;

CREATE TABLE public.requests (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    key_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    operation text,
    status smallint NOT NULL,
    duration_ms integer NOT NULL,
    code text,
    CONSTRAINT requests_code_check CHECK ((length(code) <= 60)),
    CONSTRAINT requests_method_check CHECK ((length(method) <= 10)),
    CONSTRAINT requests_operation_check CHECK ((length(operation) <= 60)),
    CONSTRAINT requests_path_check CHECK ((length(path) <= 200))
);

ALTER TABLE ONLY public.requests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.samples (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    steps_done integer DEFAULT 0 NOT NULL,
    failure text,
    operation_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT samples_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'loaded'::text, 'failed'::text, 'removed'::text])))
);

ALTER TABLE ONLY public.samples FORCE ROW LEVEL SECURITY;

CREATE TABLE public.saved_views (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    type_id uuid,
    owner_id uuid NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    name text NOT NULL,
    filter text DEFAULT ''::text NOT NULL,
    sort text DEFAULT ''::text NOT NULL,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    layout text DEFAULT 'table'::text NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    widths jsonb DEFAULT '{}'::jsonb NOT NULL,
    group_by text DEFAULT ''::text NOT NULL,
    CONSTRAINT saved_views_layout_check CHECK ((layout = ANY (ARRAY['table'::text, 'board'::text]))),
    CONSTRAINT saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

ALTER TABLE ONLY public.saved_views FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schedules (
    name text NOT NULL,
    ran_at timestamp with time zone NOT NULL
);

CREATE TABLE public.sessions (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    password_at timestamp with time zone NOT NULL,
    client text,
    ip text,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    link_by uuid,
    CONSTRAINT sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_attempts (
    who bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    since timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    wait_until timestamp with time zone NOT NULL,
    known_at timestamp with time zone,
    CONSTRAINT sign_in_attempts_who_check CHECK ((length(who) = 32))
);

CREATE TABLE public.sign_ups (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    token_hash bytea,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT sign_ups_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
    CONSTRAINT sign_ups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT sign_ups_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.sign_ups FORCE ROW LEVEL SECURITY;

CREATE TABLE public.signatures (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    channel_id uuid,
    text text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT signatures_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);

ALTER TABLE ONLY public.signatures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.silent_workers (
    worker uuid NOT NULL,
    since timestamp with time zone NOT NULL
);

CREATE TABLE public.undone_operations (
    company_id uuid NOT NULL,
    operation_id uuid NOT NULL,
    undone_by uuid NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.undone_operations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.unsubscribe_links (
    company_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    message_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT unsubscribe_links_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320))),
    CONSTRAINT unsubscribe_links_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'whatsapp'::text, 'api'::text]))),
    CONSTRAINT unsubscribe_links_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.unsubscribe_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.users (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    email_verified_at timestamp with time zone,
    link_made_by uuid,
    link_made_at timestamp with time zone,
    CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
    CONSTRAINT users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);

ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_bodies (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    bodies jsonb NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.webhook_bodies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_cursors (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    state text DEFAULT 'on'::text NOT NULL,
    reason text,
    state_since timestamp with time zone NOT NULL,
    seen pg_snapshot NOT NULL,
    upto pg_snapshot,
    written_in xid8 NOT NULL,
    place bigint NOT NULL,
    lease_by text,
    behind_since timestamp with time zone,
    next_at timestamp with time zone,
    rest_until timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    failed_messages integer DEFAULT 0 NOT NULL,
    first_failure_at timestamp with time zone,
    probes smallint DEFAULT 0 NOT NULL,
    warnings smallint DEFAULT 0 NOT NULL,
    parallel smallint DEFAULT 10 NOT NULL,
    is_slow boolean DEFAULT false NOT NULL,
    last_delivery_at timestamp with time zone,
    CONSTRAINT webhook_cursors_parallel_check CHECK (((parallel >= 1) AND (parallel <= 10))),
    CONSTRAINT webhook_cursors_reason_check CHECK ((length(reason) <= 200)),
    CONSTRAINT webhook_cursors_state_check CHECK ((state = ANY (ARRAY['on'::text, 'failing'::text, 'down'::text, 'paused'::text, 'off'::text])))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.webhook_cursors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    at timestamp with time zone NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    subject_name text,
    written_in xid8 NOT NULL,
    place bigint NOT NULL,
    state text NOT NULL,
    body bytea NOT NULL,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    attempt_count smallint DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    is_asked boolean DEFAULT false NOT NULL,
    is_overtaken boolean DEFAULT false NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_deliveries_check CHECK (((next_at IS NULL) OR (state = ANY (ARRAY['retrying'::text, 'waiting'::text])))),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['delivered'::text, 'retrying'::text, 'waiting'::text, 'failed'::text])))
)
PARTITION BY RANGE (event_id);

ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_deliveries_default (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    at timestamp with time zone NOT NULL,
    subject_type text NOT NULL,
    subject_id uuid NOT NULL,
    subject_name text,
    written_in xid8 NOT NULL,
    place bigint NOT NULL,
    state text NOT NULL,
    body bytea NOT NULL,
    attempts jsonb DEFAULT '[]'::jsonb NOT NULL,
    attempt_count smallint DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    is_asked boolean DEFAULT false NOT NULL,
    is_overtaken boolean DEFAULT false NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    CONSTRAINT webhook_deliveries_check CHECK (((next_at IS NULL) OR (state = ANY (ARRAY['retrying'::text, 'waiting'::text])))),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['delivered'::text, 'retrying'::text, 'waiting'::text, 'failed'::text])))
);

CREATE TABLE public.webhook_hours (
    company_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    delivered integer NOT NULL,
    failed integer NOT NULL,
    total_ms bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.webhook_hours FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook_replays (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    target_id uuid NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone NOT NULL,
    event_types text[] NOT NULL,
    filter text NOT NULL,
    only_failed boolean NOT NULL,
    state text NOT NULL,
    total integer NOT NULL,
    queued integer DEFAULT 0 NOT NULL,
    written_in xid8 DEFAULT '0'::xid8 NOT NULL,
    place bigint DEFAULT 0 NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    with_delivered boolean DEFAULT true NOT NULL,
    CONSTRAINT webhook_replays_filter_check CHECK ((length(filter) <= 6000)),
    CONSTRAINT webhook_replays_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.webhook_replays FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhooks (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    event_types text[] NOT NULL,
    filter text NOT NULL,
    fields text[] NOT NULL,
    fingerprint bytea NOT NULL,
    headers bytea,
    header_names text[] NOT NULL,
    secret bytea NOT NULL,
    last_four text NOT NULL,
    old_secret bytea,
    old_secret_until timestamp with time zone,
    signing_key bytea,
    public_key text,
    owner_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT webhooks_check CHECK (((old_secret IS NULL) = (old_secret_until IS NULL))),
    CONSTRAINT webhooks_check1 CHECK (((signing_key IS NULL) = (public_key IS NULL))),
    CONSTRAINT webhooks_filter_check CHECK ((length(filter) <= 6000)),
    CONSTRAINT webhooks_fingerprint_check CHECK ((length(fingerprint) = 32)),
    CONSTRAINT webhooks_last_four_check CHECK ((length(last_four) = 4)),
    CONSTRAINT webhooks_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);

ALTER TABLE ONLY public.webhooks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.widget_results (
    company_id uuid NOT NULL,
    widget_id uuid NOT NULL,
    period text NOT NULL,
    version integer NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    counted_at timestamp with time zone,
    figure jsonb,
    failure jsonb
);

ALTER TABLE ONLY public.widget_results FORCE ROW LEVEL SECURITY;

CREATE TABLE public.widgets (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    dashboard_id uuid NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    type_id uuid,
    filter text DEFAULT ''::text NOT NULL,
    measure text DEFAULT 'count'::text NOT NULL,
    field text DEFAULT ''::text NOT NULL,
    group_by text DEFAULT ''::text NOT NULL,
    "interval" text DEFAULT 'month'::text NOT NULL,
    ahead integer DEFAULT 0 NOT NULL,
    period text DEFAULT 'none'::text NOT NULL,
    date_field text DEFAULT ''::text NOT NULL,
    goal bigint,
    sort text DEFAULT ''::text NOT NULL,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    shown integer NOT NULL,
    "position" integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT widgets_ahead_check CHECK ((ahead >= 0)),
    CONSTRAINT widgets_check CHECK (((kind = 'activity'::text) = (type_id IS NULL))),
    CONSTRAINT widgets_goal_check CHECK ((goal >= 0)),
    CONSTRAINT widgets_height_check CHECK (((height >= 1) AND (height <= 12))),
    CONSTRAINT widgets_interval_check CHECK (("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'quarter'::text, 'year'::text]))),
    CONSTRAINT widgets_kind_check CHECK ((kind = ANY (ARRAY['number'::text, 'bar'::text, 'line'::text, 'area'::text, 'funnel'::text, 'table'::text, 'leaderboard'::text, 'activity'::text]))),
    CONSTRAINT widgets_measure_check CHECK ((measure = ANY (ARRAY['count'::text, 'sum'::text, 'average'::text, 'median'::text, 'min'::text, 'max'::text, 'weighted'::text]))),
    CONSTRAINT widgets_period_check CHECK ((period = ANY (ARRAY['none'::text, 'page'::text, 'week'::text, 'month'::text, 'quarter'::text, 'year'::text]))),
    CONSTRAINT widgets_shown_check CHECK (((shown >= 1) AND (shown <= 50))),
    CONSTRAINT widgets_title_check CHECK (((length(title) >= 1) AND (length(title) <= 80))),
    CONSTRAINT widgets_width_check CHECK (((width >= 1) AND (width <= 12)))
);

ALTER TABLE ONLY public.widgets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.working_hours (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid GENERATED ALWAYS AS (NULLIF(id, company_id)) STORED,
    zone text NOT NULL,
    days jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT working_hours_zone_check CHECK (((length(zone) >= 1) AND (length(zone) <= 60)))
);

ALTER TABLE ONLY public.working_hours FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_default DEFAULT;

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.activity_people
    ADD CONSTRAINT activity_people_pkey PRIMARY KEY (company_id, activity_id, record_id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.auto_replies
    ADD CONSTRAINT auto_replies_pkey PRIMARY KEY (company_id, channel_id);

ALTER TABLE ONLY public.auto_reply_counts
    ADD CONSTRAINT auto_reply_counts_pkey PRIMARY KEY (company_id, address, day, n);

ALTER TABLE ONLY public.backfills
    ADD CONSTRAINT backfills_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_pkey PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.canned_replies
    ADD CONSTRAINT canned_replies_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.channel_folders
    ADD CONSTRAINT channel_folders_pkey PRIMARY KEY (company_id, channel_id, path);

ALTER TABLE ONLY public.channel_members
    ADD CONSTRAINT channel_members_pkey PRIMARY KEY (company_id, channel_id, user_id);

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.conversation_reads
    ADD CONSTRAINT conversation_reads_pkey PRIMARY KEY (company_id, user_id, conversation_id);

ALTER TABLE ONLY public.conversation_records
    ADD CONSTRAINT conversation_records_pkey PRIMARY KEY (company_id, record_id, conversation_id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_pkey PRIMARY KEY (company_id, currency);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_pkey PRIMARY KEY (company_id, record_id, other_id);

ALTER TABLE ONLY public.email_verifications
    ADD CONSTRAINT email_verifications_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.event_seals
    ADD CONSTRAINT event_seals_company_id_number_key UNIQUE (company_id, number);

ALTER TABLE ONLY public.event_seals
    ADD CONSTRAINT event_seals_pkey PRIMARY KEY (company_id, hour);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.events_default
    ADD CONSTRAINT events_default_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.export_parts
    ADD CONSTRAINT export_parts_pkey PRIMARY KEY (company_id, export_id, "position");

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.file_chunks
    ADD CONSTRAINT file_chunks_pkey PRIMARY KEY (company_id, file_id, n);

ALTER TABLE ONLY public.file_uploads
    ADD CONSTRAINT file_uploads_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.file_uses
    ADD CONSTRAINT file_uses_pkey PRIMARY KEY (company_id, used_by, "position", file_id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.import_errors
    ADD CONSTRAINT import_errors_pkey PRIMARY KEY (company_id, import_id, "row");

ALTER TABLE ONLY public.import_keys
    ADD CONSTRAINT import_keys_pkey PRIMARY KEY (company_id, import_id, key);

ALTER TABLE ONLY public.import_parts
    ADD CONSTRAINT import_parts_pkey PRIMARY KEY (company_id, import_id, is_text, "position");

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.inbound_items
    ADD CONSTRAINT inbound_items_company_id_channel_id_source_key_key UNIQUE (company_id, channel_id, source_key);

ALTER TABLE ONLY public.inbound_items
    ADD CONSTRAINT inbound_items_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.inbox_clock_policies
    ADD CONSTRAINT inbox_clock_policies_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.key_usage
    ADD CONSTRAINT key_usage_pkey PRIMARY KEY (company_id, key_id, day);

ALTER TABLE ONLY public.lead_arrivals
    ADD CONSTRAINT lead_arrivals_pkey PRIMARY KEY (company_id, hop_id);

ALTER TABLE ONLY public.lead_clock_policies
    ADD CONSTRAINT lead_clock_policies_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_clocks
    ADD CONSTRAINT lead_clocks_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_codes
    ADD CONSTRAINT lead_codes_code_hash_key UNIQUE (code_hash);

ALTER TABLE ONLY public.lead_codes
    ADD CONSTRAINT lead_codes_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_conversions
    ADD CONSTRAINT lead_conversions_pkey PRIMARY KEY (company_id, lead_id);

ALTER TABLE ONLY public.lead_counts
    ADD CONSTRAINT lead_counts_pkey PRIMARY KEY (company_id, rule_id, who, per, starts_at);

ALTER TABLE ONLY public.lead_decisions
    ADD CONSTRAINT lead_decisions_pkey PRIMARY KEY (company_id, n);

ALTER TABLE ONLY public.lead_deliveries
    ADD CONSTRAINT lead_deliveries_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_opt_ins
    ADD CONSTRAINT lead_opt_ins_company_id_submission_id_key UNIQUE (company_id, submission_id);

ALTER TABLE ONLY public.lead_opt_ins
    ADD CONSTRAINT lead_opt_ins_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_routing
    ADD CONSTRAINT lead_routing_pkey PRIMARY KEY (company_id);

ALTER TABLE ONLY public.lead_rules
    ADD CONSTRAINT lead_rules_pkey PRIMARY KEY (company_id, version);

ALTER TABLE ONLY public.lead_source_days
    ADD CONSTRAINT lead_source_days_pkey PRIMARY KEY (company_id, source_id, day);

ALTER TABLE ONLY public.lead_sources
    ADD CONSTRAINT lead_sources_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_sources
    ADD CONSTRAINT lead_sources_public_id_key UNIQUE (public_id);

ALTER TABLE ONLY public.lead_submissions
    ADD CONSTRAINT lead_submissions_company_id_source_id_dedupe_key_key UNIQUE NULLS NOT DISTINCT (company_id, source_id, dedupe_key);

ALTER TABLE ONLY public.lead_submissions
    ADD CONSTRAINT lead_submissions_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.lead_turns
    ADD CONSTRAINT lead_turns_pkey PRIMARY KEY (company_id, rule_id, who);

ALTER TABLE ONLY public.log_clusters
    ADD CONSTRAINT log_clusters_pkey PRIMARY KEY (shift);

ALTER TABLE ONLY public.log_cursors
    ADD CONSTRAINT log_cursors_pkey PRIMARY KEY (company_id, subscriber, key);

ALTER TABLE ONLY public.log_subscribers
    ADD CONSTRAINT log_subscribers_pkey PRIMARY KEY (subscriber);

ALTER TABLE ONLY public.message_drafts
    ADD CONSTRAINT message_drafts_company_id_user_id_conversation_id_key UNIQUE (company_id, user_id, conversation_id);

ALTER TABLE ONLY public.message_drafts
    ADD CONSTRAINT message_drafts_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.message_ids
    ADD CONSTRAINT message_ids_pkey PRIMARY KEY (company_id, channel_id, rfc_id, message_id);

ALTER TABLE ONLY public.message_sendings
    ADD CONSTRAINT message_sendings_pkey PRIMARY KEY (company_id, message_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_channel_id_message_key_key UNIQUE (company_id, channel_id, message_key);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_pkey PRIMARY KEY (company_id, user_id, kind);

ALTER TABLE ONLY public.notification_digests
    ADD CONSTRAINT notification_digests_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_company_id_user_id_day_key UNIQUE (company_id, user_id, day);

ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.notification_rounds
    ADD CONSTRAINT notification_rounds_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_company_id_user_id_kind_group_id_key UNIQUE (company_id, user_id, kind, group_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (company_id, conversation_id, user_id);

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_pkey PRIMARY KEY (company_id, record_id);

ALTER TABLE ONLY public.record_files
    ADD CONSTRAINT record_files_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.record_identifiers
    ADD CONSTRAINT record_identifiers_pkey PRIMARY KEY (company_id, kind, value, record_id);

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_pkey PRIMARY KEY (company_id, field_id, from_id, to_id);

ALTER TABLE ONLY public.record_types
    ADD CONSTRAINT record_types_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.samples
    ADD CONSTRAINT samples_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.schedules
    ADD CONSTRAINT schedules_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (who);

ALTER TABLE ONLY public.sign_ups
    ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.signatures
    ADD CONSTRAINT signatures_company_id_user_id_channel_id_key UNIQUE NULLS NOT DISTINCT (company_id, user_id, channel_id);

ALTER TABLE ONLY public.signatures
    ADD CONSTRAINT signatures_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.silent_workers
    ADD CONSTRAINT silent_workers_pkey PRIMARY KEY (worker);

ALTER TABLE ONLY public.undone_operations
    ADD CONSTRAINT undone_operations_pkey PRIMARY KEY (company_id, operation_id);

ALTER TABLE ONLY public.unsubscribe_links
    ADD CONSTRAINT unsubscribe_links_pkey PRIMARY KEY (company_id, token_hash);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.webhook_bodies
    ADD CONSTRAINT webhook_bodies_pkey PRIMARY KEY (company_id, webhook_id);

ALTER TABLE ONLY public.webhook_cursors
    ADD CONSTRAINT webhook_cursors_pkey PRIMARY KEY (company_id, webhook_id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (company_id, webhook_id, event_id);

ALTER TABLE ONLY public.webhook_deliveries_default
    ADD CONSTRAINT webhook_deliveries_default_pkey PRIMARY KEY (company_id, webhook_id, event_id);

ALTER TABLE ONLY public.webhook_hours
    ADD CONSTRAINT webhook_hours_pkey PRIMARY KEY (company_id, webhook_id, hour);

ALTER TABLE ONLY public.webhook_replays
    ADD CONSTRAINT webhook_replays_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_company_id_fingerprint_key UNIQUE (company_id, fingerprint);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.widget_results
    ADD CONSTRAINT widget_results_pkey PRIMARY KEY (company_id, widget_id, period);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.working_hours
    ADD CONSTRAINT working_hours_pkey PRIMARY KEY (company_id, id);

CREATE INDEX absences_old ON public.absences USING btree (ends_at);

CREATE INDEX absences_user ON public.absences USING btree (company_id, user_id, ends_at);

CREATE INDEX activities_at ON public.activities USING btree (company_id, at, id) WHERE (deleted_at IS NULL);

CREATE INDEX activities_kind ON public.activities USING btree (company_id, kind, at, id) WHERE (deleted_at IS NULL);

CREATE INDEX activities_record ON public.activities USING btree (company_id, record_id, id);

CREATE INDEX activities_words ON public.activities USING gin (company_id, public.fold(outcome) public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX activity_people_record ON public.activity_people USING btree (company_id, record_id);

CREATE UNIQUE INDEX api_keys_key_hash ON public.api_keys USING btree (key_hash);

CREATE INDEX api_keys_user ON public.api_keys USING btree (company_id, user_id, created_at);

CREATE INDEX auto_reply_counts_old ON public.auto_reply_counts USING btree (day);

CREATE INDEX canned_replies_owner ON public.canned_replies USING btree (company_id, owner_id);

CREATE INDEX canned_replies_shared ON public.canned_replies USING btree (company_id) WHERE is_shared;

CREATE INDEX channel_members_user ON public.channel_members USING btree (company_id, user_id);

CREATE UNIQUE INDEX channels_address ON public.channels USING btree (company_id, kind, lower(address)) WHERE ((deleted_at IS NULL) AND (address IS NOT NULL));

CREATE INDEX channels_due ON public.channels USING btree (next_try_at NULLS FIRST, lease_until NULLS FIRST) WHERE ((deleted_at IS NULL) AND (kind = 'email'::text) AND (state <> 'paused'::text));

CREATE INDEX channels_lease ON public.channels USING btree (lease_by) WHERE (lease_by IS NOT NULL);

CREATE INDEX channels_number_due ON public.channels USING btree (next_try_at) WHERE ((kind = 'whatsapp'::text) AND (next_try_at IS NOT NULL));

CREATE INDEX channels_sending_due ON public.channels USING btree (sending_next_try_at) WHERE (sending_next_try_at IS NOT NULL);

CREATE INDEX companies_waiting ON public.companies USING btree (created_at) WHERE is_waiting;

CREATE INDEX consents_address ON public.consents USING btree (company_id, kind, address, id);

CREATE INDEX conversation_reads_conversation ON public.conversation_reads USING btree (company_id, conversation_id);

CREATE INDEX conversation_reads_message ON public.conversation_reads USING btree (company_id, seen_message_id);

CREATE INDEX conversation_records_conversation ON public.conversation_records USING btree (company_id, conversation_id);

CREATE INDEX conversations_assignee ON public.conversations USING btree (company_id, assignee_id, state, list_key, id) WHERE ((assignee_id IS NOT NULL) AND (merged_into IS NULL));

CREATE INDEX conversations_channel ON public.conversations USING btree (company_id, channel_id, state, list_key, id) WHERE (merged_into IS NULL);

CREATE INDEX conversations_contact ON public.conversations USING btree (company_id, contact_id, last_at) WHERE (contact_id IS NOT NULL);

CREATE INDEX conversations_due ON public.conversations USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (state = 'open'::text) AND (merged_into IS NULL) AND ((overdue_at IS NULL) OR (overdue_at <> due_at)));

CREATE INDEX conversations_last_message ON public.conversations USING btree (company_id, last_message_id) WHERE (last_message_id IS NOT NULL);

CREATE INDEX conversations_list ON public.conversations USING btree (company_id, state, list_key, id) WHERE (merged_into IS NULL);

CREATE INDEX conversations_merged ON public.conversations USING btree (company_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX conversations_shared ON public.conversations USING btree (company_id, state, list_key, id) WHERE (is_shared AND (merged_into IS NULL));

CREATE INDEX conversations_snoozed ON public.conversations USING btree (snoozed_until) WHERE (state = 'snoozed'::text);

CREATE INDEX conversations_split ON public.conversations USING btree (company_id, split_from) WHERE (split_from IS NOT NULL);

CREATE INDEX conversations_waiting ON public.conversations USING btree (company_id, channel_id) INCLUDE (state, waits_for, assignee_id, due_at) WHERE ((state = ANY (ARRAY['open'::text, 'snoozed'::text])) AND (merged_into IS NULL));

CREATE INDEX duplicate_dismissals_other ON public.duplicate_dismissals USING btree (company_id, other_id);

CREATE INDEX email_verifications_expired ON public.email_verifications USING btree (expires_at);

CREATE UNIQUE INDEX email_verifications_token_hash ON public.email_verifications USING btree (token_hash);

CREATE INDEX email_verifications_user ON public.email_verifications USING btree (company_id, user_id);

CREATE INDEX events_operation_order ON ONLY public.events USING btree (company_id, operation_id, id);

CREATE INDEX events_default_company_id_operation_id_id_idx ON public.events_default USING btree (company_id, operation_id, id);

CREATE INDEX events_subject ON ONLY public.events USING btree (company_id, subject_type, subject_id, id);

CREATE INDEX events_default_company_id_subject_type_subject_id_id_idx ON public.events_default USING btree (company_id, subject_type, subject_id, id);

CREATE INDEX events_place ON ONLY public.events USING btree (company_id, written_in, place);

CREATE INDEX events_default_company_id_written_in_place_idx ON public.events_default USING btree (company_id, written_in, place);

CREATE INDEX events_txid ON ONLY public.events USING btree (txid);

CREATE INDEX events_default_txid_idx ON public.events_default USING btree (txid);

CREATE INDEX export_parts_age ON public.export_parts USING btree (created_at);

CREATE UNIQUE INDEX fields_key ON public.fields USING btree (company_id, type_id, key);

CREATE INDEX file_uploads_active ON public.file_uploads USING btree (active_at);

CREATE INDEX file_uploads_file ON public.file_uploads USING btree (company_id, file_id);

CREATE INDEX file_uploads_of_user ON public.file_uploads USING btree (company_id, user_id, id);

CREATE INDEX file_uses_file ON public.file_uses USING btree (company_id, file_id);

CREATE INDEX file_uses_uploads ON public.file_uses USING btree (created_at) WHERE (used_by ~~ 'usr\_%'::text);

CREATE UNIQUE INDEX files_content ON public.files USING btree (company_id, sha256);

CREATE INDEX files_size ON public.files USING btree (company_id) INCLUDE (size);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX idempotency_keys_kept ON public.idempotency_keys USING btree (company_id, id) WHERE ((answer IS NOT NULL) OR (packed IS NOT NULL));

CREATE UNIQUE INDEX idempotency_keys_key ON public.idempotency_keys USING btree (company_id, user_id, operation, key);

CREATE INDEX import_errors_age ON public.import_errors USING btree (created_at);

CREATE INDEX import_errors_list ON public.import_errors USING btree (company_id, import_id, is_refused, "row");

CREATE INDEX import_keys_age ON public.import_keys USING btree (created_at);

CREATE INDEX import_parts_age ON public.import_parts USING btree (created_at);

CREATE INDEX inbound_items_channel ON public.inbound_items USING btree (company_id, channel_id, id);

CREATE INDEX inbound_items_expired ON public.inbound_items USING btree (received_at) WHERE ((bytes IS NOT NULL) AND (state <> 'new'::text));

CREATE INDEX inbound_items_failed ON public.inbound_items USING btree (company_id, channel_id, id) WHERE (state = 'failed'::text);

CREATE INDEX inbound_items_key ON public.inbound_items USING btree (company_id, channel_id, message_key) WHERE (message_key IS NOT NULL);

CREATE INDEX inbound_items_message ON public.inbound_items USING btree (company_id, message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX inbound_items_new ON public.inbound_items USING btree (company_id, channel_id, next_try_at NULLS FIRST, id) WHERE (state = 'new'::text);

CREATE INDEX inbound_items_next ON public.inbound_items USING btree (company_id, channel_id, is_history, id DESC) WHERE ((state = 'new'::text) AND (next_try_at IS NULL));

CREATE INDEX invitations_day ON public.invitations USING btree (company_id, created_at);

CREATE INDEX invitations_email ON public.invitations USING btree (email, created_at);

CREATE UNIQUE INDEX invitations_open_email ON public.invitations USING btree (company_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX invitations_token_hash ON public.invitations USING btree (token_hash);

CREATE INDEX jobs_blocked ON public.jobs USING btree (company_id, queue, priority, run_at, "position") WHERE (state = 'blocked'::text);

CREATE INDEX jobs_failed ON public.jobs USING btree (company_id, id) WHERE (state = 'failed'::text);

CREATE INDEX jobs_failed_age ON public.jobs USING btree (failed_at) WHERE (state = 'failed'::text);

CREATE UNIQUE INDEX jobs_key ON public.jobs USING btree (company_id, name, key) WHERE ((key IS NOT NULL) AND (state = ANY (ARRAY['scheduled'::text, 'waiting'::text, 'blocked'::text])));

CREATE UNIQUE INDEX jobs_queue ON public.jobs USING btree (company_id, queue) WHERE ((queue IS NOT NULL) AND (state = 'running'::text));

CREATE INDEX jobs_running ON public.jobs USING btree (worker) WHERE (state = 'running'::text);

CREATE INDEX jobs_scheduled ON public.jobs USING btree (run_at) WHERE (state = 'scheduled'::text);

CREATE INDEX jobs_waiting ON public.jobs USING btree (company_id, priority, run_at, "position") WHERE (state = 'waiting'::text);

CREATE INDEX key_usage_day ON public.key_usage USING btree (day);

CREATE INDEX lead_arrivals_age ON public.lead_arrivals USING btree (hop_id);

CREATE INDEX lead_arrivals_asked ON public.lead_arrivals USING btree (company_id, hop_id) WHERE (return_state = 'asked'::text);

CREATE INDEX lead_clocks_due ON public.lead_clocks USING btree (due_at) WHERE ((responded_at IS NULL) AND (ended_at IS NULL) AND (overdue_at IS NULL));

CREATE INDEX lead_clocks_lead ON public.lead_clocks USING btree (company_id, lead_id, id);

CREATE INDEX lead_clocks_old ON public.lead_clocks USING btree (started_at);

CREATE INDEX lead_clocks_overdue ON public.lead_clocks USING btree (company_id, due_at) WHERE ((responded_at IS NULL) AND (ended_at IS NULL));

CREATE UNIQUE INDEX lead_clocks_running ON public.lead_clocks USING btree (company_id, lead_id) WHERE ((responded_at IS NULL) AND (ended_at IS NULL));

CREATE INDEX lead_clocks_seen ON public.lead_clocks USING btree (company_id, overdue_at) WHERE (overdue_at IS NOT NULL);

CREATE INDEX lead_clocks_started ON public.lead_clocks USING btree (company_id, started_at);

CREATE INDEX lead_conversions_contact ON public.lead_conversions USING btree (company_id, contact_id) WHERE (contact_id IS NOT NULL);

CREATE INDEX lead_conversions_deal ON public.lead_conversions USING btree (company_id, deal_id) WHERE (deal_id IS NOT NULL);

CREATE INDEX lead_conversions_organization ON public.lead_conversions USING btree (company_id, organization_id) WHERE (organization_id IS NOT NULL);

CREATE INDEX lead_counts_old ON public.lead_counts USING btree (starts_at);

CREATE INDEX lead_decisions_destination ON public.lead_decisions USING btree (company_id, destination_id, n) WHERE (destination_id IS NOT NULL);

CREATE INDEX lead_decisions_kind ON public.lead_decisions USING btree (company_id, kind, n);

CREATE INDEX lead_decisions_lead ON public.lead_decisions USING btree (company_id, lead_id, n);

CREATE INDEX lead_decisions_old ON public.lead_decisions USING btree (at);

CREATE INDEX lead_decisions_rule ON public.lead_decisions USING btree (company_id, rule_id, n) WHERE (rule_id IS NOT NULL);

CREATE INDEX lead_decisions_user ON public.lead_decisions USING btree (company_id, user_id, n) WHERE (user_id IS NOT NULL);

CREATE INDEX lead_deliveries_age ON public.lead_deliveries USING btree (id);

CREATE INDEX lead_deliveries_bodies ON public.lead_deliveries USING btree (id) WHERE (body IS NOT NULL);

CREATE INDEX lead_deliveries_destination ON public.lead_deliveries USING btree (company_id, destination_id, id);

CREATE INDEX lead_deliveries_due ON public.lead_deliveries USING btree (company_id, destination_id, next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX lead_deliveries_lead ON public.lead_deliveries USING btree (company_id, lead_id, id);

CREATE INDEX lead_deliveries_lease ON public.lead_deliveries USING btree (lease_by, company_id) WHERE (lease_by IS NOT NULL);

CREATE INDEX lead_deliveries_next ON public.lead_deliveries USING btree (company_id, next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX lead_deliveries_state ON public.lead_deliveries USING btree (company_id, state, id) WHERE (state <> 'accepted'::text);

CREATE INDEX lead_opt_ins_email ON public.lead_opt_ins USING btree (email, created_at);

CREATE UNIQUE INDEX lead_opt_ins_token ON public.lead_opt_ins USING btree (token_hash) WHERE (token_hash IS NOT NULL);

CREATE INDEX lead_submissions_expired ON public.lead_submissions USING btree (state_at) WHERE (state = ANY (ARRAY['held'::text, 'dropped'::text]));

CREATE INDEX lead_submissions_lead ON public.lead_submissions USING btree (company_id, lead_id, id) WHERE (lead_id IS NOT NULL);

CREATE INDEX lead_submissions_received ON public.lead_submissions USING btree (company_id, next_try_at NULLS FIRST, id) WHERE (state = 'received'::text);

CREATE INDEX lead_submissions_source ON public.lead_submissions USING btree (company_id, source_id, state, id);

CREATE INDEX lead_submissions_state ON public.lead_submissions USING btree (company_id, state, id);

CREATE INDEX log_cursors_next ON public.log_cursors USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX message_drafts_conversation ON public.message_drafts USING btree (company_id, conversation_id);

CREATE INDEX message_drafts_old ON public.message_drafts USING btree (updated_at);

CREATE INDEX message_drafts_seen ON public.message_drafts USING btree (company_id, seen_message_id) WHERE (seen_message_id IS NOT NULL);

CREATE INDEX message_ids_conversation ON public.message_ids USING btree (company_id, conversation_id);

CREATE INDEX message_ids_message ON public.message_ids USING btree (company_id, message_id);

CREATE INDEX message_sendings_channel ON public.message_sendings USING btree (company_id, channel_id);

CREATE INDEX message_sendings_lease ON public.message_sendings USING btree (lease_by) WHERE (lease_by IS NOT NULL);

CREATE INDEX message_sendings_next ON public.message_sendings USING btree (company_id, next_at) WHERE ((next_at IS NOT NULL) AND (NOT is_polled));

CREATE INDEX message_sendings_taken ON public.message_sendings USING btree (taken_at) WHERE (taken_at IS NOT NULL);

CREATE INDEX message_sendings_waiting ON public.message_sendings USING btree (company_id, channel_id, next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX messages_answers ON public.messages USING btree (company_id, at, id) WHERE ((direction = 'out'::text) AND (kind = 'mail'::text));

CREATE INDEX messages_channel ON public.messages USING btree (company_id, channel_id, at, id);

CREATE INDEX messages_contact ON public.messages USING btree (company_id, contact_id, at) WHERE (contact_id IS NOT NULL);

CREATE INDEX messages_conversation ON public.messages USING btree (company_id, conversation_id, at, id);

CREATE INDEX messages_envelope ON public.messages USING btree (company_id, envelope_id) WHERE (envelope_id IS NOT NULL);

CREATE INDEX messages_external ON public.messages USING btree (company_id, channel_id, external_id) WHERE (external_id IS NOT NULL);

CREATE INDEX messages_files ON public.messages USING btree (company_id, conversation_id) WHERE (file_count > 0);

CREATE INDEX messages_item ON public.messages USING btree (company_id, item_id) WHERE (item_id IS NOT NULL);

CREATE INDEX messages_merged ON public.messages USING btree (company_id, merged_from) WHERE (merged_from IS NOT NULL);

CREATE INDEX messages_rfc ON public.messages USING btree (company_id, channel_id, rfc_id) WHERE ((direction = 'out'::text) AND (rfc_id IS NOT NULL));

CREATE INDEX messages_time ON public.messages USING btree (company_id, at, id);

CREATE INDEX messages_words ON public.messages USING gin (company_id, words);

CREATE INDEX notes_record ON public.notes USING btree (company_id, record_id, id);

CREATE INDEX notes_words ON public.notes USING gin (company_id, public.fold(text) public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX notification_digests_due ON public.notification_digests USING btree (next_at);

CREATE INDEX notification_mails_old ON public.notification_mails USING btree (made_at);

CREATE INDEX notification_mails_open ON public.notification_mails USING btree (company_id, user_id, made_at) WHERE (ended_at IS NULL);

CREATE INDEX notification_rounds_due ON public.notification_rounds USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX notifications_left ON public.notifications USING btree (at);

CREATE INDEX notifications_newest ON public.notifications USING btree (company_id, user_id, at DESC, id DESC);

CREATE INDEX notifications_of_mail ON public.notifications USING btree (company_id, mail_id) WHERE (mail_id IS NOT NULL);

CREATE INDEX notifications_read ON public.notifications USING btree (read_at) WHERE (read_at IS NOT NULL);

CREATE INDEX notifications_unread ON public.notifications USING btree (company_id, user_id, at DESC, id DESC) WHERE (read_at IS NULL);

CREATE INDEX password_resets_age ON public.password_resets USING btree (expires_at);

CREATE UNIQUE INDEX password_resets_token_hash ON public.password_resets USING btree (token_hash);

CREATE INDEX password_resets_user ON public.password_resets USING btree (company_id, user_id);

CREATE INDEX presence_until ON public.presence USING btree (until);

CREATE INDEX record_activity_at ON public.record_activity USING btree (company_id, type_id, at, record_id);

CREATE INDEX record_activity_contacted ON public.record_activity USING btree (company_id, type_id, contacted_at, record_id) WHERE (contacted_at IS NOT NULL);

CREATE INDEX record_files_file ON public.record_files USING btree (company_id, file_id);

CREATE UNIQUE INDEX record_files_once ON public.record_files USING btree (company_id, record_id, file_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX record_files_record ON public.record_files USING btree (company_id, record_id, id);

CREATE INDEX record_files_removed ON public.record_files USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX record_identifiers_record ON public.record_identifiers USING btree (company_id, record_id);

CREATE UNIQUE INDEX record_identifiers_unique ON public.record_identifiers USING btree (company_id, type_id, value) WHERE (kind = 'external_id'::text);

CREATE INDEX record_links_back ON public.record_links USING btree (company_id, to_id, field_id, from_id);

CREATE INDEX record_links_from ON public.record_links USING btree (company_id, from_id, field_id);

CREATE UNIQUE INDEX record_types_key ON public.record_types USING btree (company_id, key);

CREATE INDEX records_amount ON public.records USING btree (company_id, type_id, amount, id) WHERE (deleted_at IS NULL);

CREATE INDEX records_created ON public.records USING btree (company_id, type_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX records_data ON public.records USING gin (company_id, data jsonb_path_ops);

CREATE INDEX records_deleted ON public.records USING btree (company_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX records_due ON public.records USING btree (company_id, type_id, due_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX records_folded ON public.records USING gin (company_id, folded jsonb_path_ops) WHERE (folded IS NOT NULL);

CREATE INDEX records_foreign_money ON public.records USING btree (company_id, id) WHERE (foreign_money IS NOT NULL);

CREATE INDEX records_merged ON public.records USING btree (company_id, merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX records_owner ON public.records USING btree (company_id, type_id, owner_id, updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX records_part_of ON public.records USING btree (company_id, part_of) WHERE (part_of IS NOT NULL);

CREATE INDEX records_search ON public.records USING gin (company_id, search public.gin_trgm_ops);

CREATE INDEX records_stage ON public.records USING btree (company_id, type_id, stage, updated_at, id) INCLUDE (amount) WHERE (deleted_at IS NULL);

CREATE INDEX records_title ON public.records USING btree (company_id, type_id, public.fold(title) COLLATE "C", id) WHERE (deleted_at IS NULL);

CREATE INDEX records_trash ON public.records USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX records_updated ON public.records USING btree (company_id, type_id, updated_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX records_won ON public.records USING btree (company_id, type_id, won_at, id) INCLUDE (amount) WHERE ((won_at IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX requests_at ON public.requests USING btree (at);

CREATE INDEX requests_user ON public.requests USING btree (company_id, user_id, id);

CREATE UNIQUE INDEX samples_current ON public.samples USING btree (company_id) WHERE (state <> 'removed'::text);

CREATE INDEX saved_views_type ON public.saved_views USING btree (company_id, type_id, "position", id);

CREATE INDEX sessions_age ON public.sessions USING btree (created_at);

CREATE UNIQUE INDEX sessions_token_hash ON public.sessions USING btree (token_hash);

CREATE INDEX sessions_user ON public.sessions USING btree (company_id, user_id, created_at);

CREATE INDEX sign_in_attempts_last ON public.sign_in_attempts USING btree (last_at);

CREATE INDEX sign_ups_email ON public.sign_ups USING btree (email, created_at);

CREATE UNIQUE INDEX sign_ups_token_hash ON public.sign_ups USING btree (token_hash);

CREATE INDEX signatures_channel ON public.signatures USING btree (company_id, channel_id) WHERE (channel_id IS NOT NULL);

CREATE INDEX undone_operations_at ON public.undone_operations USING btree (at);

CREATE INDEX undone_operations_by ON public.undone_operations USING btree (company_id, undone_by);

CREATE INDEX unsubscribe_links_old ON public.unsubscribe_links USING btree (created_at);

CREATE UNIQUE INDEX unsubscribe_links_token ON public.unsubscribe_links USING btree (token_hash);

CREATE UNIQUE INDEX users_email ON public.users USING btree (email);

CREATE INDEX users_name ON public.users USING btree (company_id, lower(name), id);

CREATE INDEX webhook_cursors_lease ON public.webhook_cursors USING btree (lease_by) WHERE (lease_by IS NOT NULL);

CREATE INDEX webhook_cursors_next ON public.webhook_cursors USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX webhook_deliveries_open ON ONLY public.webhook_deliveries USING btree (company_id, webhook_id, event_id) WHERE (state <> 'delivered'::text);

CREATE INDEX webhook_deliveries_default_company_id_webhook_id_event_id_idx ON public.webhook_deliveries_default USING btree (company_id, webhook_id, event_id) WHERE (state <> 'delivered'::text);

CREATE INDEX webhook_deliveries_due ON ONLY public.webhook_deliveries USING btree (company_id, webhook_id, next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX webhook_deliveries_default_company_id_webhook_id_next_at_idx ON public.webhook_deliveries_default USING btree (company_id, webhook_id, next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX webhook_deliveries_subject ON ONLY public.webhook_deliveries USING btree (company_id, webhook_id, subject_id) WHERE (state = ANY (ARRAY['retrying'::text, 'waiting'::text]));

CREATE INDEX webhook_deliveries_default_company_id_webhook_id_subject_id_idx ON public.webhook_deliveries_default USING btree (company_id, webhook_id, subject_id) WHERE (state = ANY (ARRAY['retrying'::text, 'waiting'::text]));

CREATE INDEX webhook_replays_target ON public.webhook_replays USING btree (company_id, target_id);

CREATE INDEX webhook_replays_webhook ON public.webhook_replays USING btree (company_id, webhook_id, id);

CREATE INDEX widgets_dashboard ON public.widgets USING btree (company_id, dashboard_id, "position", id);

ALTER INDEX public.events_operation_order ATTACH PARTITION public.events_default_company_id_operation_id_id_idx;

ALTER INDEX public.events_subject ATTACH PARTITION public.events_default_company_id_subject_type_subject_id_id_idx;

ALTER INDEX public.events_place ATTACH PARTITION public.events_default_company_id_written_in_place_idx;

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_default_pkey;

ALTER INDEX public.events_txid ATTACH PARTITION public.events_default_txid_idx;

ALTER INDEX public.webhook_deliveries_open ATTACH PARTITION public.webhook_deliveries_default_company_id_webhook_id_event_id_idx;

ALTER INDEX public.webhook_deliveries_due ATTACH PARTITION public.webhook_deliveries_default_company_id_webhook_id_next_at_idx;

ALTER INDEX public.webhook_deliveries_subject ATTACH PARTITION public.webhook_deliveries_default_company_id_webhook_id_subject_id_idx;

ALTER INDEX public.webhook_deliveries_pkey ATTACH PARTITION public.webhook_deliveries_default_pkey;

CREATE TRIGGER follow_merges AFTER UPDATE OF merged_into ON public.records FOR EACH ROW WHEN ((old.merged_into IS DISTINCT FROM new.merged_into)) EXECUTE FUNCTION public.follow_merges();

CREATE TRIGGER forgotten AFTER DELETE ON public.message_drafts FOR EACH ROW EXECUTE FUNCTION public.forget_draft();

CREATE TRIGGER forgotten BEFORE DELETE ON public.messages FOR EACH ROW EXECUTE FUNCTION public.forget_message();

CREATE TRIGGER forgotten BEFORE DELETE ON public.record_files FOR EACH ROW EXECUTE FUNCTION public.forget_record_file();

CREATE TRIGGER only_of_uploads BEFORE DELETE ON public.file_chunks FOR EACH ROW EXECUTE FUNCTION public.keep_chunks_of_files();

CREATE TRIGGER start_activity AFTER INSERT ON public.records REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.start_activity();

CREATE TRIGGER unblock_next AFTER DELETE OR UPDATE ON public.jobs FOR EACH ROW WHEN (((old.state = 'running'::text) AND (old.queue IS NOT NULL))) EXECUTE FUNCTION public.jobs_unblock_next();

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.activities
    ADD CONSTRAINT activities_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.activity_people
    ADD CONSTRAINT activity_people_company_id_activity_id_fkey FOREIGN KEY (company_id, activity_id) REFERENCES public.activities(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.activity_people
    ADD CONSTRAINT activity_people_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.activity_people
    ADD CONSTRAINT activity_people_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.auto_replies
    ADD CONSTRAINT auto_replies_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.auto_replies
    ADD CONSTRAINT auto_replies_company_id_updated_by_fkey FOREIGN KEY (company_id, updated_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.auto_reply_counts
    ADD CONSTRAINT auto_reply_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.calendar_feeds
    ADD CONSTRAINT calendar_feeds_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.canned_replies
    ADD CONSTRAINT canned_replies_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.canned_replies
    ADD CONSTRAINT canned_replies_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.channel_folders
    ADD CONSTRAINT channel_folders_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.channel_members
    ADD CONSTRAINT channel_members_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.channel_members
    ADD CONSTRAINT channel_members_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_company_id_key_id_fkey FOREIGN KEY (company_id, key_id) REFERENCES public.api_keys(company_id, id);

ALTER TABLE ONLY public.consents
    ADD CONSTRAINT consents_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.conversation_reads
    ADD CONSTRAINT conversation_reads_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversation_reads
    ADD CONSTRAINT conversation_reads_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.conversation_reads
    ADD CONSTRAINT conversation_reads_company_id_seen_message_id_fkey FOREIGN KEY (company_id, seen_message_id) REFERENCES public.messages(company_id, id) ON DELETE SET NULL (seen_message_id);

ALTER TABLE ONLY public.conversation_reads
    ADD CONSTRAINT conversation_reads_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.conversation_records
    ADD CONSTRAINT conversation_records_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversation_records
    ADD CONSTRAINT conversation_records_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.conversation_records
    ADD CONSTRAINT conversation_records_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_assignee_id_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_last_message_id_fkey FOREIGN KEY (company_id, last_message_id) REFERENCES public.messages(company_id, id) ON DELETE SET NULL (last_message_id);

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_merged_into_fkey FOREIGN KEY (company_id, merged_into) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_company_id_split_from_fkey FOREIGN KEY (company_id, split_from) REFERENCES public.conversations(company_id, id) ON DELETE SET NULL (split_from);

ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.destinations
    ADD CONSTRAINT destinations_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_company_id_other_id_fkey FOREIGN KEY (company_id, other_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.email_verifications
    ADD CONSTRAINT email_verifications_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.email_verifications
    ADD CONSTRAINT email_verifications_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.event_seals
    ADD CONSTRAINT event_seals_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE public.events
    ADD CONSTRAINT events_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.export_parts
    ADD CONSTRAINT export_parts_company_id_export_id_fkey FOREIGN KEY (company_id, export_id) REFERENCES public.exports(company_id, id);

ALTER TABLE ONLY public.export_parts
    ADD CONSTRAINT export_parts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_company_id_related_type_id_fkey FOREIGN KEY (company_id, related_type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.file_chunks
    ADD CONSTRAINT file_chunks_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.files(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.file_uploads
    ADD CONSTRAINT file_uploads_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.files(company_id, id);

ALTER TABLE ONLY public.file_uploads
    ADD CONSTRAINT file_uploads_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.file_uploads
    ADD CONSTRAINT file_uploads_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.file_uses
    ADD CONSTRAINT file_uses_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.files(company_id, id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.import_errors
    ADD CONSTRAINT import_errors_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.import_errors
    ADD CONSTRAINT import_errors_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES public.imports(company_id, id);

ALTER TABLE ONLY public.import_keys
    ADD CONSTRAINT import_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.import_keys
    ADD CONSTRAINT import_keys_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES public.imports(company_id, id);

ALTER TABLE ONLY public.import_parts
    ADD CONSTRAINT import_parts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.import_parts
    ADD CONSTRAINT import_parts_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES public.imports(company_id, id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_company_id_undo_user_id_fkey FOREIGN KEY (company_id, undo_user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.inbound_items
    ADD CONSTRAINT inbound_items_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id);

ALTER TABLE ONLY public.inbound_items
    ADD CONSTRAINT inbound_items_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.inbox_clock_policies
    ADD CONSTRAINT inbox_clock_policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.inbox_clock_policies
    ADD CONSTRAINT inbox_clock_policies_company_id_updated_by_fkey FOREIGN KEY (company_id, updated_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_invited_by_fkey FOREIGN KEY (company_id, invited_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.key_usage
    ADD CONSTRAINT key_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.key_usage
    ADD CONSTRAINT key_usage_company_id_key_id_fkey FOREIGN KEY (company_id, key_id) REFERENCES public.api_keys(company_id, id);

ALTER TABLE ONLY public.lead_arrivals
    ADD CONSTRAINT lead_arrivals_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_arrivals
    ADD CONSTRAINT lead_arrivals_company_id_return_by_fkey FOREIGN KEY (company_id, return_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_clock_policies
    ADD CONSTRAINT lead_clock_policies_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_clock_policies
    ADD CONSTRAINT lead_clock_policies_company_id_updated_by_fkey FOREIGN KEY (company_id, updated_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_clocks
    ADD CONSTRAINT lead_clocks_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_clocks
    ADD CONSTRAINT lead_clocks_company_id_responded_by_fkey FOREIGN KEY (company_id, responded_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_clocks
    ADD CONSTRAINT lead_clocks_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_codes
    ADD CONSTRAINT lead_codes_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_codes
    ADD CONSTRAINT lead_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_conversions
    ADD CONSTRAINT lead_conversions_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES public.records(company_id, id) ON DELETE SET NULL (contact_id);

ALTER TABLE ONLY public.lead_conversions
    ADD CONSTRAINT lead_conversions_company_id_deal_id_fkey FOREIGN KEY (company_id, deal_id) REFERENCES public.records(company_id, id) ON DELETE SET NULL (deal_id);

ALTER TABLE ONLY public.lead_conversions
    ADD CONSTRAINT lead_conversions_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_conversions
    ADD CONSTRAINT lead_conversions_company_id_organization_id_fkey FOREIGN KEY (company_id, organization_id) REFERENCES public.records(company_id, id) ON DELETE SET NULL (organization_id);

ALTER TABLE ONLY public.lead_conversions
    ADD CONSTRAINT lead_conversions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_counts
    ADD CONSTRAINT lead_counts_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_decisions
    ADD CONSTRAINT lead_decisions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_decisions
    ADD CONSTRAINT lead_decisions_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_deliveries
    ADD CONSTRAINT lead_deliveries_company_id_destination_id_fkey FOREIGN KEY (company_id, destination_id) REFERENCES public.destinations(company_id, id);

ALTER TABLE ONLY public.lead_deliveries
    ADD CONSTRAINT lead_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_deliveries
    ADD CONSTRAINT lead_deliveries_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_deliveries
    ADD CONSTRAINT lead_deliveries_company_id_return_by_fkey FOREIGN KEY (company_id, return_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_opt_ins
    ADD CONSTRAINT lead_opt_ins_company_id_submission_id_fkey FOREIGN KEY (company_id, submission_id) REFERENCES public.lead_submissions(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_routing
    ADD CONSTRAINT lead_routing_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_rules
    ADD CONSTRAINT lead_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_rules
    ADD CONSTRAINT lead_rules_company_id_saved_by_fkey FOREIGN KEY (company_id, saved_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_source_days
    ADD CONSTRAINT lead_source_days_company_id_source_id_fkey FOREIGN KEY (company_id, source_id) REFERENCES public.lead_sources(company_id, id);

ALTER TABLE ONLY public.lead_sources
    ADD CONSTRAINT lead_sources_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.lead_sources
    ADD CONSTRAINT lead_sources_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_submissions
    ADD CONSTRAINT lead_submissions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.lead_submissions
    ADD CONSTRAINT lead_submissions_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lead_submissions
    ADD CONSTRAINT lead_submissions_company_id_source_id_fkey FOREIGN KEY (company_id, source_id) REFERENCES public.lead_sources(company_id, id);

ALTER TABLE ONLY public.lead_turns
    ADD CONSTRAINT lead_turns_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.log_cursors
    ADD CONSTRAINT log_cursors_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.message_drafts
    ADD CONSTRAINT message_drafts_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_drafts
    ADD CONSTRAINT message_drafts_company_id_seen_message_id_fkey FOREIGN KEY (company_id, seen_message_id) REFERENCES public.messages(company_id, id) ON DELETE SET NULL (seen_message_id);

ALTER TABLE ONLY public.message_drafts
    ADD CONSTRAINT message_drafts_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.message_ids
    ADD CONSTRAINT message_ids_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_ids
    ADD CONSTRAINT message_ids_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_ids
    ADD CONSTRAINT message_ids_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.message_ids
    ADD CONSTRAINT message_ids_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES public.messages(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_sendings
    ADD CONSTRAINT message_sendings_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_sendings
    ADD CONSTRAINT message_sendings_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.message_sendings
    ADD CONSTRAINT message_sendings_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES public.messages(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_contact_id_fkey FOREIGN KEY (company_id, contact_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_item_id_fkey FOREIGN KEY (company_id, item_id) REFERENCES public.inbound_items(company_id, id) ON DELETE SET NULL (item_id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_key_id_fkey FOREIGN KEY (company_id, key_id) REFERENCES public.api_keys(company_id, id);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_merged_from_fkey FOREIGN KEY (company_id, merged_from) REFERENCES public.conversations(company_id, id) ON DELETE SET NULL (merged_from);

ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.notification_digests
    ADD CONSTRAINT notification_digests_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.notification_rounds
    ADD CONSTRAINT notification_rounds_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_company_id_mail_id_fkey FOREIGN KEY (company_id, mail_id) REFERENCES public.notification_mails(company_id, id) ON DELETE SET NULL (mail_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_made_by_fkey FOREIGN KEY (company_id, made_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES public.conversations(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.record_files
    ADD CONSTRAINT record_files_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.record_files
    ADD CONSTRAINT record_files_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES public.files(company_id, id);

ALTER TABLE ONLY public.record_files
    ADD CONSTRAINT record_files_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.record_files
    ADD CONSTRAINT record_files_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_identifiers
    ADD CONSTRAINT record_identifiers_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.record_identifiers
    ADD CONSTRAINT record_identifiers_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_identifiers
    ADD CONSTRAINT record_identifiers_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_company_id_field_id_fkey FOREIGN KEY (company_id, field_id) REFERENCES public.fields(company_id, id);

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_company_id_from_id_fkey FOREIGN KEY (company_id, from_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_links
    ADD CONSTRAINT record_links_company_id_to_id_fkey FOREIGN KEY (company_id, to_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_types
    ADD CONSTRAINT record_types_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_merged_into FOREIGN KEY (company_id, merged_into) REFERENCES public.records(company_id, id) ON DELETE SET NULL (merged_into);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_part_of FOREIGN KEY (company_id, part_of) REFERENCES public.records(company_id, id) ON DELETE SET NULL (part_of);

ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_company_id_key_id_fkey FOREIGN KEY (company_id, key_id) REFERENCES public.api_keys(company_id, id);

ALTER TABLE ONLY public.requests
    ADD CONSTRAINT requests_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.samples
    ADD CONSTRAINT samples_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.samples
    ADD CONSTRAINT samples_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_company_id_link_by_fkey FOREIGN KEY (company_id, link_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.sign_ups
    ADD CONSTRAINT sign_ups_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.signatures
    ADD CONSTRAINT signatures_company_id_channel_id_fkey FOREIGN KEY (company_id, channel_id) REFERENCES public.channels(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.signatures
    ADD CONSTRAINT signatures_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.undone_operations
    ADD CONSTRAINT undone_operations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.unsubscribe_links
    ADD CONSTRAINT unsubscribe_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_company_id_link_made_by_fkey FOREIGN KEY (company_id, link_made_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.webhook_bodies
    ADD CONSTRAINT webhook_bodies_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_cursors
    ADD CONSTRAINT webhook_cursors_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;

ALTER TABLE public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.webhook_hours
    ADD CONSTRAINT webhook_hours_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_replays
    ADD CONSTRAINT webhook_replays_company_id_target_id_fkey FOREIGN KEY (company_id, target_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_replays
    ADD CONSTRAINT webhook_replays_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.webhook_replays
    ADD CONSTRAINT webhook_replays_company_id_webhook_id_fkey FOREIGN KEY (company_id, webhook_id) REFERENCES public.webhooks(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.widget_results
    ADD CONSTRAINT widget_results_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.widget_results
    ADD CONSTRAINT widget_results_company_id_widget_id_fkey FOREIGN KEY (company_id, widget_id) REFERENCES public.widgets(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_company_id_dashboard_id_fkey FOREIGN KEY (company_id, dashboard_id) REFERENCES public.dashboards(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.widgets
    ADD CONSTRAINT widgets_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

ALTER TABLE ONLY public.working_hours
    ADD CONSTRAINT working_hours_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.working_hours
    ADD CONSTRAINT working_hours_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE public.absences ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.activities ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.activity_people ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.auto_replies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.auto_reply_counts ENABLE ROW LEVEL SECURITY;

CREATE POLICY backfill ON public.absences TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.activities TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.activity_people TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.api_keys TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.auto_replies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.auto_reply_counts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.calendar_feeds TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.canned_replies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.channel_folders TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.channel_members TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.channels TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.companies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.consents TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.conversation_reads TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.conversation_records TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.conversations TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.currency_rates TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.dashboards TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.destinations TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.duplicate_dismissals TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.email_verifications TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.event_seals TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.events TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.export_parts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.exports TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.fields TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.file_chunks TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.file_uploads TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.file_uses TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.files TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.idempotency_keys TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.import_errors TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.import_keys TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.import_parts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.imports TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.inbound_items TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.inbox_clock_policies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.invitations TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.jobs TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.key_usage TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_arrivals TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_clock_policies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_clocks TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_codes TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_conversions TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_counts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_decisions TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_deliveries TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_opt_ins TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_routing TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_rules TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_source_days TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_sources TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_submissions TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.lead_turns TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.log_cursors TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.message_drafts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.message_ids TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.message_sendings TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.messages TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notes TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notification_choices TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notification_digests TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notification_mails TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notification_rounds TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notifications TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.password_resets TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.presence TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_activity TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_files TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_identifiers TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_links TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_types TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.records TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.requests TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.samples TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.saved_views TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.sessions TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.sign_ups TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.signatures TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.undone_operations TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.unsubscribe_links TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.users TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_bodies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_cursors TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_deliveries TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_hours TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_replays TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhooks TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.widget_results TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.widgets TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.working_hours TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY behind_view ON public.activities FOR SELECT TO kith_view USING (true);

CREATE POLICY behind_view ON public.messages FOR SELECT TO kith_view USING (true);

CREATE POLICY behind_view ON public.notes FOR SELECT TO kith_view USING (true);

CREATE POLICY behind_view ON public.record_activity FOR SELECT TO kith_view USING (true);

ALTER TABLE public.calendar_feeds ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.canned_replies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.channel_folders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.channel_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.channels ENABLE ROW LEVEL SECURITY;

CREATE POLICY clocks ON public.conversations FOR SELECT TO kith USING (((state = 'open'::text) AND (due_at IS NOT NULL)));

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.conversation_reads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.conversation_records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.conversations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.currency_rates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dashboards ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.destinations ENABLE ROW LEVEL SECURITY;

CREATE POLICY due ON public.notification_digests FOR SELECT TO kith USING (true);

CREATE POLICY due ON public.notification_rounds FOR SELECT TO kith USING ((next_at IS NOT NULL));

ALTER TABLE public.duplicate_dismissals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_verifications ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_seals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.export_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.exports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.fields ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file_chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file_uploads ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file_uses ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.files ENABLE ROW LEVEL SECURITY;

CREATE POLICY housekeeping ON public.absences TO kith USING ((ends_at < (now() - '400 days'::interval)));

CREATE POLICY housekeeping ON public.auto_reply_counts TO kith USING ((day < (CURRENT_DATE - 2)));

CREATE POLICY housekeeping ON public.companies TO kith USING ((is_waiting AND (created_at < (now() - '2 days'::interval))));

CREATE POLICY housekeeping ON public.destinations TO kith USING ((deleted_at < (now() - '400 days'::interval)));

CREATE POLICY housekeeping ON public.email_verifications TO kith USING ((expires_at < (now() - '1 day'::interval)));

CREATE POLICY housekeeping ON public.event_seals TO kith USING ((hour < (now() - '460 days'::interval)));

CREATE POLICY housekeeping ON public.export_parts TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.file_uploads TO kith USING (true) WITH CHECK (false);

CREATE POLICY housekeeping ON public.file_uses TO kith USING (true) WITH CHECK (false);

CREATE POLICY housekeeping ON public.files TO kith USING ((created_at < (now() - '01:00:00'::interval)));

CREATE POLICY housekeeping ON public.idempotency_keys TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.import_errors TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.import_keys TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.import_parts TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.inbound_items TO kith USING (((state <> 'new'::text) AND (received_at < (now() - '30 days'::interval)))) WITH CHECK ((bytes IS NULL));

CREATE POLICY housekeeping ON public.key_usage TO kith USING ((day < (CURRENT_DATE - 35)));

CREATE POLICY housekeeping ON public.lead_clocks TO kith USING ((started_at < (now() - '400 days'::interval)));

CREATE POLICY housekeeping ON public.lead_counts TO kith USING ((starts_at < (now() - '40 days'::interval)));

CREATE POLICY housekeeping ON public.lead_decisions TO kith USING ((at < (now() - '400 days'::interval)));

CREATE POLICY housekeeping ON public.lead_source_days TO kith USING ((day < (CURRENT_DATE - 400)));

CREATE POLICY housekeeping ON public.lead_submissions TO kith USING ((((state = 'held'::text) AND (state_at < (now() - '90 days'::interval))) OR ((state = 'dropped'::text) AND (state_at < (now() - '30 days'::interval)))));

CREATE POLICY housekeeping ON public.message_drafts TO kith USING ((updated_at < (now() - '90 days'::interval)));

CREATE POLICY housekeeping ON public.notification_mails TO kith USING ((made_at < (now() - '90 days'::interval)));

CREATE POLICY housekeeping ON public.notifications TO kith USING (((read_at < (now() - '90 days'::interval)) OR (at < (now() - '180 days'::interval))));

CREATE POLICY housekeeping ON public.password_resets TO kith USING ((expires_at < (now() - '1 day'::interval)));

CREATE POLICY housekeeping ON public.presence TO kith USING ((until < now()));

CREATE POLICY housekeeping ON public.record_files TO kith USING (true);

CREATE POLICY housekeeping ON public.records TO kith USING ((deleted_at < (now() - '30 days'::interval)));

CREATE POLICY housekeeping ON public.requests TO kith USING ((at < (now() - '30 days'::interval)));

CREATE POLICY housekeeping ON public.sessions TO kith USING ((created_at < (now() - '30 days'::interval)));

CREATE POLICY housekeeping ON public.undone_operations TO kith USING ((at < (now() - '90 days'::interval)));

CREATE POLICY housekeeping ON public.unsubscribe_links TO kith USING ((created_at < (now() - '2 years'::interval)));

CREATE POLICY housekeeping ON public.webhook_hours TO kith USING ((hour < (now() - '2 days'::interval)));

CREATE POLICY housekeeping ON public.webhook_replays TO kith USING ((created_at < (now() - '30 days'::interval)));

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON public.api_keys FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.calendar_feeds FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.companies FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.conversations FOR SELECT TO kith_identity USING ((state = 'snoozed'::text));

CREATE POLICY identity ON public.email_verifications FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.events FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.inbound_items FOR SELECT TO kith_identity USING ((state = 'new'::text));

CREATE POLICY identity ON public.invitations FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.lead_codes FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.lead_opt_ins FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.lead_sources FOR SELECT TO kith_identity USING ((deleted_at IS NULL));

CREATE POLICY identity ON public.lead_submissions FOR SELECT TO kith_identity USING ((state = 'received'::text));

CREATE POLICY identity ON public.password_resets FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.presence FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.sessions FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.sign_ups FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.unsubscribe_links FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.users FOR SELECT TO kith_identity USING (true);

ALTER TABLE public.import_errors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_items ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbox_clock_policies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.jobs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_usage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_arrivals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_clock_policies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_clocks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_conversions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_decisions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_opt_ins ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_routing ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_rules ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_source_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_sources ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_submissions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lead_turns ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.log_cursors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message_drafts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message_ids ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message_sendings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_choices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_digests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notification_rounds ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.password_resets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.presence ENABLE ROW LEVEL SECURITY;

CREATE POLICY reader ON public.log_cursors TO kith USING (true) WITH CHECK (true);

ALTER TABLE public.record_activity ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_files ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_identifiers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_types ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.samples ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_views ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_ups ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.signatures ENABLE ROW LEVEL SECURITY;

CREATE POLICY snoozed ON public.conversations FOR SELECT TO kith USING ((state = 'snoozed'::text));

CREATE POLICY tenant ON public.absences TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.activities TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.activity_people TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.api_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.auto_replies TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.auto_reply_counts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.calendar_feeds TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.canned_replies TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.channel_folders TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.channel_members TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.channels TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.companies TO kith_app USING ((id = public.current_company())) WITH CHECK ((id = public.current_company()));

CREATE POLICY tenant ON public.consents TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.conversation_reads TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.conversation_records TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.conversations TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.currency_rates TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.dashboards TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.destinations TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.duplicate_dismissals TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.email_verifications TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.event_seals TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.events TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.export_parts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.exports TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.fields TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.file_chunks TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.file_uploads TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.file_uses TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.files TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.idempotency_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.import_errors TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.import_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.import_parts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.imports TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.inbound_items TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.inbox_clock_policies TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.invitations TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.jobs TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.key_usage TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_arrivals TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_clock_policies TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_clocks TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_codes TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_conversions TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_counts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_decisions TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_deliveries TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_opt_ins TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_routing TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_rules TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_source_days TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_sources TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_submissions TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.lead_turns TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.log_cursors TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.message_drafts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.message_ids TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.message_sendings TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.messages TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notes TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notification_choices TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notification_digests TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notification_mails TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notification_rounds TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notifications TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.password_resets TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.presence TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_activity TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_files TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_identifiers TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_links TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_types TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.records TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.requests TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.samples TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.saved_views TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.sessions TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.sign_ups TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.signatures TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.undone_operations TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.unsubscribe_links TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.users TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_bodies TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_cursors TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_deliveries TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_hours TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_replays TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhooks TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.widget_results TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.widgets TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.working_hours TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

ALTER TABLE public.undone_operations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unsubscribe_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_bodies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_cursors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_hours ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_replays ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widget_results ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widgets ENABLE ROW LEVEL SECURITY;

CREATE POLICY worker ON public.channels TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.jobs TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.lead_arrivals TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.lead_clocks FOR SELECT TO kith USING (true);

CREATE POLICY worker ON public.lead_deliveries TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.message_sendings FOR SELECT TO kith USING (true);

CREATE POLICY worker ON public.webhook_cursors TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.webhooks FOR SELECT TO kith USING (true);

ALTER TABLE public.working_hours ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO kith_app;
GRANT USAGE ON SCHEMA public TO kith_identity;
GRANT USAGE ON SCHEMA public TO kith_view;

REVOKE ALL ON FUNCTION public.enqueue_job(identifier text, payload json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enqueue_job(identifier text, payload json) TO kith_app;

GRANT USAGE ON SEQUENCE public.event_places TO kith_app;

GRANT SELECT,INSERT ON TABLE public.events TO kith_app;

GRANT SELECT(company_id) ON TABLE public.events TO kith_identity;

GRANT SELECT(id) ON TABLE public.events TO kith_identity;

GRANT SELECT(type) ON TABLE public.events TO kith_identity;

GRANT SELECT(written_in) ON TABLE public.events TO kith_identity;

GRANT SELECT(txid) ON TABLE public.events TO kith_identity;

REVOKE ALL ON FUNCTION public.give_back_pages(of_table regclass) FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.absences TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.activities TO kith_app;
GRANT SELECT ON TABLE public.activities TO kith_view;

GRANT SELECT,INSERT,DELETE ON TABLE public.activity_people TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_keys TO kith_app;

GRANT SELECT(company_id) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(id) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(name) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(key_hash) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(last_used_at) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(client_named) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(deleted_at) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.auto_replies TO kith_app;

GRANT SELECT,INSERT ON TABLE public.auto_reply_counts TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.calendar_feeds TO kith_app;

GRANT SELECT(company_id) ON TABLE public.calendar_feeds TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.calendar_feeds TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.calendar_feeds TO kith_identity;

GRANT SELECT(last_read_at) ON TABLE public.calendar_feeds TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.canned_replies TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel_folders TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channel_members TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.channels TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.companies TO kith_app;

GRANT SELECT(id) ON TABLE public.companies TO kith_identity;

GRANT SELECT(name) ON TABLE public.companies TO kith_identity;

GRANT SELECT(time_zone) ON TABLE public.companies TO kith_identity;

GRANT SELECT(currency) ON TABLE public.companies TO kith_identity;

GRANT SELECT(schema_version) ON TABLE public.companies TO kith_identity;

GRANT SELECT ON TABLE public.company_activities TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.messages TO kith_app;
GRANT SELECT ON TABLE public.messages TO kith_view;

GRANT SELECT ON TABLE public.company_messages TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notes TO kith_app;
GRANT SELECT ON TABLE public.notes TO kith_view;

GRANT SELECT ON TABLE public.company_notes TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_activity TO kith_app;
GRANT SELECT ON TABLE public.record_activity TO kith_view;

GRANT SELECT,INSERT,UPDATE ON TABLE public.records TO kith_app;
GRANT SELECT,INSERT,REFERENCES,DELETE,UPDATE ON TABLE public.records TO kith;

GRANT SELECT ON TABLE public.company_records TO kith_app;

GRANT SELECT,INSERT ON TABLE public.consents TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.conversation_reads TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.conversation_records TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.conversations TO kith_app;

GRANT SELECT(company_id) ON TABLE public.conversations TO kith_identity;

GRANT SELECT(id) ON TABLE public.conversations TO kith_identity;

GRANT SELECT(state) ON TABLE public.conversations TO kith_identity;

GRANT SELECT(snoozed_until) ON TABLE public.conversations TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.currency_rates TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dashboards TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.destinations TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.duplicate_dismissals TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.email_verifications TO kith_app;

GRANT SELECT(company_id) ON TABLE public.email_verifications TO kith_identity;

GRANT SELECT(id) ON TABLE public.email_verifications TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.email_verifications TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.email_verifications TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.email_verifications TO kith_identity;

GRANT SELECT(used_at) ON TABLE public.email_verifications TO kith_identity;

GRANT SELECT,INSERT ON TABLE public.export_parts TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.exports TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.fields TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.file_chunks TO kith_app;

GRANT UPDATE(file_id) ON TABLE public.file_chunks TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.file_uploads TO kith_app;

GRANT UPDATE(file_id) ON TABLE public.file_uploads TO kith_app;

GRANT UPDATE(received) ON TABLE public.file_uploads TO kith_app;

GRANT UPDATE(hashed) ON TABLE public.file_uploads TO kith_app;

GRANT UPDATE(active_at) ON TABLE public.file_uploads TO kith_app;

GRANT UPDATE(finished_at) ON TABLE public.file_uploads TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.file_uses TO kith_app;

GRANT UPDATE(name) ON TABLE public.file_uses TO kith_app;

GRANT UPDATE(type) ON TABLE public.file_uses TO kith_app;

GRANT UPDATE(created_at) ON TABLE public.file_uses TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.files TO kith_app;

GRANT UPDATE(sha256) ON TABLE public.files TO kith_app;

GRANT UPDATE(size) ON TABLE public.files TO kith_app;

GRANT UPDATE(created_at) ON TABLE public.files TO kith_app;

GRANT SELECT,INSERT ON TABLE public.idempotency_keys TO kith_app;

GRANT UPDATE(answer) ON TABLE public.idempotency_keys TO kith_app;

GRANT UPDATE(packed) ON TABLE public.idempotency_keys TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_errors TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_keys TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_parts TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.imports TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbound_items TO kith_app;

GRANT SELECT(company_id) ON TABLE public.inbound_items TO kith_identity;

GRANT SELECT(id) ON TABLE public.inbound_items TO kith_identity;

GRANT SELECT(channel_id) ON TABLE public.inbound_items TO kith_identity;

GRANT SELECT(state) ON TABLE public.inbound_items TO kith_identity;

GRANT SELECT(next_try_at) ON TABLE public.inbound_items TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbox_clock_policies TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invitations TO kith_app;

GRANT SELECT(company_id) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(id) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(email) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(role) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(created_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(accepted_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(revoked_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(is_mailed) ON TABLE public.invitations TO kith_identity;

GRANT SELECT,INSERT ON TABLE public.jobs TO kith_app;

GRANT UPDATE(payload) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(queue) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(key) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(priority) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(state) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(run_at) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(attempt) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(worker) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(started_at) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(failed_at) ON TABLE public.jobs TO kith_app;

GRANT UPDATE(last_error) ON TABLE public.jobs TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.key_usage TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_arrivals TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_clock_policies TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_clocks TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_codes TO kith_app;

GRANT SELECT(company_id) ON TABLE public.lead_codes TO kith_identity;

GRANT SELECT(id) ON TABLE public.lead_codes TO kith_identity;

GRANT SELECT(code_hash) ON TABLE public.lead_codes TO kith_identity;

GRANT SELECT(is_on) ON TABLE public.lead_codes TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_conversions TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_counts TO kith_app;

GRANT SELECT,INSERT ON TABLE public.lead_decisions TO kith_app;

GRANT UPDATE(is_given_back) ON TABLE public.lead_decisions TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_deliveries TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_opt_ins TO kith_app;

GRANT SELECT(company_id) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(id) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(submission_id) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(email) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(created_at) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(sent_at) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT(confirmed_at) ON TABLE public.lead_opt_ins TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_routing TO kith_app;

GRANT SELECT,INSERT ON TABLE public.lead_rules TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_source_days TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_sources TO kith_app;

GRANT SELECT(company_id) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(id) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(public_id) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(name) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(state) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(fields) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(origins) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(redirect_url) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(button) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(thanks) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(intro) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(consent_text) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(consent_version) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(is_consent_required) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(wants_opt_in) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(day_cap) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(flood_since) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(flood_until) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT(deleted_at) ON TABLE public.lead_sources TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_submissions TO kith_app;

GRANT SELECT(company_id) ON TABLE public.lead_submissions TO kith_identity;

GRANT SELECT(id) ON TABLE public.lead_submissions TO kith_identity;

GRANT SELECT(state) ON TABLE public.lead_submissions TO kith_identity;

GRANT SELECT(next_try_at) ON TABLE public.lead_submissions TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lead_turns TO kith_app;

GRANT SELECT(shift) ON TABLE public.log_clusters TO kith_app;
GRANT SELECT(shift) ON TABLE public.log_clusters TO kith_identity;

GRANT SELECT(since) ON TABLE public.log_clusters TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.log_cursors TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_drafts TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_ids TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_sendings TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notification_choices TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notification_digests TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notification_mails TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notification_rounds TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notifications TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.password_resets TO kith_app;

GRANT SELECT(company_id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(used_at) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(made_by) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.presence TO kith_app;

GRANT SELECT(company_id) ON TABLE public.presence TO kith_identity;

GRANT SELECT(conversation_id) ON TABLE public.presence TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.presence TO kith_identity;

GRANT SELECT(doing) ON TABLE public.presence TO kith_identity;

GRANT SELECT(until) ON TABLE public.presence TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.record_files TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_identifiers TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_links TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.record_types TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.requests TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.samples TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_views TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO kith_app;

GRANT SELECT(company_id) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(id) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(password_at) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(created_at) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(last_seen_at) ON TABLE public.sessions TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_attempts TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_ups TO kith_app;

GRANT SELECT(company_id) ON TABLE public.sign_ups TO kith_identity;

GRANT SELECT(id) ON TABLE public.sign_ups TO kith_identity;

GRANT SELECT(email) ON TABLE public.sign_ups TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.sign_ups TO kith_identity;

GRANT SELECT(created_at) ON TABLE public.sign_ups TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.sign_ups TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.signatures TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.undone_operations TO kith_app;

GRANT SELECT,INSERT ON TABLE public.unsubscribe_links TO kith_app;

GRANT SELECT(company_id) ON TABLE public.unsubscribe_links TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.unsubscribe_links TO kith_identity;

GRANT SELECT(kind) ON TABLE public.unsubscribe_links TO kith_identity;

GRANT SELECT(address) ON TABLE public.unsubscribe_links TO kith_identity;

GRANT UPDATE(used_at) ON TABLE public.unsubscribe_links TO kith_app;
GRANT SELECT(used_at) ON TABLE public.unsubscribe_links TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.users TO kith_app;

GRANT SELECT(company_id) ON TABLE public.users TO kith_identity;

GRANT SELECT(id) ON TABLE public.users TO kith_identity;

GRANT SELECT(email) ON TABLE public.users TO kith_identity;

GRANT SELECT(name) ON TABLE public.users TO kith_identity;

GRANT SELECT(role) ON TABLE public.users TO kith_identity;

GRANT SELECT(password_hash) ON TABLE public.users TO kith_identity;

GRANT SELECT(disabled_at) ON TABLE public.users TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_bodies TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_cursors TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_deliveries TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_hours TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_replays TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhooks TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.widget_results TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.widgets TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.working_hours TO kith_app;

