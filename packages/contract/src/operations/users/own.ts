import { operations } from '../../operation.ts'
import { Nothing } from '../../schema.ts'
import { Me, OwnPassword, Profile } from '../../users.ts'

export const ownAccountOperations = operations({
  'GET /api/admin/user': {
    id: 'getMe',
    tags: ['Users'],
    summary: 'Get your account',
    description:
      'Returns the account and the permissions of the caller. An admin token has no account: it gets a placeholder user with the permission `ADMIN`. `feedback` and `splash` list the feedback prompts and splash screens that the account has seen.',
    permission: 'authenticated',
    responses: { 200: Me },
    example: {},
  },
  'GET /api/admin/user/profile': {
    id: 'getProfile',
    tags: ['Users'],
    summary: 'Get your profile',
    description:
      'Returns the root role, projects and groups of the caller, and whether the account has a password to change. `subscriptions` contains `productivity-report` if the account gets that report by email; `features` is always empty. An admin token has no account and gets 403.',
    permission: 'authenticated',
    responses: { 200: Profile },
    example: {},
  },
  'POST /api/admin/user/change-password': {
    id: 'changeMyPassword',
    tags: ['Users'],
    summary: 'Change your password',
    description:
      'Sets a new password for the caller and ends all other sessions of the account. Personal tokens keep working unless `deletePersonalTokens` is true. A wrong `oldPassword` returns 401. A weak password, or one of the last five, returns 400.',
    permission: 'authenticated',
    body: OwnPassword,
    responses: { 200: Nothing },
    example: {
      body: {
        oldPassword: 'Correct-horse-7',
        password: 'Correct-horse-8',
        confirmPassword: 'Correct-horse-8',
      },
    },
  },
})
