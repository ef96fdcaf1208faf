-- Plain words for what an installation starts with. Descriptions that somebody has changed stay.
update roles set description = plain.description from (values
  (1, 'Has all permissions.'),
  (2, 'Can change most things, except accounts, access and instance settings.'),
  (3, 'Can see everything that is not private, but cannot change anything.'),
  (4, 'Has all permissions in the project.'),
  (5, 'Can work with the flags of the project.'),
  (6, 'Can see the project if it is private, but has no other permissions.')
) as plain (id, description) where roles.id = plain.id;

update flag_types set description = plain.description from (values
  ('Ships new or unfinished work to some people first.', 'Releases a new feature to some users first.'),
  ('Switches a technical change over step by step.', 'Rolls out a technical change step by step.'),
  ('Turns something off quickly when it misbehaves.', 'Turns a feature off quickly if it causes problems.'),
  ('Decides who is entitled to something.', 'Controls who has access to a feature.'),
  ('Takes a feature away in a planned manner.', 'Retires a feature gradually.')
) as plain (before, description) where flag_types.description = plain.before;

update context_fields set description = plain.description from (values
  ('Who is using the application.', 'The ID of the user.'),
  ('The session of the person using the application.', 'The ID of the user''s session.')
) as plain (before, description) where context_fields.description = plain.before;

update strategy_types set description = plain.description from (values
  ('On for a share of the people, the same ones each time.', 'On for a percentage of users, always the same ones.'),
  ('On for certain network addresses.', 'On for certain IP addresses.')
) as plain (before, description) where strategy_types.description = plain.before;

update strategy_types set parameters = replace(replace(replace(parameters::text,
    'Share of the people', 'Percentage of users'),
    'Keeps shares of different flags apart', 'Flags with the same group include the same users'),
    'Addresses and ranges', 'IP addresses and ranges')::jsonb
where built_in;

update projects set description = 'The project that every installation starts with.'
where id = 'default' and description = 'The project every installation starts with.';
