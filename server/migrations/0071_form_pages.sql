-- What the hosted page of a form says beside its fields. A form of before has none of it and looks as it did.
alter table lead_sources
  add column headline text not null default '' check (length(headline) <= 100), -- empty: the name
  add column points text[] not null default '{}' check (cardinality(points) <= 6),
  add column privacy_url text check (length(privacy_url) <= 2000),
  add column imprint_url text check (length(imprint_url) <= 2000);
