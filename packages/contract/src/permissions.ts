/** All permissions, by scope, with their descriptions in the role editor. */
export const rootPermissions = {
  ADMIN:
    'Superuser: includes every permission in every scope. The Admin root role and admin API tokens have it; custom roles cannot',
  CREATE_ADDON: 'Create an integration configuration',
  UPDATE_ADDON: 'Edit an integration configuration, or turn it on or off',
  DELETE_ADDON: 'Delete an integration configuration',
  CREATE_CLIENT_API_TOKEN: 'Create backend (client) API tokens for any project',
  UPDATE_CLIENT_API_TOKEN: 'Change the expiry of backend API tokens',
  DELETE_CLIENT_API_TOKEN: 'Delete backend API tokens',
  READ_CLIENT_API_TOKEN: 'List backend API tokens',
  CREATE_FRONTEND_API_TOKEN: 'Create frontend API tokens for any project',
  UPDATE_FRONTEND_API_TOKEN: 'Change the expiry of frontend API tokens',
  DELETE_FRONTEND_API_TOKEN: 'Delete frontend API tokens',
  READ_FRONTEND_API_TOKEN: 'List frontend API tokens',
  UPDATE_APPLICATION: 'Edit or delete a client application record',
  CREATE_CONTEXT_FIELD: 'Create an instance-wide context field',
  UPDATE_CONTEXT_FIELD: 'Edit an instance-wide context field and its legal values',
  DELETE_CONTEXT_FIELD: 'Delete an unused instance-wide context field',
  CREATE_PROJECT: 'Create a project; the creator becomes its Owner',
  READ_ROLE: 'View root and project roles with their permissions',
  CREATE_SEGMENT: 'Create a segment (global, or in any project)',
  UPDATE_SEGMENT: 'Edit any segment',
  DELETE_SEGMENT: 'Delete any unused segment',
  CREATE_STRATEGY: 'Create a custom activation strategy type',
  UPDATE_STRATEGY: 'Edit, deprecate or reactivate a strategy type',
  DELETE_STRATEGY: 'Delete a custom strategy type',
  CREATE_TAG_TYPE: 'Create a tag type',
  UPDATE_TAG_TYPE: 'Edit a tag type',
  DELETE_TAG_TYPE: 'Delete a tag type',
  RELEASE_PLAN_TEMPLATE_CREATE: 'Create an instance-wide release template',
  RELEASE_PLAN_TEMPLATE_UPDATE: 'Edit an instance-wide release template',
  RELEASE_PLAN_TEMPLATE_DELETE: 'Archive or delete an instance-wide release template',
  READ_LOGS: 'Read the instance event log and the login history',
  UPDATE_MAINTENANCE_MODE: 'View maintenance mode and turn it on or off',
  UPDATE_INSTANCE_BANNERS: 'Create, edit and delete banners, and turn them on or off',
  UPDATE_CORS: 'Edit the allowed CORS origins of the frontend API',
  UPDATE_AUTH_CONFIGURATION: 'Edit the settings for single sign-on, password sign-in and SCIM',
} as const

export const projectPermissions = {
  CREATE_FEATURE: 'Create a flag in the project; also required to clone a flag and to import new ones',
  UPDATE_FEATURE:
    'Edit the details, tags and links of flags, mark them as stale or completed, and revive them; always required for imports',
  UPDATE_FEATURE_DEPENDENCY: 'Add and remove dependencies of a flag',
  DELETE_FEATURE: 'Archive flags and permanently delete archived flags',
  UPDATE_FEATURE_VARIANTS: 'Edit the variants of a flag itself through the legacy API',
  OVERRIDE_MANAGED:
    'Change fields of flags that files manage and lock, with a reason; grants no other permission',
  MOVE_FEATURE_TOGGLE: 'Move a flag to another project; required in both projects',
  UPDATE_PROJECT:
    'Edit the project: name, description, settings, environments, access and default rules; includes every PROJECT_* permission',
  DELETE_PROJECT: 'Archive, revive and delete the project',
  PROJECT_USER_ACCESS_READ: 'See who has access to the project (subset of UPDATE_PROJECT)',
  PROJECT_USER_ACCESS_WRITE:
    'Grant and revoke project access (subset of UPDATE_PROJECT; you can still only grant roles that you have)',
  PROJECT_DEFAULT_STRATEGY_READ: 'See the default rule of each environment (subset of UPDATE_PROJECT)',
  PROJECT_DEFAULT_STRATEGY_WRITE: 'Change the default rule of each environment (subset of UPDATE_PROJECT)',
  PROJECT_SETTINGS_READ: 'See the remaining project settings (subset of UPDATE_PROJECT)',
  PROJECT_SETTINGS_WRITE: 'Change the remaining project settings (subset of UPDATE_PROJECT)',
  PROJECT_CHANGE_REQUEST_READ: 'See the change request configuration (subset of UPDATE_PROJECT)',
  PROJECT_CHANGE_REQUEST_WRITE: 'Change the change request configuration (subset of UPDATE_PROJECT)',
  READ_PROJECT_API_TOKEN: 'List the API tokens scoped to the project',
  CREATE_PROJECT_API_TOKEN: 'Create API tokens scoped to the project',
  DELETE_PROJECT_API_TOKEN: 'Delete API tokens scoped to the project',
  UPDATE_PROJECT_CONTEXT: 'Create, edit and delete context fields that belong to the project',
  UPDATE_PROJECT_SEGMENT: 'Create, edit and delete segments that belong to the project',
  UPDATE_PROJECT_RELEASE_TEMPLATE: 'Create, edit and delete release templates that belong to the project',
} as const

export const environmentPermissions = {
  CREATE_FEATURE_STRATEGY:
    'Add rules (activation strategies) to flags in the environment; also required to turn on a flag that has no rule there',
  UPDATE_FEATURE_STRATEGY: 'Edit and reorder rules in the environment',
  DELETE_FEATURE_STRATEGY: 'Delete rules in the environment',
  UPDATE_FEATURE_ENVIRONMENT: 'Turn flags on and off in the environment',
  UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'Edit the variants of flags themselves in the environment (legacy)',
  APPROVE_CHANGE_REQUEST: 'Approve or reject change requests for the environment',
  APPLY_CHANGE_REQUEST: 'Apply or schedule approved change requests in the environment',
  SKIP_CHANGE_REQUEST: 'Make changes in the environment without a change request; grants no other permission',
} as const

export type RootPermission = keyof typeof rootPermissions
export type ProjectPermission = keyof typeof projectPermissions
export type EnvironmentPermission = keyof typeof environmentPermissions
export type Permission = RootPermission | ProjectPermission | EnvironmentPermission
