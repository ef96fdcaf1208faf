import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'
import {
  CreateServiceAccount,
  ServiceAccount,
  ServiceAccountParams,
  ServiceAccounts,
  ServiceAccountTokenParams,
  UpdateServiceAccount,
} from '../../service-accounts.ts'
import { CreatePat, Pat, Pats } from '../../tokens.ts'

export const serviceAccountOperations = operations({
  'GET /api/admin/service-account': {
    id: 'getServiceAccounts',
    tags: ['Service Accounts'],
    summary: 'List all service accounts',
    description:
      'Returns every service account with its root role and its tokens, without their secrets, and the list of root roles.',
    permission: 'ADMIN',
    responses: { 200: ServiceAccounts },
    example: {},
  },
  'POST /api/admin/service-account': {
    id: 'createServiceAccount',
    tags: ['Service Accounts'],
    summary: 'Create a service account',
    description:
      'Creates an account for a script. It has a root role and tokens, but no email address and no password, so nobody can sign in to it. A user name that is already taken returns 409.',
    permission: 'ADMIN',
    body: CreateServiceAccount,
    responses: { 201: ServiceAccount },
    example: { body: { name: 'Nightly deploys', username: 'deployer', rootRole: 2 } },
  },
  'PUT /api/admin/service-account/:id': {
    id: 'updateServiceAccount',
    tags: ['Service Accounts'],
    summary: 'Update a service account',
    description:
      'Changes the name or the root role; omitted fields stay unchanged. The user name cannot be changed.',
    permission: 'ADMIN',
    params: ServiceAccountParams,
    body: UpdateServiceAccount,
    responses: { 200: ServiceAccount },
    example: { params: { id: 51 }, body: { name: 'Release pipeline', rootRole: 3 } },
  },
  'DELETE /api/admin/service-account/:id': {
    id: 'deleteServiceAccount',
    tags: ['Service Accounts'],
    summary: 'Delete a service account',
    description:
      'Deletes the account with its roles and tokens, which stop working at once. Its events stay in the event log.',
    permission: 'ADMIN',
    params: ServiceAccountParams,
    responses: { 200: Nothing },
    example: { params: { id: 52 } },
  },
  'GET /api/admin/service-account/:id/token': {
    id: 'getServiceAccountTokens',
    tags: ['Service Accounts'],
    summary: 'List the tokens of a service account',
    description: 'Returns the tokens with their expiry and last use. The secrets are not included.',
    permission: 'ADMIN',
    params: ServiceAccountParams,
    responses: { 200: Pats },
    example: { params: { id: 51 } },
  },
  'POST /api/admin/service-account/:id/token': {
    id: 'createServiceAccountToken',
    tags: ['Service Accounts'],
    summary: 'Create a service account token',
    description:
      'Creates a token with the permissions of the service account. The response contains the `secret`, which is not shown again. An eleventh token returns 403, and a description that another token of the account has returns 409.',
    permission: 'ADMIN',
    params: ServiceAccountParams,
    body: CreatePat,
    responses: { 201: Pat },
    example: {
      params: { id: 51 },
      body: { description: 'Deploy pipeline', expiresAt: '2038-01-01T00:00:00Z' },
    },
  },
  'DELETE /api/admin/service-account/:id/token/:tokenId': {
    id: 'deleteServiceAccountToken',
    tags: ['Service Accounts'],
    summary: 'Delete a service account token',
    description:
      'Deletes a token, which stops working at once. Returns 404 if the service account has no such token.',
    permission: 'ADMIN',
    params: ServiceAccountTokenParams,
    responses: { 200: Nothing },
    example: { params: { id: 51, tokenId: 61 } },
  },
})
