-- What an identity provider needs to sign a person out, such as the ID token. It is encrypted with a key that is derived
-- from the session cookie, which is not stored.
alter table sessions add column provider_hint bytea;
