import { EdgeEnvironmentProjectsList, EdgeRefusal, EdgeSignature, ValidatedEdgeTokens } from '../client.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import {
  AdoptApiToken,
  ApiToken,
  ApiTokenNameParams,
  ApiTokenParams,
  ApiTokens,
  CdnApiToken,
  CdnApiTokens,
  CreateApiToken,
  CreatePat,
  CreateProjectApiToken,
  Pat,
  PatParams,
  Pats,
  ProjectTokenParams,
  ProjectTokensParams,
  RotateApiToken,
  UpdateApiToken,
} from '../tokens.ts'

export const tokensOperations = operations({
  'GET /api/admin/api-tokens': {
    id: 'getAllApiTokens',
    tags: ['API tokens'],
    summary: 'List all API tokens',
    description:
      'Returns the API tokens of the types that the caller has permission to read, newest first; admin tokens require ADMIN. Secrets are masked, except for an admin token or service account that created the token. Projects that the caller cannot see are omitted.',
    permission: ['ADMIN', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
    responses: { 200: ApiTokens },
    example: {},
  },
  'POST /api/admin/api-tokens': {
    id: 'createApiToken',
    tags: ['API tokens'],
    summary: 'Create an API token',
    description:
      'Creates a backend or frontend token for one environment and some or all projects, and returns its secret once. The server generates the secret: sending one returns 400. By default, the environment is `development` and the token is valid for all projects.',
    permission: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
    body: CreateApiToken,
    responses: { 201: ApiToken },
    example: {
      body: { tokenName: 'mobile-app', type: 'frontend', environment: 'production', projects: ['default'] },
    },
  },
  'GET /api/admin/api-tokens/:name': {
    id: 'getApiTokensByName',
    tags: ['API tokens'],
    summary: 'List API tokens by name',
    description:
      'Returns the tokens with exactly this name, since names are not unique. The list is empty if there is no such token or the caller cannot read it.',
    permission: ['ADMIN', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
    params: ApiTokenNameParams,
    responses: { 200: ApiTokens },
    example: { params: { name: 'checkout-service' } },
  },
  'PUT /api/admin/api-tokens/:token': {
    id: 'updateApiToken',
    tags: ['API tokens'],
    summary: 'Update the expiry of an API token',
    description:
      'Changes when a token expires; its other fields cannot be changed. Identify it by its `id`; the whole secret works too, but ends up in logs.',
    permission: ['ADMIN', 'UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'],
    params: ApiTokenParams,
    body: UpdateApiToken,
    responses: { 200: Nothing },
    example: { params: { token: 'kZ1dQ9m0Yh3bC5xW7vT2Ag' }, body: { expiresAt: '2038-01-01T00:00:00Z' } },
  },
  'DELETE /api/admin/api-tokens/:token': {
    id: 'deleteApiToken',
    tags: ['API tokens'],
    summary: 'Delete an API token',
    description:
      'Deletes a token, which is rejected from then on. Identify it by its `id` or its secret. Deleting a token that does not exist succeeds.',
    permission: ['ADMIN', 'DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'],
    params: ApiTokenParams,
    responses: { 200: Nothing },
    example: { params: { token: 'pR4sJ8u2Lf6nE0wK5yB7Dq' } },
  },
  'GET /api/admin/projects/:projectId/api-tokens': {
    id: 'getProjectApiTokens',
    tags: ['Projects'],
    summary: 'List the API tokens of a project',
    description:
      'Returns the backend and frontend tokens that name the project, newest first. Tokens for all projects are not included, and secrets are masked, except for an admin token or service account that created the token.',
    permission: 'READ_PROJECT_API_TOKEN',
    params: ProjectTokensParams,
    responses: { 200: ApiTokens },
    example: { params: { projectId: 'default' } },
  },
  'POST /api/admin/projects/:projectId/api-tokens': {
    id: 'createProjectApiToken',
    tags: ['Projects'],
    summary: 'Create an API token in a project',
    description:
      'Creates a backend or frontend token for this project only, and returns its secret once. By default, the environment is `development`. The server generates the secret: sending one returns 400.',
    permission: 'CREATE_PROJECT_API_TOKEN',
    params: ProjectTokensParams,
    body: CreateProjectApiToken,
    responses: { 201: ApiToken },
    example: {
      params: { projectId: 'default' },
      body: { tokenName: 'invoice-service', type: 'backend', environment: 'production' },
    },
  },
  'DELETE /api/admin/projects/:projectId/api-tokens/:token': {
    id: 'deleteProjectApiToken',
    tags: ['Projects'],
    summary: 'Delete an API token of a project',
    description:
      'Deletes a token of the project. A token that is also valid for other projects returns 400; use `DELETE /api/admin/api-tokens/{token}` for it. A token that does not belong to the project returns 404.',
    permission: 'DELETE_PROJECT_API_TOKEN',
    params: ProjectTokenParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', token: 'bY8eF5k0Pj2rX9tH3dQ6Lm' } },
  },
  'POST /edge/issue-token': {
    id: 'edgeCreateOrReturnTokens',
    tags: ['Unleash Edge'],
    summary: 'Issue tokens to an edge',
    description:
      'Returns a backend token for each scope to an edge that signs its request with `EDGE_CLIENT_SECRET`. The same client and scope get the same token until it is deleted, and then a new one. A request that is not signed, is older than five minutes or was sent before returns 401.',
    permission: 'public',
    headers: EdgeSignature,
    body: EdgeEnvironmentProjectsList,
    responses: { 200: ValidatedEdgeTokens, 401: EdgeRefusal },
    example: {
      headers: {
        authorization: 'HMAC enterprise-edge:EDGE-SIGNATURE',
        'x-timestamp': 'EDGE-TIMESTAMP',
        'x-nonce': '5f2b8c1d9e7a4360b1c2d3e4f5a60718',
        'content-sha256': 'EDGE-BODY-HASH',
      },
      body: { tokens: [{ environment: 'development', projects: ['*'] }] },
    },
  },
  'GET /api/admin/cdn/tokens': {
    id: 'getCDNTokens',
    tags: ['API tokens'],
    summary: 'List tokens for hosted delivery',
    description:
      'Returns the tokens created for hosted delivery with their name, environment, project and expiry, without secrets.',
    permission: 'ADMIN',
    responses: { 200: CdnApiTokens },
    example: {},
  },
  'POST /api/admin/cdn/tokens': {
    id: 'createCDNToken',
    tags: ['API tokens'],
    summary: 'Create a token for hosted delivery',
    description:
      'Creates a frontend token for one project or, if you omit `project`, for all. The response has no body; to get a secret, find the token in the list of API tokens and rotate it.',
    permission: 'ADMIN',
    body: CdnApiToken,
    responses: { 202: Nothing },
    example: { body: { tokenName: 'cdn', environment: 'production', project: 'default' } },
  },
  'POST /api/admin/api-tokens/:token/rotate': {
    id: 'rotateApiToken',
    tags: ['Flagstaff'],
    summary: 'Rotate an API token',
    description:
      'Creates a token with the same name, type, environment and projects, and returns its secret once. The old token keeps working for `overlapHours`, 24 by default, but never longer than before. The caller also needs the permission to update tokens of that type.',
    permission: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
    params: ApiTokenParams,
    body: RotateApiToken,
    responses: { 201: ApiToken },
    example: { params: { token: 'kZ1dQ9m0Yh3bC5xW7vT2Ag' }, body: { overlapHours: 48 } },
  },
  'POST /api/admin/projects/:projectId/api-tokens/:token/rotate': {
    id: 'rotateProjectApiToken',
    tags: ['Flagstaff'],
    summary: 'Rotate an API token of a project',
    description:
      'Creates a token with the same name, type and environment, and returns its secret once; the old token keeps working for `overlapHours`, 24 by default. A token that is also valid for other projects returns 400.',
    permission: 'CREATE_PROJECT_API_TOKEN',
    params: ProjectTokenParams,
    body: RotateApiToken,
    responses: { 201: ApiToken },
    example: {
      params: { projectId: 'default', token: 'hV3xM1c9Ti7oG2aS6zN4Wu' },
      body: { overlapHours: 48 },
    },
  },
  'POST /api/admin/api-tokens/adopt': {
    id: 'adoptApiToken',
    tags: ['Flagstaff'],
    summary: 'Adopt an existing API token',
    description:
      'Stores a token that was created on another server, so that applications can keep it. Send its `secret`, or its SHA-256 as `digest` with the environment and projects; only the digest is stored. A token that already exists returns 409.',
    permission: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
    body: AdoptApiToken,
    responses: { 201: ApiToken },
    example: {
      body: {
        name: 'search-service',
        type: 'backend',
        secret: 'default:development.6f9cbd9b9f4a1e1f0a5a4a4b3c1d2e3f',
      },
    },
  },
  'GET /api/admin/user/tokens': {
    id: 'getPats',
    tags: ['Personal access tokens'],
    summary: 'List your personal tokens',
    description:
      'Returns the personal tokens of the calling account without their secrets; `expiryWarning` marks those that expire soon or have expired. An admin token has no account and gets 403.',
    permission: 'authenticated',
    responses: { 200: Pats },
    example: {},
  },
  'POST /api/admin/user/tokens': {
    id: 'createPat',
    tags: ['Personal access tokens'],
    summary: 'Create a personal token',
    description:
      'Creates a token with the permissions of the calling account, and returns its secret once. `expiresAt` must be in the future, and the description must be unique among your tokens. An account can have ten tokens; creating another returns 403.',
    permission: 'authenticated',
    body: CreatePat,
    responses: { 201: Pat },
    example: { body: { description: 'Nightly script', expiresAt: '2038-01-01T00:00:00Z' } },
  },
  'DELETE /api/admin/user/tokens/:id': {
    id: 'deletePat',
    tags: ['Personal access tokens'],
    summary: 'Delete a personal token',
    description: 'Deletes a personal token of the calling account. A token of another account returns 404.',
    permission: 'authenticated',
    params: PatParams,
    responses: { 200: Nothing },
    example: { params: { id: 12 } },
  },
})
