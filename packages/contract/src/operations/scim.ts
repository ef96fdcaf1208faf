import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import { Scim, ScimParams, ScimQuery, ScimSettings, ScimStatus, ScimToken, SetScimSettings } from '../scim.ts'

export const scimOperations = operations({
  'GET /api/admin/scim-settings': {
    id: 'getScimSettings',
    tags: ['Auth'],
    summary: 'Get the SCIM settings',
    description:
      'Returns whether SCIM is on and whether there is a SCIM token. The token itself is never returned.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    responses: { 200: ScimSettings },
    example: {},
  },
  'POST /api/admin/scim-settings': {
    id: 'setScimSettings',
    tags: ['Auth'],
    summary: 'Turn SCIM on or off',
    description:
      'While SCIM is on, accounts that it manages cannot be edited or deleted by hand. While it is off, all paths below `/scim` return 404; accounts, groups and the token stay.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    body: SetScimSettings,
    responses: { 200: Nothing },
    example: { body: { enabled: true } },
  },
  'POST /api/admin/scim-settings/generate-new-token': {
    id: 'generateNewToken',
    tags: ['Auth'],
    summary: 'Create a SCIM token',
    description:
      'Creates the token with which the identity provider calls `/scim`; it is not shown again. The previous token stops working at once. Returns 404 while SCIM is off.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    responses: { 200: ScimToken },
    example: {},
  },
  'GET /api/admin/scim-settings/status': {
    id: 'getScimStatus',
    tags: ['Flagstaff'],
    summary: 'Get the SCIM status',
    description:
      'Returns the base URL to set at the identity provider, the number of provisioned users and groups, who created the token and when, and the last request with it.',
    permission: ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
    responses: { 200: ScimStatus },
    example: {},
  },
  'GET /scim/Users': {
    id: 'scimListUsers',
    tags: ['SCIM'],
    summary: 'List SCIM users',
    description:
      'Returns the users that SCIM manages, including deactivated ones, as a SCIM 2.0 list. `filter` selects users; `startIndex` and `count` select a page, of 100 users by default and 200 at most. An invalid filter returns 400.',
    permission: 'SCIM token',
    query: ScimQuery,
    responses: { 200: Scim },
    example: { query: { filter: 'userName eq "grace@example.com"' } },
  },
  'POST /scim/Users': {
    id: 'scimCreateUser',
    tags: ['SCIM'],
    summary: 'Create a SCIM user',
    description:
      'Creates an account with the Viewer role, or takes over an existing account with the same user name or email address. Returns 409 if that account is an administrator, a service account or already managed by SCIM.',
    permission: 'SCIM token',
    query: ScimQuery,
    body: Scim,
    responses: { 201: Scim },
    example: {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'katherine@example.com',
        name: { givenName: 'Katherine', familyName: 'Johnson' },
        active: true,
      },
    },
  },
  'GET /scim/Users/:id': {
    id: 'scimGetUser',
    tags: ['SCIM'],
    summary: 'Get a SCIM user',
    description:
      'Returns one user that SCIM manages, even if it is deactivated. `attributes` and `excludedAttributes` select the attributes in the response.',
    permission: 'SCIM token',
    params: ScimParams,
    query: ScimQuery,
    responses: { 200: Scim },
    example: { params: { id: '01JD3QC4V8N2K6T9W5XZ7RBHMA' } },
  },
  'PUT /scim/Users/:id': {
    id: 'scimReplaceUser',
    tags: ['SCIM'],
    summary: 'Replace a SCIM user',
    description:
      'Replaces the attributes of a user; an omitted `active` stays unchanged. With `active: false` the sessions and personal tokens of the account end at once; `active: true` restores it with the Viewer role. Returns 409 if the name or email address is taken, or would change for an administrator.',
    permission: 'SCIM token',
    params: ScimParams,
    query: ScimQuery,
    body: Scim,
    responses: { 200: Scim },
    example: {
      params: { id: '01JD3QC4V8N2K6T9W5XZ7RBHMA' },
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'grace@example.com',
        name: { givenName: 'Grace', familyName: 'Hopper' },
        active: true,
      },
    },
  },
  'PATCH /scim/Users/:id': {
    id: 'scimPatchUser',
    tags: ['SCIM'],
    summary: 'Update a SCIM user',
    description:
      'Applies up to 1,000 SCIM 2.0 patch operations to a user. Setting `active` to false ends the sessions and personal tokens of the account at once; setting it to true restores the account with the Viewer role. Returns 409 if the name or email address is taken, or would change for an administrator.',
    permission: 'SCIM token',
    params: ScimParams,
    query: ScimQuery,
    body: Scim,
    responses: { 200: Scim },
    example: {
      params: { id: '01JD3QC4V8N2K6T9W5XZ7RBHMA' },
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'active', value: false }],
      },
    },
  },
  'DELETE /scim/Users/:id': {
    id: 'scimDeleteUser',
    tags: ['SCIM'],
    summary: 'Delete a SCIM user',
    description:
      'Deletes an account and its SCIM ID; its sessions and personal tokens end at once. Creating a user with the same `userName` later makes a new account. The last administrator is refused with 403.',
    permission: 'SCIM token',
    params: ScimParams,
    responses: { 204: Nothing },
    example: { params: { id: '01JD3QCK1E5P9Y3G7S4DF8VJTQ' } },
  },
  'GET /scim/Groups': {
    id: 'scimListGroups',
    tags: ['SCIM'],
    summary: 'List SCIM groups',
    description:
      'Returns the groups that SCIM manages, as a SCIM 2.0 list. `filter` selects groups; `startIndex` and `count` select a page, of 100 groups by default and 200 at most. A page ends early above 10,000 members in total, unless `members` is excluded.',
    permission: 'SCIM token',
    query: ScimQuery,
    responses: { 200: Scim },
    example: { query: { filter: 'displayName eq "Engineering"', excludedAttributes: 'members' } },
  },
  'POST /scim/Groups': {
    id: 'scimCreateGroup',
    tags: ['SCIM'],
    summary: 'Create a SCIM group',
    description:
      'Creates a group with the given members. Returns 409 if any other group has this name, and 400 if a member is not a SCIM user. Roles of the group are assigned in Flagstaff, not through SCIM.',
    permission: 'SCIM token',
    query: ScimQuery,
    body: Scim,
    responses: { 201: Scim },
    example: {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Design',
        members: [{ value: '01JD3QC4V8N2K6T9W5XZ7RBHMA' }],
      },
    },
  },
  'GET /scim/Groups/:id': {
    id: 'scimGetGroup',
    tags: ['SCIM'],
    summary: 'Get a SCIM group',
    description:
      'Returns one group that SCIM manages, with its members. Use `excludedAttributes=members` to leave the members out.',
    permission: 'SCIM token',
    params: ScimParams,
    query: ScimQuery,
    responses: { 200: Scim },
    example: { params: { id: '01JD3QD2Z6M8R4C1X7WB9HNKSE' } },
  },
  'PUT /scim/Groups/:id': {
    id: 'scimReplaceGroup',
    tags: ['SCIM'],
    summary: 'Replace a SCIM group',
    description:
      'Replaces the name, external ID and members of a group; omitted `members` stay unchanged. Returns 409 if any other group has this name, and 400 if a member is not a SCIM user.',
    permission: 'SCIM token',
    params: ScimParams,
    query: ScimQuery,
    body: Scim,
    responses: { 200: Scim },
    example: {
      params: { id: '01JD3QD2Z6M8R4C1X7WB9HNKSE' },
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Engineering',
        members: [{ value: '01JD3QC4V8N2K6T9W5XZ7RBHMA' }],
      },
    },
  },
  'PATCH /scim/Groups/:id': {
    id: 'scimPatchGroup',
    tags: ['SCIM'],
    summary: 'Update a SCIM group',
    description:
      'Applies up to 1,000 SCIM 2.0 patch operations to a group, for example to add or remove members. Returns 409 if any other group has the new name, and 400 if an added member is not a SCIM user.',
    permission: 'SCIM token',
    params: ScimParams,
    query: ScimQuery,
    body: Scim,
    responses: { 200: Scim },
    example: {
      params: { id: '01JD3QD2Z6M8R4C1X7WB9HNKSE' },
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'add', path: 'members', value: [{ value: '01JD3QC4V8N2K6T9W5XZ7RBHMA' }] }],
      },
    },
  },
  'DELETE /scim/Groups/:id': {
    id: 'scimDeleteGroup',
    tags: ['SCIM'],
    summary: 'Delete a SCIM group',
    description:
      'Deletes a group with its roles and memberships, even if it is the last owner of a project. The accounts of its members stay.',
    permission: 'SCIM token',
    params: ScimParams,
    responses: { 204: Nothing },
    example: { params: { id: '01JD3QDHT3A7V5J9Q2YF6PGKXR' } },
  },
})
