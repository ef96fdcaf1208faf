-- The orders that take a change back are kept for a year: from the event log, whoever may can carry them out.
create index undos_revision on undos (revision);
