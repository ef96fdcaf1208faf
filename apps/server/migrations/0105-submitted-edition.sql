-- The edition of a change request when it was sent to review: later ones were edited while reviewers could see it.
alter table change_requests add column submitted_edition integer;
