CREATE SCHEMA public;

COMMENT ON SCHEMA public IS 'standard public schema';

CREATE FUNCTION public.current_company() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid;

CREATE FUNCTION public.enqueue_job(identifier text, payload json) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ select graphile_worker.add_job(identifier, payload, max_attempts => 10) $$;

CREATE FUNCTION public.events_keep_partitions(keep_days integer DEFAULT 400) RETURNS void
    LANGUAGE plpgsql
    AS $_$
declare
  month_start timestamptz;
  partition_name text;
begin
  for ahead in 0..2 loop
    month_start := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead)) at time zone 'UTC';
    partition_name := 'events_' || to_char(month_start at time zone 'UTC', 'YYYY_MM');
    if to_regclass(partition_name) is null then
      execute format('create table %I partition of events for values from (%L) to (%L)', partition_name, uuid_at(month_start),
        uuid_at(((month_start at time zone 'UTC') + interval '1 month') at time zone 'UTC'));
    end if;
  end loop;
  for partition_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\d{4}_\d{2}$'
      and to_date(substr(c.relname, 8), 'YYYY_MM') + interval '1 month' < now() - make_interval(days => keep_days)
  loop
    execute format('drop table %I', partition_name);
  end loop;
end $_$;

CREATE FUNCTION public.uuid_at(moment timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    RETURN ((lpad(to_hex(((EXTRACT(epoch FROM moment) * (1000)::numeric))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid;

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

CREATE TABLE public.companies (
    id uuid NOT NULL,
    name text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT companies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

ALTER TABLE ONLY public.companies FORCE ROW LEVEL SECURITY;

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
    written_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT events_via_check CHECK ((via = ANY (ARRAY['web'::text, 'rest'::text, 'mcp'::text, 'system'::text])))
)
PARTITION BY RANGE (id);

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;

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
    written_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT events_via_check CHECK ((via = ANY (ARRAY['web'::text, 'rest'::text, 'mcp'::text, 'system'::text])))
);

CREATE TABLE public.idempotency_keys (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    answer jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

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
    CONSTRAINT invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text]))),
    CONSTRAINT invitations_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.invitations FORCE ROW LEVEL SECURITY;

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
    CONSTRAINT password_resets_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.password_resets FORCE ROW LEVEL SECURITY;

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
    CONSTRAINT sessions_token_hash_check CHECK ((length(token_hash) = 32))
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.users (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
    CONSTRAINT users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);

ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.events_default
    ADD CONSTRAINT events_default_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (company_id, id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (company_id, id);

CREATE UNIQUE INDEX api_keys_key_hash ON public.api_keys USING btree (key_hash);

CREATE INDEX api_keys_user ON public.api_keys USING btree (company_id, user_id, created_at);

CREATE INDEX events_operation ON ONLY public.events USING btree (company_id, operation_id);

CREATE INDEX events_default_company_id_operation_id_idx ON public.events_default USING btree (company_id, operation_id);

CREATE INDEX events_subject ON ONLY public.events USING btree (company_id, subject_type, subject_id, id);

CREATE INDEX events_default_company_id_subject_type_subject_id_id_idx ON public.events_default USING btree (company_id, subject_type, subject_id, id);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX idempotency_keys_key ON public.idempotency_keys USING btree (company_id, user_id, operation, key);

CREATE UNIQUE INDEX invitations_open_email ON public.invitations USING btree (company_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE UNIQUE INDEX invitations_token_hash ON public.invitations USING btree (token_hash);

CREATE UNIQUE INDEX password_resets_token_hash ON public.password_resets USING btree (token_hash);

CREATE INDEX password_resets_user ON public.password_resets USING btree (company_id, user_id);

CREATE UNIQUE INDEX sessions_token_hash ON public.sessions USING btree (token_hash);

CREATE INDEX sessions_user ON public.sessions USING btree (company_id, user_id, created_at);

CREATE UNIQUE INDEX users_email ON public.users USING btree (email);

CREATE INDEX users_name ON public.users USING btree (company_id, lower(name), id);

ALTER INDEX public.events_operation ATTACH PARTITION public.events_default_company_id_operation_id_idx;

ALTER INDEX public.events_subject ATTACH PARTITION public.events_default_company_id_subject_type_subject_id_id_idx;

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_default_pkey;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE public.events
    ADD CONSTRAINT events_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_company_id_invited_by_fkey FOREIGN KEY (company_id, invited_by) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES public.users(company_id, id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

CREATE POLICY housekeeping ON public.idempotency_keys TO kith USING ((created_at < (now() - '7 days'::interval)));

CREATE POLICY housekeeping ON public.password_resets TO kith USING ((expires_at < (now() - '1 day'::interval)));

CREATE POLICY housekeeping ON public.sessions TO kith USING ((created_at < (now() - '30 days'::interval)));

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity ON public.api_keys FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.companies FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.invitations FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.password_resets FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.sessions FOR SELECT TO kith_identity USING (true);

CREATE POLICY identity ON public.users FOR SELECT TO kith_identity USING (true);

ALTER TABLE public.invitations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.password_resets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON public.api_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.companies TO kith_app USING ((id = public.current_company())) WITH CHECK ((id = public.current_company()));

CREATE POLICY tenant ON public.events TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.idempotency_keys TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.invitations TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.password_resets TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.sessions TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

CREATE POLICY tenant ON public.users TO kith_app USING ((company_id = public.current_company())) WITH CHECK ((company_id = public.current_company()));

ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO kith_app;
GRANT USAGE ON SCHEMA public TO kith_identity;

REVOKE ALL ON FUNCTION public.enqueue_job(identifier text, payload json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.enqueue_job(identifier text, payload json) TO kith_app;

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

GRANT SELECT,INSERT ON TABLE public.events TO kith_app;

GRANT SELECT,INSERT ON TABLE public.idempotency_keys TO kith_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invitations TO kith_app;

GRANT SELECT(company_id) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(id) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(email) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(role) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(accepted_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT(revoked_at) ON TABLE public.invitations TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.password_resets TO kith_app;

GRANT SELECT(company_id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(expires_at) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT(used_at) ON TABLE public.password_resets TO kith_identity;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sessions TO kith_app;

GRANT SELECT(company_id) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(id) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(user_id) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(token_hash) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(password_at) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(created_at) ON TABLE public.sessions TO kith_identity;

GRANT SELECT(last_seen_at) ON TABLE public.sessions TO kith_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE public.users TO kith_app;

GRANT SELECT(company_id) ON TABLE public.users TO kith_identity;

GRANT SELECT(id) ON TABLE public.users TO kith_identity;

GRANT SELECT(email) ON TABLE public.users TO kith_identity;

GRANT SELECT(name) ON TABLE public.users TO kith_identity;

GRANT SELECT(role) ON TABLE public.users TO kith_identity;

GRANT SELECT(password_hash) ON TABLE public.users TO kith_identity;

GRANT SELECT(disabled_at) ON TABLE public.users TO kith_identity;

