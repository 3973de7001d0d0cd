-- Who of which issuer an account belongs to. The subject is what an issuer never gives to another.
create table external_identity (
  issuer  text not null,
  subject text not null,
  login   text not null references account (login) on delete cascade,
  seen_at timestamptz not null,
  primary key (issuer, subject)
);
create index external_identity_by_login on external_identity (login);
