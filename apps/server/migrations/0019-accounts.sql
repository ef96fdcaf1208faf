-- How a session was opened: by password, or by which kind of identity provider.
alter table sessions add column auth_type text not null default 'password';

-- The shortest notice, in days, that was given about the end of this token.
alter table personal_tokens add column noticed_days integer;

-- Made for hosted delivery; listed apart from the others.
alter table api_tokens add column cdn boolean not null default false;
