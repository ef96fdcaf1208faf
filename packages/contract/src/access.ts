import Type, { type Static } from 'typebox'
import { GroupUserModel, Role } from './accounts.ts'
import { closed, Nullable, named } from './schema.ts'

export const Roles = named(
  'rolesSchema',
  Type.Object({ version: Type.Integer({ minimum: 1 }), roles: Type.Array(Role) }, closed),
)
export type Roles = Static<typeof Roles>

export const ProjectRole = named(
  'projectRoleSchema',
  Type.Object(
    {
      groupCount: Type.Optional(Type.Integer({ minimum: 0 })),
      project: Type.String(),
      role: Type.Optional(Type.Integer()),
      serviceAccountCount: Type.Optional(Type.Integer({ minimum: 0 })),
      userCount: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    closed,
  ),
)
export type ProjectRole = Static<typeof ProjectRole>

export const ProjectRoleUsage = named(
  'projectRoleUsageSchema',
  Type.Object({ projects: Type.Optional(Type.Array(ProjectRole)) }, closed),
)
export type ProjectRoleUsage = Static<typeof ProjectRoleUsage>

export const GroupWithProjectRole = named(
  'groupWithProjectRoleSchema',
  Type.Object(
    {
      addedAt: Type.Optional(Type.String({ format: 'date-time' })),
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdBy: Type.Optional(Nullable(Type.String())),
      description: Type.Optional(Nullable(Type.String())),
      id: Type.Integer({ minimum: 0 }),
      mappingsSSO: Type.Optional(Type.Array(Type.String())),
      name: Type.Optional(Type.String()),
      roleId: Type.Optional(Type.Integer({ minimum: 0 })),
      roles: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
      rootRole: Type.Optional(Nullable(Type.Number())),
      scimId: Type.Optional(Nullable(Type.String())),
      users: Type.Optional(Type.Array(GroupUserModel)),
    },
    closed,
  ),
)
export type GroupWithProjectRole = Static<typeof GroupWithProjectRole>

export const UserWithProjectRole = named(
  'userWithProjectRoleSchema',
  Type.Object({
    addedAt: Type.Optional(Type.String({ format: 'date-time' })),
    email: Type.Optional(Nullable(Type.String())),
    id: Type.Integer({ minimum: 0 }),
    imageUrl: Type.Optional(Nullable(Type.String({ format: 'uri' }))),
    isAPI: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
    roleId: Type.Optional(Type.Integer({ minimum: 0 })),
    roles: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }))),
  }),
)
export type UserWithProjectRole = Static<typeof UserWithProjectRole>

export const ProjectAccess = named(
  'projectAccessSchema',
  Type.Object(
    {
      groups: Type.Array(GroupWithProjectRole),
      roles: Type.Array(Role),
      users: Type.Array(UserWithProjectRole),
    },
    closed,
  ),
)
export type ProjectAccess = Static<typeof ProjectAccess>

export const ProjectAddAccess = named(
  'projectAddAccessSchema',
  Type.Object({
    groups: Type.Array(Type.Integer({ minimum: 0 })),
    roles: Type.Array(Type.Integer({ minimum: 0 })),
    users: Type.Array(Type.Integer({ minimum: 0 })),
  }),
)
export type ProjectAddAccess = Static<typeof ProjectAddAccess>

export const ProjectAccessConfiguration = named(
  'projectAccessConfigurationSchema',
  Type.Object(
    {
      roles: Type.Array(
        Type.Object({
          groups: Type.Optional(Type.Array(Type.Integer())),
          id: Type.Optional(Type.Integer({ minimum: 1 })),
          users: Type.Optional(Type.Array(Type.Integer())),
        }),
      ),
    },
    closed,
  ),
)
export type ProjectAccessConfiguration = Static<typeof ProjectAccessConfiguration>

export const RolesWithVersion = named(
  'rolesWithVersionSchema',
  Type.Object({ roles: Type.Array(Role), version: Type.Integer({ minimum: 1 }) }, closed),
)
export type RolesWithVersion = Static<typeof RolesWithVersion>

export const CreateRoleWithPermissions = named(
  'createRoleWithPermissionsSchema',
  Type.Union([
    Type.Object({
      description: Type.Optional(Type.String()),
      name: Type.String(),
      permissions: Type.Optional(
        Type.Array(Type.Object({ environment: Type.Optional(Nullable(Type.String())), name: Type.String() })),
      ),
      type: Type.Optional(Type.Enum(['root-custom', 'custom'])),
    }),
    Type.Object({
      description: Type.Optional(Type.String()),
      name: Type.String(),
      permissions: Type.Optional(
        Type.Array(
          Type.Object({
            environment: Type.Optional(Nullable(Type.String())),
            id: Type.Number(),
            name: Type.Optional(Type.String()),
          }),
        ),
      ),
      type: Type.Optional(Type.Enum(['custom'])),
    }),
  ]),
)
export type CreateRoleWithPermissions = Static<typeof CreateRoleWithPermissions>

export const RoleWithVersion = named(
  'roleWithVersionSchema',
  Type.Object({ roles: Role, version: Type.Integer({ minimum: 1 }) }, closed),
)
export type RoleWithVersion = Static<typeof RoleWithVersion>

export const AdminPermission = named(
  'adminPermissionSchema',
  Type.Object(
    {
      displayName: Type.String(),
      environment: Type.Optional(Nullable(Type.String())),
      id: Type.Integer(),
      name: Type.String(),
      type: Type.String(),
    },
    closed,
  ),
)
export type AdminPermission = Static<typeof AdminPermission>

export const RoleWithPermissions = named(
  'roleWithPermissionsSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      description: Type.Optional(Type.String()),
      id: Type.Number(),
      name: Type.String(),
      permissions: Type.Array(AdminPermission),
      type: Type.String(),
    },
    closed,
  ),
)
export type RoleWithPermissions = Static<typeof RoleWithPermissions>

export const AdminPermissions = named(
  'adminPermissionsSchema',
  Type.Object(
    {
      permissions: Type.Object(
        {
          environments: Type.Array(
            Type.Object({ name: Type.String(), permissions: Type.Array(AdminPermission) }, closed),
          ),
          project: Type.Array(AdminPermission),
          root: Type.Optional(Type.Array(AdminPermission)),
        },
        closed,
      ),
      version: Type.Integer({ enum: [1, 2], minimum: 1 }),
    },
    closed,
  ),
)
export type AdminPermissions = Static<typeof AdminPermissions>

const Id = Type.Integer({ minimum: 0, maximum: 2147483647 })
export const ProjectUserParams = Type.Object({ projectId: Type.String(), userId: Id })
export const ProjectGroupParams = Type.Object({ projectId: Type.String(), groupId: Id })
export const ProjectRoleIds = Type.Object({ roles: Type.Array(Type.Integer()) })
export const RoleParams = Type.Object({ roleId: Id })
export const UserRolesQuery = Type.Object({ projectId: Type.Optional(Type.String()) })
