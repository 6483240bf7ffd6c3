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

CREATE FUNCTION public.fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (lower((NORMALIZE($1, NFC) COLLATE "und-x-icu")) COLLATE "C");

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
    execute format('drop table %I', partition_name);
    return 1;
  end loop;
  return 0;
end $_$;

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

CREATE TABLE public.backfills (
    name text NOT NULL,
    after_company uuid NOT NULL,
    after_id uuid NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL
);

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

CREATE TABLE public.notes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    record_id uuid NOT NULL,
    author_id uuid,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    edited_at timestamp with time zone,
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
    at timestamp with time zone NOT NULL
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
    a.at AS last_activity_at
   FROM (public.records r
     LEFT JOIN public.record_activity a ON (((a.company_id = r.company_id) AND (a.record_id = r.id) AND (a.type_id = r.type_id))))
  WHERE (r.company_id = public.current_company());

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
    created_at timestamp with time zone NOT NULL
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
    CONSTRAINT imports_bad_cells_check CHECK ((bad_cells = ANY (ARRAY['leave_empty'::text, 'refuse_row'::text]))),
    CONSTRAINT imports_check CHECK ((rows = (((created + updated) + skipped) + failed))),
    CONSTRAINT imports_delimiter_check CHECK ((length(delimiter) = 1)),
    CONSTRAINT imports_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'windows-1252'::text]))),
    CONSTRAINT imports_mode_check CHECK ((mode = ANY (ARRAY['create'::text, 'upsert'::text]))),
    CONSTRAINT imports_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT imports_sheet_check CHECK ((sheet >= 0)),
    CONSTRAINT imports_size_check CHECK (((size >= 1) AND (size <= 52428800))),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'reading'::text, 'ready'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'undoing'::text, 'undone'::text]))),
    CONSTRAINT imports_text_size_check CHECK (((text_size >= 0) AND (text_size <= 104857600)))
);

ALTER TABLE ONLY public.imports FORCE ROW LEVEL SECURITY;

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

CREATE TABLE public.migrations (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

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
    type_id uuid NOT NULL,
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

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_default DEFAULT;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.backfills
    ADD CONSTRAINT backfills_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_pkey PRIMARY KEY (company_id, currency);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_pkey PRIMARY KEY (company_id, id);

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

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.key_usage
    ADD CONSTRAINT key_usage_pkey PRIMARY KEY (company_id, key_id, day);

ALTER TABLE ONLY public.log_clusters
    ADD CONSTRAINT log_clusters_pkey PRIMARY KEY (shift);

ALTER TABLE ONLY public.log_cursors
    ADD CONSTRAINT log_cursors_pkey PRIMARY KEY (company_id, subscriber, key);

ALTER TABLE ONLY public.log_subscribers
    ADD CONSTRAINT log_subscribers_pkey PRIMARY KEY (subscriber);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_pkey PRIMARY KEY (company_id, record_id);

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

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (company_id, id);

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

CREATE UNIQUE INDEX api_keys_key_hash ON public.api_keys USING btree (key_hash);

CREATE INDEX api_keys_user ON public.api_keys USING btree (company_id, user_id, created_at);

CREATE INDEX companies_waiting ON public.companies USING btree (created_at) WHERE is_waiting;

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

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX idempotency_keys_key ON public.idempotency_keys USING btree (company_id, user_id, operation, key);

CREATE INDEX import_errors_age ON public.import_errors USING btree (created_at);

CREATE INDEX import_errors_list ON public.import_errors USING btree (company_id, import_id, is_refused, "row");

CREATE INDEX import_keys_age ON public.import_keys USING btree (created_at);

CREATE INDEX import_parts_age ON public.import_parts USING btree (created_at);

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

CREATE INDEX log_cursors_next ON public.log_cursors USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX notes_record ON public.notes USING btree (company_id, record_id, id);

CREATE INDEX notes_words ON public.notes USING gin (company_id, public.fold(text) public.gin_trgm_ops) WHERE (deleted_at IS NULL);

CREATE INDEX password_resets_age ON public.password_resets USING btree (expires_at);

CREATE UNIQUE INDEX password_resets_token_hash ON public.password_resets USING btree (token_hash);

CREATE INDEX password_resets_user ON public.password_resets USING btree (company_id, user_id);

CREATE INDEX record_activity_at ON public.record_activity USING btree (company_id, type_id, at, record_id);

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

CREATE TRIGGER unblock_next AFTER DELETE OR UPDATE ON public.jobs FOR EACH ROW WHEN (((old.state = 'running'::text) AND (old.queue IS NOT NULL))) EXECUTE FUNCTION public.jobs_unblock_next();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.currency_rates
    ADD CONSTRAINT currency_rates_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.dashboards
    ADD CONSTRAINT dashboards_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES public.users(company_id, id);

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

ALTER TABLE ONLY public.log_cursors
    ADD CONSTRAINT log_cursors_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_made_by_fkey FOREIGN KEY (company_id, made_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_company_id_record_id_fkey FOREIGN KEY (company_id, record_id) REFERENCES public.records(company_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_activity
    ADD CONSTRAINT record_activity_company_id_type_id_fkey FOREIGN KEY (company_id, type_id) REFERENCES public.record_types(company_id, id);

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

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_company_id_link_made_by_fkey FOREIGN KEY (company_id, link_made_by) REFERENCES public.users(company_id, id);

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

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY backfill ON public.api_keys TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.companies TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.currency_rates TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.dashboards TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.duplicate_dismissals TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.email_verifications TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.event_seals TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.events TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.export_parts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.exports TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.fields TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.idempotency_keys TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.import_errors TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.import_keys TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.import_parts TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.imports TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.invitations TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.jobs TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.key_usage TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.log_cursors TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.notes TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.password_resets TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_activity TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_identifiers TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_links TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.record_types TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.records TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.requests TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.samples TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.saved_views TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.sessions TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.sign_ups TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.users TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_cursors TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_deliveries TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_hours TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhook_replays TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.webhooks TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.widget_results TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY backfill ON public.widgets TO kith USING ((current_setting('app.backfill'::text, true) = 'on'::text)) WITH CHECK ((current_setting('app.backfill'::text, true) = 'on'::text));

CREATE POLICY behind_view ON public.notes FOR SELECT TO kith_view USING (true);

CREATE POLICY behind_view ON public.record_activity FOR SELECT TO kith_view USING (true);

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.currency_rates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dashboards ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.duplicate_dismissals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_verifications ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.event_seals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.export_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.exports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.fields ENABLE ROW LEVEL SECURITY;

CREATE POLICY housekeeping ON public.companies TO kith USING ((is_waiting AND (created_at < (now() - '2 days'::interval))));

CREATE POLICY housekeeping ON public.email_verifications TO kith USING ((expires_at < (now() - '1 day'::interval)));

CREATE POLICY housekeeping ON public.event_seals TO kith USING ((hour < (now() - '460 days'::interval)));

CREATE POLICY housekeeping ON public.export_parts TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.idempotency_keys TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.import_errors TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.import_keys TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.import_parts TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.key_usage TO kith USING ((day < (CURRENT_DATE - 35)));

CREATE POLICY housekeeping ON public.password_resets TO kith USING ((expires_at < (now() - '1 day'::interval)));

CREATE POLICY housekeeping ON public.records TO kith USING ((deleted_at < (now() - '30 days'::interval)));

CREATE POLICY housekeeping ON public.requests TO kith USING ((at < (now() - '30 days'::interval)));

CREATE POLICY housekeeping ON public.sessions TO kith USING ((created_at < (now() - '30 days'::interval)));

CREATE POLICY housekeeping ON public.webhook_hours TO kith USING ((hour < (now() - '2 days'::interval)));

CREATE POLICY housekeeping ON public.webhook_replays TO kith USING ((created_at < (now() - '30 days'::interval)));

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON public.api_keys FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.companies FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.email_verifications FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.events FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.invitations FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.password_resets FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.sessions FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.sign_ups FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.users FOR SELECT TO kith_identity USING (true);

ALTER TABLE public.import_errors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.jobs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_usage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.log_cursors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.notes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.password_resets ENABLE ROW LEVEL SECURITY;

CREATE POLICY reader ON public.log_cursors TO kith USING (true) WITH CHECK (true);

ALTER TABLE public.record_activity ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_identifiers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_types ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.samples ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.saved_views ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_ups ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.api_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.companies TO kith_app USING ((id = public.current_company())) WITH CHECK ((id = public.current_company()));

CREATE POLICY tenant ON public.currency_rates TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.dashboards TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.duplicate_dismissals TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.email_verifications TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.event_seals TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.events TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.export_parts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.exports TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.fields TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.idempotency_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.import_errors TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.import_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.import_parts TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.imports TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.invitations TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.jobs TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.key_usage TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.log_cursors TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.notes TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.password_resets TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_activity TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_identifiers TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_links TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.record_types TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.records TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.requests TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.samples TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.saved_views TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.sessions TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.sign_ups TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.users TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_cursors TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_deliveries TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_hours TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhook_replays TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.webhooks TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.widget_results TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.widgets TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_cursors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_hours ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook_replays ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widget_results ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.widgets ENABLE ROW LEVEL SECURITY;

CREATE POLICY worker ON public.jobs TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.webhook_cursors TO kith USING (true) WITH CHECK (true);

CREATE POLICY worker ON public.webhooks FOR SELECT TO kith USING (true);

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

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_keys TO kith_app;

GRANT SELECT(company_id) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(id) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(name) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(key_hash) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(last_used_at) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(client_named) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT(deleted_at) ON TABLE public.api_keys TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.companies TO kith_app;

GRANT SELECT(id) ON TABLE public.companies TO kith_identity;

GRANT SELECT(name) ON TABLE public.companies TO kith_identity;

GRANT SELECT(time_zone) ON TABLE public.companies TO kith_identity;

GRANT SELECT(currency) ON TABLE public.companies TO kith_identity;

GRANT SELECT(schema_version) ON TABLE public.companies TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.notes TO kith_app;
GRANT SELECT ON TABLE public.notes TO kith_view;

GRANT SELECT ON TABLE public.company_notes TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_activity TO kith_app;
GRANT SELECT ON TABLE public.record_activity TO kith_view;

GRANT SELECT,INSERT,UPDATE ON TABLE public.records TO kith_app;
GRANT SELECT,INSERT,REFERENCES,DELETE,UPDATE ON TABLE public.records TO kith;

GRANT SELECT ON TABLE public.company_records TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.currency_rates TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dashboards TO kith_app;

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

GRANT SELECT,INSERT ON TABLE public.idempotency_keys TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_errors TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_keys TO kith_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_parts TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.imports TO kith_app;

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

GRANT SELECT(shift) ON TABLE public.log_clusters TO kith_app;
GRANT SELECT(shift) ON TABLE public.log_clusters TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.log_cursors TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.password_resets TO kith_app;

GRANT SELECT(company_id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(used_at) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(made_by) ON TABLE public.password_resets TO kith_identity;

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

GRANT SELECT,INSERT,UPDATE ON TABLE public.users TO kith_app;

GRANT SELECT(company_id) ON TABLE public.users TO kith_identity;

GRANT SELECT(id) ON TABLE public.users TO kith_identity;

GRANT SELECT(email) ON TABLE public.users TO kith_identity;

GRANT SELECT(name) ON TABLE public.users TO kith_identity;

GRANT SELECT(role) ON TABLE public.users TO kith_identity;

GRANT SELECT(password_hash) ON TABLE public.users TO kith_identity;

GRANT SELECT(disabled_at) ON TABLE public.users TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_cursors TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_deliveries TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_hours TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_replays TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhooks TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.widget_results TO kith_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.widgets TO kith_app;

