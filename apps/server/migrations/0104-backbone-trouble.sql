-- What stops changes from being published to the backbone, and since when; for the doctor.
alter table backbone add column trouble text;
alter table backbone add column trouble_at timestamptz;
