import { User } from '../../accounts.ts'
import { ChangePassword, Email, LinkQuery, TokenUser, ValidatePassword } from '../../auth.ts'
import {
  CreateInvitedUser,
  InvitationParams,
  PublicSignupToken,
  PublicSignupTokenCreate,
  PublicSignupTokens,
  PublicSignupTokenUpdate,
} from '../../invitations.ts'
import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'
import { Id, Password, ResetPassword, UserParams } from '../../users.ts'

export const signUpOperations = operations({
  'GET /auth/reset/validate': {
    id: 'validateToken',
    tags: ['Auth'],
    summary: 'Check a password link',
    description:
      'Returns the account that an invitation or reset link is for, without using up the link. An unknown or expired link returns 401, a used one 403.',
    permission: 'public',
    query: LinkQuery,
    responses: { 200: TokenUser },
    example: { query: { token: 'k3V9wQx0T7mZpL2sR8fYbN4cHj6uDgE1aWvXoIqKtMs' } },
  },
  'POST /auth/reset/password': {
    id: 'changePassword',
    tags: ['Auth'],
    summary: 'Set a password with a link',
    description:
      'Sets the password of the account that the link is for, ends its sessions, and signs the caller in unless password sign-in is off. A setup link creates the first administrator, with the details in `account`. An unknown or expired link returns 401, a used one 403, and a weak or recently used password 400.',
    permission: 'public',
    body: ChangePassword,
    responses: { 200: Nothing },
    example: { body: { token: 'k3V9wQx0T7mZpL2sR8fYbN4cHj6uDgE1aWvXoIqKtMs', password: 'Correct-horse-7' } },
  },
  'POST /auth/reset/validate-password': {
    id: 'validatePassword',
    tags: ['Auth'],
    summary: 'Check the strength of a password without signing in',
    description:
      'Checks a password against the password rules and changes nothing. A weak password returns 400 with every rule that it breaks.',
    permission: 'public',
    body: ValidatePassword,
    responses: { 200: Nothing },
    example: { body: { password: 'Correct-horse-7' } },
  },
  'POST /api/admin/user-admin/validate-password': {
    id: 'validateUserPassword',
    tags: ['Users'],
    summary: 'Check the strength of a password',
    description:
      'Checks `password` against the password rules and changes nothing. A weak password returns 400 with every rule that it breaks.',
    permission: 'authenticated',
    body: Password,
    responses: { 200: Nothing },
    example: { body: { password: 'Correct-horse-7' } },
  },
  'POST /api/admin/user-admin/:id/change-password': {
    id: 'changeUserPassword',
    tags: ['Users'],
    summary: 'Set the password of a user',
    description:
      'Sets a new password, ends all sessions and password links of the account, and deletes its personal tokens, unless it is your own. A weak password, or one of the last five, returns 400.',
    permission: 'ADMIN',
    params: UserParams,
    body: Password,
    responses: { 200: Nothing },
    example: { params: { id: 42 }, body: { password: 'Correct-horse-9' } },
  },
  'POST /api/admin/user-admin/reset-password': {
    id: 'resetUserPassword',
    tags: ['Users'],
    summary: 'Create a password reset link',
    description:
      'Creates a link that works once, for 24 hours, and invalidates earlier links of the account. The old password works until a new one is chosen, which also deletes the personal tokens of the account. `id` is the ID, the email address or the user name of the account.',
    permission: 'ADMIN',
    body: Id,
    responses: { 200: ResetPassword },
    example: { body: { id: 'margaret@example.com' } },
  },
  'POST /auth/reset/password-email': {
    id: 'sendResetPasswordEmail',
    tags: ['Auth'],
    summary: 'Send a password reset email',
    description:
      'Sends a link that works once, for an hour. The response is 200 whether or not the account exists. Returns 404 if email is not set up, and 429 above the rate limit of an IP address or account.',
    permission: 'public',
    body: Email,
    responses: { 200: Nothing },
    // The server of the test has no email set up.
    example: { body: { email: 'ada@example.com' }, status: 404 },
  },
  'POST /auth/demo/login': {
    id: 'x-demoLogin',
    tags: ['Auth'],
    summary: 'Sign in to a demo server',
    description:
      'Opens a session for an email address without a password, and creates an account with the Editor role if the address has no account yet. Returns 404 unless `AUTH_TYPE` is `demo`. Administrators get 403 unless the server allows it.',
    permission: 'public',
    body: Email,
    responses: { 200: User },
    // The server of the test is not a demo server.
    example: { body: { email: 'grace@example.com' }, status: 404 },
  },
  'GET /invite/:token/validate': {
    id: 'validatePublicSignupToken',
    tags: ['Public signup tokens'],
    summary: 'Check an invite link',
    description:
      'Returns 200 if people can sign up with the link, and 400 if it is unknown, disabled or expired.',
    permission: 'public',
    params: InvitationParams,
    responses: { 200: Nothing },
    example: { params: { token: 'Zt5YqB8nXr2LwKd7VfGh1JmPc4SaEu9oTi6RyQxNb3M' } },
  },
  'POST /invite/:token/signup': {
    id: 'addPublicSignupTokenUser',
    tags: ['Public signup tokens'],
    summary: 'Sign up with an invite link',
    description:
      'Creates an account with the Viewer role and does not sign it in. An invalid link or a weak password returns 400, an email address or user name that is already taken 409, and too many sign-ups from one IP address 429.',
    permission: 'public',
    params: InvitationParams,
    body: CreateInvitedUser,
    responses: { 201: User },
    example: {
      params: { token: 'Zt5YqB8nXr2LwKd7VfGh1JmPc4SaEu9oTi6RyQxNb3M' },
      body: { name: 'Alan Turing', email: 'alan@example.com', password: 'Correct-horse-7' },
    },
  },
  'GET /api/admin/invite-link/tokens': {
    id: 'getAllPublicSignupTokens',
    tags: ['Public signup tokens'],
    summary: 'List all invite links',
    description:
      'Returns all invite links, newest first, with the users who signed up with each. `secret` contains an ID, which cannot be used to sign up.',
    permission: 'ADMIN',
    responses: { 200: PublicSignupTokens },
    example: {},
  },
  'POST /api/admin/invite-link/tokens': {
    id: 'createPublicSignupToken',
    tags: ['Public signup tokens'],
    summary: 'Create an invite link',
    description:
      'Creates a link that anyone can use to sign up as a viewer until it expires. It expires a month from now at the latest, even if `expiresAt` is later. The response contains the secret and the complete URL, which are not shown again.',
    permission: 'ADMIN',
    body: PublicSignupTokenCreate,
    responses: { 201: PublicSignupToken },
    example: { body: { name: 'Design team', expiresAt: '2038-01-01T00:00:00Z' } },
  },
  'GET /api/admin/invite-link/tokens/:token': {
    id: 'getPublicSignupToken',
    tags: ['Public signup tokens'],
    summary: 'Get an invite link',
    description:
      'Returns one invite link with the users who signed up with it. `token` is the ID or the secret of the link.',
    permission: 'ADMIN',
    params: InvitationParams,
    responses: { 200: PublicSignupToken },
    example: { params: { token: '9f2c4e81b7d05a36' } },
  },
  'PUT /api/admin/invite-link/tokens/:token': {
    id: 'updatePublicSignupToken',
    tags: ['Public signup tokens'],
    summary: 'Update an invite link',
    description:
      'Turns the link on or off, or changes its expiry; omitted fields stay unchanged. It expires a month from now at the latest, even if `expiresAt` is later. `token` is the ID or the secret of the link.',
    permission: 'ADMIN',
    params: InvitationParams,
    body: PublicSignupTokenUpdate,
    responses: { 200: PublicSignupToken },
    example: { params: { token: '9f2c4e81b7d05a36' }, body: { enabled: false } },
  },
})
