import Type from 'typebox'
import { User } from '../accounts.ts'
import { Login, SignedOut } from '../auth.ts'
import { LoginHistory, LoginQuery } from '../logins.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import { ActiveSessions, SessionParams } from '../sessions.ts'

export const authOperations = operations({
  'GET /api/admin/logins': {
    id: 'getLoginHistory',
    tags: ['Instance Admin'],
    summary: 'List the login history',
    description:
      'Returns sign-ins, failed attempts and sign-outs, newest first, 100 at a time unless `limit` is set. `query` searches names, IP addresses and sign-in methods. With `Accept: text/csv` the response is a CSV file with up to 50,000 lines.',
    permission: ['ADMIN', 'READ_LOGS'],
    query: LoginQuery,
    // CSV if the `Accept` header asks for it.
    responses: { 200: Type.Union([LoginHistory, Type.String()]) },
    example: { query: { type: 'login', successful: false } },
  },
  'POST /auth/simple/login': {
    id: 'login',
    tags: ['Auth'],
    summary: 'Sign in with a password',
    description:
      'Opens a session and sets its cookie. `username` is the user name or the email address. Wrong credentials return 401, too many attempts 429, and all attempts 422 while password sign-in is off.',
    permission: 'public',
    body: Login,
    responses: { 200: User },
    example: { body: { username: 'ada@example.com', password: 'Correct-horse-7' } },
  },
  'POST /logout': {
    id: 'x-logout',
    tags: ['Auth'],
    summary: 'Sign out',
    description:
      'Ends the session in the cookie, clears the cookie and redirects to the signed-out page, or to the identity provider if single sign-out is set up. With `Accept: application/json` the response contains the location instead.',
    permission: 'public',
    responses: { 200: SignedOut, 302: Nothing },
    example: { headers: { accept: 'application/json' } },
  },
  'GET /api/admin/user/sessions': {
    id: 'getOwnSessions',
    tags: ['Flagstaff'],
    summary: 'List your sessions',
    description:
      'Returns the active sessions of the caller, most recently used first. `current` is true for the session that makes the request. An admin token has no account and gets 403.',
    permission: 'authenticated',
    responses: { 200: ActiveSessions },
    example: {},
  },
  'DELETE /api/admin/user/sessions': {
    id: 'revokeOtherSessions',
    tags: ['Flagstaff'],
    summary: 'End your other sessions',
    description:
      'Ends all sessions of the caller except the one that makes the request. A request with a token ends all of them. Each end is recorded in the login history as a sign-out.',
    permission: 'authenticated',
    responses: { 200: Nothing },
    example: {},
  },
  'DELETE /api/admin/user/sessions/:id': {
    id: 'revokeOwnSession',
    tags: ['Flagstaff'],
    summary: 'End one of your sessions',
    description:
      'Ends a session of the caller and records it in the login history as a sign-out. Returns 404 if the session has already ended or belongs to another account.',
    permission: 'authenticated',
    params: SessionParams,
    responses: { 200: Nothing },
    example: { params: { id: '6f1d2c3b-8a4e-4f5d-9c6b-7e8f9a0b1c2d' } },
  },
  'GET /api/admin/user-sessions': {
    id: 'getActiveSessions',
    tags: ['Users'],
    summary: 'List all sessions',
    description:
      'Returns the active sessions of all accounts, most recently used first, with their IP address, browser and sign-in method.',
    permission: 'ADMIN',
    responses: { 200: ActiveSessions },
    example: {},
  },
  'DELETE /api/admin/user-sessions/:id': {
    id: 'revokeSession',
    tags: ['Users'],
    summary: 'End a session',
    description:
      'Ends a session of any account and records it in the login history as a sign-out. A session that has already ended returns 200 too.',
    permission: 'ADMIN',
    params: SessionParams,
    responses: { 200: Nothing },
    example: { params: { id: '2a7c9e10-5b3d-4c8f-a1e6-0d9b8c7f6e5a' } },
  },
})
