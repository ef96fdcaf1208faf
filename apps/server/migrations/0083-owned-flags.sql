create index flags_owner_user on flags (owner_user_id) where owner_user_id is not null;
create index flags_owner_group on flags (owner_group_id) where owner_group_id is not null;
