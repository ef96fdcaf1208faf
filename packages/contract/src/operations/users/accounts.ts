import Type from 'typebox'
import { User } from '../../accounts.ts'
import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'
import { LicensedUsers } from '../../seats.ts'
import {
  AccessOverview,
  AccessRequestParams,
  AdminCount,
  Administrators,
  ApproveUserAccessRequest,
  CreateUser,
  CreateUserResponse,
  Ids,
  InactiveUsers,
  UpdateUser,
  UserAccessOverview,
  UserAccessRequests,
  UserParams,
  UserPermissionsQuery,
  UserSearchQuery,
  Users,
  UsersGroupsBase,
  UsersSearch,
} from '../../users.ts'

export const accountOperations = operations({
  'GET /api/admin/access/overview': {
    id: 'getAccessOverview',
    tags: ['Auth'],
    summary: 'List the access of all users',
    description:
      'Returns every user account with its root role, its groups and the projects in which it has a role. Service accounts are not included. With `Accept: text/csv` the response is a CSV file.',
    permission: 'ADMIN',
    // CSV if the `Accept` header asks for it.
    responses: { 200: Type.Union([AccessOverview, Type.String()]) },
    example: {},
  },
  'GET /api/admin/user-admin/:id/permissions': {
    id: 'getUserPermissions',
    tags: ['Instance Admin'],
    summary: 'Get the permissions of a user',
    description:
      'Returns every permission and whether the user holds it in the given project and environment. `granted` lists the roles and groups that grant it. A service account returns 404.',
    permission: 'ADMIN',
    params: UserParams,
    query: UserPermissionsQuery,
    responses: { 200: UserAccessOverview },
    example: { params: { id: 42 }, query: { project: 'default', environment: 'production' } },
  },
  'GET /api/admin/service-account/:id/permissions': {
    id: 'getServiceAccountPermissions',
    tags: ['Auth'],
    summary: 'Get the permissions of a service account',
    description:
      'Returns every permission and whether the service account holds it in the given project and environment. `granted` lists the roles and groups that grant it. A user account returns 404.',
    permission: 'ADMIN',
    params: UserParams,
    query: UserPermissionsQuery,
    responses: { 200: UserAccessOverview },
    example: { params: { id: 51 }, query: { project: 'default', environment: 'production' } },
  },
  'GET /api/admin/licensed-users': {
    id: 'getAllLicensedUsers',
    tags: ['Users'],
    summary: 'Count licensed users',
    description:
      'Returns the number of user accounts now and at the end of each of the last twelve months. A deleted account counts for another 30 days; service accounts do not count. There is no seat limit, so `seatCount` is always 0.',
    permission: 'ADMIN',
    responses: { 200: LicensedUsers },
    example: {},
  },
  'GET /api/admin/user-admin/inactive': {
    id: 'getInactiveUsers',
    tags: ['Users'],
    summary: 'List inactive users',
    description:
      'Returns the user accounts that have not signed in or used a personal token for 180 days. The setting `USER_INACTIVITY_THRESHOLD_IN_DAYS` changes the number of days.',
    permission: 'ADMIN',
    responses: { 200: InactiveUsers },
    example: {},
  },
  'POST /api/admin/user-admin/inactive/delete': {
    id: 'deleteInactiveUsers',
    tags: ['Users'],
    summary: 'Delete inactive users',
    description:
      'Deletes the given accounts, all or none of them. Refused with 400 if one of them is not in the list of inactive users, and with 403 if SCIM manages one of them.',
    permission: 'ADMIN',
    body: Ids,
    responses: { 200: Nothing },
    example: { body: { ids: [44] } },
  },
  'GET /api/admin/user-admin': {
    id: 'getUsers',
    tags: ['Users'],
    summary: 'List all users',
    description:
      'Returns every user account with its root role and its number of active sessions, and the list of root roles. Service accounts are not included.',
    permission: 'ADMIN',
    responses: { 200: Users },
    example: {},
  },
  'POST /api/admin/user-admin': {
    id: 'createUser',
    tags: ['Users'],
    summary: 'Create a user',
    description:
      'Creates an account and returns an `inviteLink`, with which the person can choose a password within 24 hours. If email is set up, another link is sent to the email address unless `sendEmail` is false. A user name or email address that is already taken, or a weak `password`, returns 400.',
    permission: 'ADMIN',
    body: CreateUser,
    responses: { 201: CreateUserResponse },
    example: { body: { email: 'grace@example.com', name: 'Grace Hopper', rootRole: 2 } },
  },
  'GET /api/admin/user-admin/access': {
    id: 'getBaseUsersAndGroups',
    tags: ['Users'],
    summary: 'List the names of users and groups',
    description:
      'Returns the name, user name and email address of every account, including service accounts, and the names of all groups. Use it to choose members; it contains no roles and no activity.',
    permission: 'authenticated',
    responses: { 200: UsersGroupsBase },
    example: {},
  },
  'GET /api/admin/user-admin/admin-count': {
    id: 'getAdminCount',
    tags: ['Users'],
    summary: 'Count administrators',
    description:
      'Returns how many administrators have a password, how many have none, and how many are service accounts. Accounts with the Admin role through a group count too.',
    permission: 'ADMIN',
    responses: { 200: AdminCount },
    example: {},
  },
  'GET /api/admin/user-admin/administrators': {
    id: 'getAdministrators',
    tags: ['Users'],
    summary: 'List administrators to ask for access',
    description:
      'Returns the names of up to five administrators and their total number, so that a user knows whom to ask for access. Email addresses are not included.',
    permission: 'authenticated',
    responses: { 200: Administrators },
    example: {},
  },
  'DELETE /api/admin/user-admin/scim-users': {
    id: 'deleteScimUsers',
    tags: ['Users'],
    summary: 'Delete all SCIM users',
    description:
      'Deletes all accounts that SCIM manages, with their sessions and personal tokens, and removes the SCIM IDs of deactivated accounts. Refused with 403 if one of them is your account or the last administrator. While SCIM is on, the identity provider can create the accounts again.',
    permission: 'ADMIN',
    responses: { 200: Nothing },
    example: {},
  },
  'GET /api/admin/user-admin/search': {
    id: 'searchUsers',
    tags: ['Users'],
    summary: 'Search users',
    description:
      'Returns up to 100 users whose name, user name or email address contains `q`. The result is empty if `q` has fewer than two characters. Service accounts are not included.',
    permission: 'authenticated',
    query: UserSearchQuery,
    responses: { 200: UsersSearch },
    example: { query: { q: 'ada' } },
  },
  'GET /api/admin/user-admin/:id': {
    id: 'getUser',
    tags: ['Users'],
    summary: 'Get a user',
    description:
      'Returns one account with its root role. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'ADMIN',
    params: UserParams,
    responses: { 200: User },
    example: { params: { id: 42 } },
  },
  'PUT /api/admin/user-admin/:id': {
    id: 'updateUser',
    tags: ['Users'],
    summary: 'Update a user',
    description:
      'Changes the name, email address or root role; omitted fields stay unchanged. A new root role ends all sessions of the account, and a new email address invalidates its password links. Refused with 403 if SCIM manages the account or if the last administrator would lose the role.',
    permission: 'ADMIN',
    params: UserParams,
    body: UpdateUser,
    responses: { 200: CreateUserResponse },
    example: { params: { id: 42 }, body: { name: 'Margaret Hamilton', rootRole: 3 } },
  },
  'DELETE /api/admin/user-admin/:id': {
    id: 'deleteUser',
    tags: ['Users'],
    summary: 'Delete a user',
    description:
      'Deletes an account. Its sessions, personal tokens, project roles and group memberships end at once; events keep its name. Refused with 403 for your own account, the last administrator and an account that SCIM manages.',
    permission: 'ADMIN',
    params: UserParams,
    responses: { 200: Nothing },
    example: { params: { id: 43 } },
  },
  'GET /api/admin/user-access-requests': {
    id: 'getUserAccessRequests',
    tags: ['Users'],
    summary: 'List access requests',
    description:
      'Returns the requests of people who signed in through an identity provider but have no account, oldest first.',
    permission: 'ADMIN',
    responses: { 200: UserAccessRequests },
    example: {},
  },
  'POST /api/admin/user-access-requests/:id/approve': {
    id: 'approveUserAccessRequest',
    tags: ['Users'],
    summary: 'Approve an access request',
    description:
      'Creates an account with the given root role for the email address of the request. Returns 404 if the request was already decided, and 409 if an account with this email address exists.',
    permission: 'ADMIN',
    params: AccessRequestParams,
    body: ApproveUserAccessRequest,
    responses: { 200: Nothing },
    example: { params: { id: '01JD3Q9T5ZC8W2N6R4XBV7KQEP' }, body: { rootRole: 3 } },
  },
  'DELETE /api/admin/user-access-requests/:id': {
    id: 'rejectUserAccessRequest',
    tags: ['Users'],
    summary: 'Reject an access request',
    description:
      'Deletes a request without creating an account. The person can request access again by signing in.',
    permission: 'ADMIN',
    params: AccessRequestParams,
    responses: { 200: Nothing },
    example: { params: { id: '01JD3QAXM1F7H3S9D5YCW8GTNB' } },
  },
})
