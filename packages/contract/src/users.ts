import Type, { type Static } from 'typebox'
import { Group, Role, User } from './accounts.ts'
import { Feature } from './flags.ts'
import { closed, Nullable, named, RowId } from './schema.ts'

export const GroupItem = named(
  'groupItemSchema',
  Type.Object(
    {
      id: Type.Optional(Type.Integer()),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      mappingsSSO: Type.Optional(Type.Array(Type.String())),
      rootRole: Type.Optional(Nullable(Type.Number())),
      scimId: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type GroupItem = Static<typeof GroupItem>

/** Why a user holds a permission: a role, possibly in a project, directly or through a group. */
export const PermissionReason = Type.Object(
  {
    role: Type.Object({ id: Type.Integer(), name: Type.String(), type: Type.String() }, closed),
    project: Type.Optional(Type.String()),
    group: Type.Optional(Type.Object({ id: Type.Integer(), name: Type.String() }, closed)),
  },
  closed,
)
export type PermissionReason = Static<typeof PermissionReason>

const JudgedPermission = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    displayName: Type.String(),
    type: Type.String(),
    environment: Type.Optional(Nullable(Type.String())),
    hasPermission: Type.Boolean(),
    granted: Type.Optional(Type.Array(PermissionReason)),
  },
  closed,
)
export type JudgedPermission = Static<typeof JudgedPermission>

export const UserAccessOverview = named(
  'userAccessOverviewSchema',
  Type.Object(
    {
      overview: Type.Object(
        {
          root: Type.Array(JudgedPermission),
          groups: Type.Array(GroupItem),
          project: Type.Array(JudgedPermission),
          environment: Type.Array(JudgedPermission),
        },
        closed,
      ),
      user: User,
      rootRole: Role,
      projectRoles: Type.Array(
        Type.Object(
          {
            id: Type.Integer({ minimum: 0 }),
            type: Type.String(),
            name: Type.String(),
            description: Type.Optional(Type.String()),
            project: Type.Optional(Nullable(Type.String())),
            permissions: Type.Array(
              Type.Object(
                {
                  id: Type.Integer(),
                  name: Type.String(),
                  displayName: Type.String(),
                  type: Type.String(),
                  environment: Type.Optional(Nullable(Type.String())),
                },
                closed,
              ),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type UserAccessOverview = Static<typeof UserAccessOverview>

export const Permission = named(
  'permissionSchema',
  Type.Object(
    {
      permission: Type.String(),
      project: Type.Optional(Type.String()),
      environment: Type.Optional(Type.String()),
    },
    closed,
  ),
)
export type Permission = Static<typeof Permission>

export const FeedbackResponse = named(
  'feedbackResponseSchema',
  Type.Object(
    {
      userId: Type.Optional(Type.Integer()),
      neverShow: Type.Optional(Type.Boolean()),
      given: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      feedbackId: Type.Optional(Type.String()),
    },
    closed,
  ),
)
export type FeedbackResponse = Static<typeof FeedbackResponse>

export const Me = named(
  'meSchema',
  Type.Object(
    {
      user: User,
      permissions: Type.Array(Permission),
      feedback: Type.Array(FeedbackResponse),
      splash: Type.Record(Type.String(), Type.Boolean()),
    },
    closed,
  ),
)
export type Me = Static<typeof Me>

export const Users = named(
  'usersSchema',
  Type.Object({ users: Type.Array(User), rootRoles: Type.Optional(Type.Array(Role)) }, closed),
)
export type Users = Static<typeof Users>

/** By id or name; custom roles are allowed. */
const RootRoleChoice = Type.Union([Type.Integer({ minimum: 0 }), Type.String()])

export const CreateUser = named(
  'createUserSchema',
  Type.Object(
    {
      username: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      password: Type.Optional(Type.String()),
      rootRole: RootRoleChoice,
      sendEmail: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type CreateUser = Static<typeof CreateUser>

export const CreateUserResponse = named(
  'createUserResponseSchema',
  Type.Object({ ...User.properties, rootRole: Type.Optional(RootRoleChoice) }, closed),
)
export type CreateUserResponse = Static<typeof CreateUserResponse>

export const UsersGroupsBase = named(
  'usersGroupsBaseSchema',
  Type.Object({ groups: Type.Optional(Type.Array(Group)), users: Type.Optional(Type.Array(User)) }, closed),
)
export type UsersGroupsBase = Static<typeof UsersGroupsBase>

export const AdminCount = named(
  'adminCountSchema',
  Type.Object({ password: Type.Number(), noPassword: Type.Number(), service: Type.Number() }, closed),
)
export type AdminCount = Static<typeof AdminCount>

/** The administrators to ask for access: their names only. */
export const Administrators = named(
  'administratorsSchema',
  Type.Object({ names: Type.Array(Type.String()), total: Type.Integer({ minimum: 0 }) }, closed),
)
export type Administrators = Static<typeof Administrators>

export const InactiveUser = named(
  'inactiveUserSchema',
  Type.Object(
    {
      id: Type.Integer({ minimum: 0 }),
      name: Type.Optional(Nullable(Type.String())),
      email: Type.Optional(Type.String()),
      username: Type.Optional(Nullable(Type.String())),
      seenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      createdAt: Type.Optional(Type.String({ format: 'date-time' })),
      patSeenAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
    },
    closed,
  ),
)
export type InactiveUser = Static<typeof InactiveUser>

export const InactiveUsers = named(
  'inactiveUsersSchema',
  Type.Object({ version: Type.Integer({ minimum: 1 }), inactiveUsers: Type.Array(InactiveUser) }, closed),
)
export type InactiveUsers = Static<typeof InactiveUsers>

export const Ids = named('idsSchema', Type.Object({ ids: Type.Array(Type.Number({ minimum: 0 })) }, closed))
export type Ids = Static<typeof Ids>

export const Id = named('idSchema', Type.Object({ id: Type.String() }, closed))
export type Id = Static<typeof Id>

export const ResetPassword = named(
  'resetPasswordSchema',
  Type.Object({ resetPasswordUrl: Type.String({ format: 'uri' }) }, closed),
)
export type ResetPassword = Static<typeof ResetPassword>

export const UsersSearch = named('usersSearchSchema', Type.Array(User))
export type UsersSearch = Static<typeof UsersSearch>

export const Password = named(
  'passwordSchema',
  Type.Object(
    {
      password: Type.String(),
      oldPassword: Type.Optional(Type.String()),
      confirmPassword: Type.Optional(Type.String()),
    },
    closed,
  ),
)
export type Password = Static<typeof Password>

/** Also deletes the caller's personal tokens if asked to. */
export const OwnPassword = named(
  'ownPasswordSchema',
  Type.Object({ ...Password.properties, deletePersonalTokens: Type.Optional(Type.Boolean()) }, closed),
)
export type OwnPassword = Static<typeof OwnPassword>

export const UpdateUser = named(
  'updateUserSchema',
  Type.Object({
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    rootRole: Type.Optional(RootRoleChoice),
  }),
)
export type UpdateUser = Static<typeof UpdateUser>

export const Profile = named(
  'profileSchema',
  Type.Object(
    {
      rootRole: Role,
      projects: Type.Array(Type.String()),
      groups: Type.Array(GroupItem),
      subscriptions: Type.Array(Type.String()),
      features: Type.Array(Feature),
      canChangePassword: Type.Boolean(),
    },
    closed,
  ),
)
export type Profile = Static<typeof Profile>

export const UserAccessRequest = named(
  'userAccessRequestSchema',
  Type.Object({
    email: Type.String(),
    id: Type.String(),
    imageUrl: Type.Optional(Type.String()),
    requestedAt: Type.String(),
  }),
)
export type UserAccessRequest = Static<typeof UserAccessRequest>

export const UserAccessRequests = named(
  'userAccessRequestsSchema',
  Type.Object({ userAccessRequests: Type.Array(UserAccessRequest) }),
)
export type UserAccessRequests = Static<typeof UserAccessRequests>

export const ApproveUserAccessRequest = named(
  'approveUserAccessRequestSchema',
  Type.Object({ rootRole: Type.Number() }),
)
export type ApproveUserAccessRequest = Static<typeof ApproveUserAccessRequest>

export const UserAccess = named(
  'userAccessSchema',
  Type.Object(
    {
      accessibleProjects: Type.Array(Type.String()),
      createdAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      groups: Type.Array(Type.String()),
      lastSeen: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      rootRole: Type.String(),
      userEmail: Type.String(),
      userId: Type.Integer(),
      userName: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type UserAccess = Static<typeof UserAccess>

export const AccessOverview = named(
  'accessOverviewSchema',
  Type.Object({ overview: Type.Optional(Type.Array(UserAccess)) }),
)
export type AccessOverview = Static<typeof AccessOverview>

export const UserParams = Type.Object({ id: RowId })
export const AccessRequestParams = Type.Object({ id: Type.String() })
export const UserSearchQuery = Type.Object({ q: Type.Optional(Type.String()) })
export const UserPermissionsQuery = Type.Object({
  project: Type.Optional(Type.String()),
  environment: Type.Optional(Type.String()),
})
export type UserPermissionsQuery = Static<typeof UserPermissionsQuery>
