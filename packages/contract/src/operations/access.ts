import {
  AdminPermissions,
  CreateRoleWithPermissions,
  ProjectAccess,
  ProjectAccessConfiguration,
  ProjectAddAccess,
  ProjectGroupParams,
  ProjectRoleIds,
  ProjectRoleUsage,
  ProjectUserParams,
  RoleParams,
  Roles,
  RolesWithVersion,
  RoleWithPermissions,
  RoleWithVersion,
  UserRolesQuery,
} from '../access.ts'
import { Group } from '../accounts.ts'
import { CreateGroup, GroupParams, Groups } from '../groups.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

export const accessOperations = operations({
  'GET /api/admin/projects/:projectId/access': {
    id: 'getProjectAccess',
    tags: ['Projects'],
    summary: 'List who has access to a project',
    description:
      'Returns the users and groups that have roles in the project, with the IDs of these roles, and all roles that can be granted in a project. Users who have access only through a group are listed as members of the group.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'],
    params: ProjectParams,
    responses: { 200: ProjectAccess },
    example: { params: { projectId: 'default' } },
  },
  'POST /api/admin/projects/:projectId/access': {
    id: 'addAccessToProject',
    tags: ['Projects'],
    summary: 'Grant project roles to users and groups',
    description:
      'Adds every listed role to every listed user and group; roles they already have stay. Unless you are an administrator or an owner of the project, you can only grant roles that you have in it (403). An unknown user, group or role returns 404.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    params: ProjectParams,
    body: ProjectAddAccess,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default' }, body: { roles: [5], users: [7], groups: [21] } },
  },
  'PUT /api/admin/projects/:projectId/access': {
    id: 'setProjectAccess',
    tags: ['Projects'],
    summary: 'Replace the access list of a project',
    description:
      'Replaces the roles of all users and groups in the project; those you leave out lose access. Removing the last owner is refused with 409, except in the project `default`.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    params: ProjectParams,
    body: ProjectAccessConfiguration,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default' },
      body: {
        roles: [
          { id: 4, users: [7] },
          { id: 5, users: [8], groups: [21] },
        ],
      },
    },
  },
  'PUT /api/admin/projects/:projectId/users/:userId/roles': {
    id: 'setRolesForUser',
    tags: ['Projects'],
    summary: "Replace a user's roles in a project",
    description:
      'Gives the user exactly these roles in the project, and adds the user if necessary. At least one role is required; to remove the user, use DELETE. Taking the role from the last owner is refused with 409, except in the project `default`.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    params: ProjectUserParams,
    body: ProjectRoleIds,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', userId: 7 }, body: { roles: [4, 5] } },
  },
  'DELETE /api/admin/projects/:projectId/users/:userId/roles': {
    id: 'removeUserAccess',
    tags: ['Projects'],
    summary: 'Remove a user from a project',
    description:
      'Removes all roles that the user has in the project directly; roles through groups stay. Returns 404 if there are none, and 409 for the last owner, except in the project `default`.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    params: ProjectUserParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', userId: 8 } },
  },
  'PUT /api/admin/projects/:projectId/groups/:groupId/roles': {
    id: 'setRolesForGroup',
    tags: ['Projects'],
    summary: "Replace a group's roles in a project",
    description:
      'Gives the group exactly these roles in the project, and adds the group if necessary. All members of the group get them. At least one role is required; to remove the group, use DELETE.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    params: ProjectGroupParams,
    body: ProjectRoleIds,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', groupId: 21 }, body: { roles: [5] } },
  },
  'DELETE /api/admin/projects/:projectId/groups/:groupId/roles': {
    id: 'removeGroupAccess',
    tags: ['Projects'],
    summary: 'Remove a group from a project',
    description:
      'Removes all roles of the group in the project. Returns 404 if it has none, and 409 if it is the last owner, except in the project `default`.',
    permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    params: ProjectGroupParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', groupId: 21 } },
  },
  'GET /api/admin/projects/roles/:roleId/access': {
    id: 'getRoleProjectAccess',
    tags: ['Projects'],
    summary: 'List the projects that use a role',
    description:
      'Returns the projects in which the role is assigned, each with the number of users, service accounts and groups that have it. Only projects that the caller can see are listed.',
    permission: 'authenticated',
    params: RoleParams,
    responses: { 200: ProjectRoleUsage },
    example: { params: { roleId: 5 } },
  },
  'GET /api/admin/roles': {
    id: 'getRoles',
    tags: ['Users'],
    summary: 'List all roles',
    description: 'Returns root roles and project roles, both built-in and custom, without their permissions.',
    permission: 'READ_ROLE',
    responses: { 200: RolesWithVersion },
    example: {},
  },
  'GET /api/admin/roles/:roleId': {
    id: 'getRoleById',
    tags: ['Users'],
    summary: 'Get a role',
    description:
      'Returns one role with its permissions. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'READ_ROLE',
    params: RoleParams,
    responses: { 200: RoleWithPermissions },
    example: { params: { roleId: 5 } },
  },
  'GET /api/admin/permissions': {
    id: 'getPermissions',
    tags: ['Auth'],
    summary: 'List all permissions',
    description:
      'Returns every permission that a custom role can contain: root permissions, project permissions, and environment permissions for each environment.',
    permission: 'authenticated',
    responses: { 200: AdminPermissions },
    example: {},
  },
  'GET /api/admin/user/roles': {
    id: 'getUserRoles',
    tags: ['Users'],
    summary: 'List your project roles',
    description:
      'Returns the project roles of the caller, both direct ones and those through groups. With `projectId`, only those in that project; a project that the caller cannot see returns 404.',
    permission: 'authenticated',
    query: UserRolesQuery,
    responses: { 200: Roles },
    example: { query: { projectId: 'default' } },
  },
  'POST /api/admin/roles': {
    id: 'createRole',
    tags: ['Users'],
    summary: 'Create a custom role',
    description:
      'Creates a role of the type `root-custom` with root permissions, or of the type `custom` (the default) with project and environment permissions. An unknown permission, one of the wrong kind or `ADMIN` is refused with 400, and a name that is taken with 409.',
    permission: 'ADMIN',
    body: CreateRoleWithPermissions,
    responses: { 200: RoleWithVersion },
    example: {
      body: {
        name: 'Releaser',
        type: 'custom',
        description: 'Turns flags on and off in production',
        permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }],
      },
    },
  },
  'POST /api/admin/roles/validate': {
    id: 'validateRole',
    tags: ['Users'],
    summary: 'Check a custom role',
    description:
      'Checks that the permissions fit the type of the role and that the name is free; returns 400 otherwise. Use it before creating a role; it changes nothing.',
    permission: 'authenticated',
    body: CreateRoleWithPermissions,
    responses: { 200: Nothing },
    example: { body: { name: 'Release manager', type: 'custom', permissions: [{ name: 'UPDATE_FEATURE' }] } },
  },
  'PUT /api/admin/roles/:roleId': {
    id: 'updateRole',
    tags: ['Users'],
    summary: 'Update a custom role',
    description:
      'Changes the name, description and permissions of a role; a description or permissions that you leave out stay as they are. The type cannot be changed (400). Built-in roles cannot be changed at all (403).',
    permission: 'ADMIN',
    params: RoleParams,
    body: CreateRoleWithPermissions,
    responses: { 200: RoleWithVersion },
    example: {
      params: { roleId: 31 },
      body: { name: 'Deployer', permissions: [{ name: 'UPDATE_FEATURE' }] },
    },
  },
  'DELETE /api/admin/roles/:roleId': {
    id: 'deleteRole',
    tags: ['Users'],
    summary: 'Delete a custom role',
    description:
      'Deletes a custom role. Refused with 400 while a user or a group has it, and with 403 for built-in roles.',
    permission: 'ADMIN',
    params: RoleParams,
    responses: { 200: Nothing },
    example: { params: { roleId: 32 } },
  },
  'GET /api/admin/groups': {
    id: 'getGroups',
    tags: ['Users'],
    summary: 'List all groups',
    description:
      'Returns all groups with their members, their root role, and those of their projects that the caller can see.',
    permission: 'authenticated',
    responses: { 200: Groups },
    example: {},
  },
  'POST /api/admin/groups': {
    id: 'createGroup',
    tags: ['Users'],
    summary: 'Create a group',
    description:
      'Creates a group, whose members share a root role and project roles. With `mappingsSSO`, single sign-on adds people to it. An unknown member is refused with 400, and a name that is taken with 409.',
    permission: 'ADMIN',
    body: CreateGroup,
    responses: { 201: Group },
    example: {
      body: {
        name: 'Payments',
        description: 'Checkout and billing',
        mappingsSSO: ['team-payments'],
        users: [{ user: { id: 7 } }],
      },
    },
  },
  'DELETE /api/admin/groups/scim-groups': {
    id: 'deleteScimGroups',
    tags: ['Users'],
    summary: 'Delete all SCIM groups',
    description:
      'Deletes every group that is managed through SCIM, with its roles; its members keep their accounts. Refused with 409 while these groups are the only owners of a project. This cannot be undone.',
    permission: 'ADMIN',
    responses: { 200: Nothing },
    example: {},
  },
  'GET /api/admin/groups/:groupId': {
    id: 'getGroup',
    tags: ['Users'],
    summary: 'Get a group',
    description:
      'Returns one group with its members, its root role, and those of its projects that the caller can see. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: GroupParams,
    responses: { 200: Group },
    example: { params: { groupId: 21 } },
  },
  'PUT /api/admin/groups/:groupId': {
    id: 'updateGroup',
    tags: ['Users'],
    summary: 'Update a group',
    description:
      'Changes a group; fields that you leave out stay as they are, and `users` replaces all members. The name and members of a group that is managed through SCIM cannot be changed here (400).',
    permission: 'ADMIN',
    params: GroupParams,
    body: CreateGroup,
    responses: { 200: Group },
    example: {
      params: { groupId: 21 },
      body: { name: 'Checkout team', users: [{ user: { id: 7 } }, { user: { id: 8 } }] },
    },
  },
  'DELETE /api/admin/groups/:groupId': {
    id: 'deleteGroup',
    tags: ['Users'],
    summary: 'Delete a group',
    description:
      'Deletes a group; its members lose the roles they had through it. Refused with 409 while the group is the only owner of a project.',
    permission: 'ADMIN',
    params: GroupParams,
    responses: { 200: Nothing },
    example: { params: { groupId: 22 } },
  },
})
