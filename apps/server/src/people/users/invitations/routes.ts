import type { PublicSignupToken as Link } from '@flagstaff/contract/invitations'
import { usersOperations } from '@flagstaff/contract/operations/users'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { createInvitation, updateInvitation } from './commands.ts'
import { findInvitation, type Invitation, listInvitations } from './queries.ts'
import { invitationUrl } from './rules.ts'

export async function inviteLinkRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
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

  serve('GET /api/admin/invite-link/tokens', async () => ({
    tokens: (await listInvitations(app.read)).map((link) => shown(link)),
  }))

  serve('POST /api/admin/invite-link/tokens', { command: createInvitation }, async (request, reply) => {
    const { link, secret } = await request.dispatch(createInvitation, request.body)
    // The id, not the secret: URLs end up in logs.
    return reply.code(201).header('location', `tokens/${link.id}`).send(shown(link, secret))
  })

  serve('GET /api/admin/invite-link/tokens/:token', async (request) =>
    shown(await existing(request.params.token)),
  )

  serve('PUT /api/admin/invite-link/tokens/:token', { command: updateInvitation }, async (request) => {
    const { id } = await existing(request.params.token)
    return shown(await request.dispatch(updateInvitation, { ...request.body, id }))
  })
}
