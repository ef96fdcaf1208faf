insert into roles (id, name, description, type) values
  (1, 'Admin', 'May do everything.', 'root'),
  (2, 'Editor', 'May change most things, but not accounts, access or instance settings.', 'root'),
  (3, 'Viewer', 'May look, not change.', 'root'),
  (4, 'Owner', 'May do everything in the project.', 'project'),
  (5, 'Member', 'May work with the flags of the project.', 'project'),
  (6, 'Reader', 'Belongs to the project without any permission; sees it when it is private.', 'project');
select setval('roles_id_seq', 100);

insert into environments (name, type, sort_order) values ('development', 'development', 2), ('production', 'production', 3);
insert into projects (id, name, description) values ('default', 'Default', 'The project every installation starts with.');
insert into project_environments (project, environment) values ('default', 'development'), ('default', 'production');

insert into flag_types (id, name, description, lifetime_days, sort_order) values
  ('release', 'Release', 'Ships new or unfinished work to some people first.', 40, 1),
  ('experiment', 'Experiment', 'Compares variants with each other.', 40, 2),
  ('operational', 'Operational', 'Switches a technical change over step by step.', 7, 3),
  ('kill-switch', 'Kill switch', 'Turns something off quickly when it misbehaves.', null, 4),
  ('permission', 'Permission', 'Decides who is entitled to something.', null, 5),
  ('sunset', 'Sunset', 'Takes a feature away in a planned manner.', 90, 6);

insert into context_fields (name, description, sort_order, stickiness, value_type) values
  ('environment', 'The environment the application runs in.', 0, false, 'string'),
  ('userId', 'Who is using the application.', 1, false, 'string'),
  ('appName', 'The name of the application.', 2, false, 'string'),
  ('currentTime', 'The time of the evaluation.', 3, false, 'date'),
  ('sessionId', 'The session of the person using the application.', 4, true, 'string');

insert into strategy_types (name, title, description, parameters, built_in, sort_order) values
  ('default', 'Standard', 'On for everyone.', '[]', true, 0),
  ('flexibleRollout', 'Gradual rollout', 'On for a share of the people, the same ones each time.',
   '[{"name":"rollout","type":"percentage","description":"Share of the people","required":false},
     {"name":"stickiness","type":"string","description":"What stays together","required":true},
     {"name":"groupId","type":"string","description":"Keeps shares of different flags apart","required":true}]', true, 1),
  ('remoteAddress', 'IPs', 'On for certain network addresses.',
   '[{"name":"IPs","type":"list","description":"Addresses and ranges","required":true}]', true, 2),
  ('applicationHostname', 'Hosts', 'On for applications running on certain hosts.',
   '[{"name":"hostNames","type":"list","description":"Host names","required":false}]', true, 3);

insert into tag_types (name, description, icon, color) values ('simple', 'For any kind of label.', '#', '#FFFFFF');

insert into role_permissions (role_id, permission)
select 2, permission from unnest(array[
  'CREATE_ADDON', 'UPDATE_ADDON', 'DELETE_ADDON', 'CREATE_CONTEXT_FIELD', 'UPDATE_CONTEXT_FIELD',
  'DELETE_CONTEXT_FIELD', 'CREATE_PROJECT', 'CREATE_SEGMENT', 'UPDATE_SEGMENT', 'DELETE_SEGMENT', 'CREATE_STRATEGY',
  'UPDATE_STRATEGY', 'DELETE_STRATEGY', 'CREATE_TAG_TYPE', 'UPDATE_TAG_TYPE', 'DELETE_TAG_TYPE',
  'UPDATE_APPLICATION', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN', 'RELEASE_PLAN_TEMPLATE_CREATE',
  'RELEASE_PLAN_TEMPLATE_UPDATE']) as p(permission);
insert into role_permissions (role_id, permission) values (1, 'ADMIN');

-- Owner; and Editor, within the default project.
insert into role_permissions (role_id, permission)
select 4, permission from unnest(array[
  'CREATE_FEATURE', 'UPDATE_FEATURE', 'UPDATE_FEATURE_DEPENDENCY', 'DELETE_FEATURE', 'UPDATE_FEATURE_VARIANTS',
  'MOVE_FEATURE_TOGGLE', 'UPDATE_PROJECT', 'DELETE_PROJECT', 'READ_PROJECT_API_TOKEN', 'CREATE_PROJECT_API_TOKEN',
  'DELETE_PROJECT_API_TOKEN', 'UPDATE_PROJECT_CONTEXT', 'UPDATE_PROJECT_SEGMENT',
  'UPDATE_PROJECT_RELEASE_TEMPLATE']) as p(permission);
insert into role_permissions (role_id, permission)
select 5, permission from unnest(array[
  'CREATE_FEATURE', 'UPDATE_FEATURE', 'UPDATE_FEATURE_DEPENDENCY', 'DELETE_FEATURE', 'UPDATE_FEATURE_VARIANTS',
  'READ_PROJECT_API_TOKEN', 'CREATE_PROJECT_API_TOKEN', 'DELETE_PROJECT_API_TOKEN']) as p(permission);
insert into role_permissions (role_id, permission, environment)
select role, permission, '*' from unnest(array[4, 5]) as r(role), unnest(array[
  'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_STRATEGY', 'DELETE_FEATURE_STRATEGY', 'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS']) as p(permission);
insert into role_permissions (role_id, permission, environment, project)
select 2, permission, environment, 'default' from role_permissions
where role_id = 4 and permission not in
  ('UPDATE_PROJECT_CONTEXT', 'UPDATE_PROJECT_SEGMENT', 'UPDATE_PROJECT_RELEASE_TEMPLATE');
