import {
  InvitationParams,
  type PublicSignupToken as Link,
  PublicSignupToken,
  PublicSignupTokenCreate,
  PublicSignupTokens,
  PublicSignupTokenUpdate,
} from '@flagstaff/contract/invitations'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { createInvitation, updateInvitation } from './commands.ts'
import { findInvitation, type Invitation, listInvitations } from './queries.ts'
import { invitationUrl } from './rules.ts'

const tags = ['Public signup tokens']

export async function inviteLinkRoutes(app: App) {
  const shown = ({ id, ...link }: Invitation, secret?: string): Link => ({
    ...link,
    secret: secret ?? id,
    url: invitationUrl(app.settings, secret),
  })
  const existing = async (token: string): Promise<Invitation> => {
    const link = await findInvitation(app.read, token)
    if (!link) throw notFound('invite link', token)
    return link
  }

  app.get(
    '/invite-link/tokens',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getAllPublicSignupTokens', tags, response: { 200: PublicSignupTokens } },
    },
    async () => ({ tokens: (await listInvitations(app.read)).map((link) => shown(link)) }),
  )

  app.post(
    '/invite-link/tokens',
    {
      config: { command: createInvitation },
      schema: {
        operationId: 'createPublicSignupToken',
        tags,
        body: PublicSignupTokenCreate,
        response: { 201: PublicSignupToken },
      },
    },
    async (request, reply) => {
      const { link, secret } = await request.dispatch(createInvitation, request.body)
      // The id, not the secret: addresses end up in logs.
      return reply.code(201).header('location', `tokens/${link.id}`).send(shown(link, secret))
    },
  )

  app.get(
    '/invite-link/tokens/:token',
    {
      config: { permission: 'ADMIN' },
      schema: {
        operationId: 'getPublicSignupToken',
        tags,
        params: InvitationParams,
        response: { 200: PublicSignupToken },
      },
    },
    async (request) => shown(await existing(request.params.token)),
  )

  app.put(
    '/invite-link/tokens/:token',
    {
      config: { command: updateInvitation },
      schema: {
        operationId: 'updatePublicSignupToken',
        tags,
        params: InvitationParams,
        body: PublicSignupTokenUpdate,
        response: { 200: PublicSignupToken },
      },
    },
    async (request) => {
      const { id } = await existing(request.params.token)
      return shown(await request.dispatch(updateInvitation, { ...request.body, id }))
    },
  )
}
