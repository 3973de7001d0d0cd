-- Which sessions of browsers began at which provider, for the provider to end them. A row is
-- dropped when its session is gone.
create table provider_session (
  session_id text primary key,
  issuer     text not null,
  subject    text not null,
  sid        text,
  begun_at   timestamptz not null
);
create index provider_session_by_subject on provider_session (issuer, subject);
create index provider_session_by_sid on provider_session (issuer, sid);
