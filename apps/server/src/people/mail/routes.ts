import { mailOperations } from '@flagstaff/contract/operations/mail'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { type Letter, toHtml, toText } from './letter.ts'
import { digest, gettingStarted, notified, resetPassword, reviewRequested, tokenExpiring } from './letters.ts'

/** Previews of the emails, with sample data. */
export async function mailRoutes(app: App) {
  const serve = routesOf(app, mailOperations)
  const { url, basePath } = app.settings
  const samples = new Map<string, Letter>([
    [
      'getting-started',
      gettingStarted({ name: 'Ada', url: `${url}${basePath}/new-user?token=…`, hours: 24 }),
    ],
    [
      'reset-password',
      resetPassword({ name: 'Ada', url: `${url}${basePath}/reset-password?token=…`, hours: 1 }),
    ],
    [
      'review-request',
      reviewRequested({
        name: 'Ada',
        author: 'Grace',
        title: 'New checkout for everyone',
        place: 'shop · production',
        url: `${url}${basePath}/projects/shop/change-requests/7`,
      }),
    ],
    [
      'notification',
      notified({
        name: 'Ada',
        messages: ['Grace turned off new-checkout in production in the project shop'],
        url: `${url}${basePath}/projects/shop/features/new-checkout`,
      }),
    ],
    [
      'digest',
      digest({
        name: 'Ada',
        messages: [
          'Grace turned off new-checkout in production in the project shop',
          'system marked old-banner as potentially stale in the project shop',
        ],
        url: `${url}${basePath}/notifications`,
      }),
    ],
    [
      'token-expiry',
      tokenExpiring({
        name: 'Ada',
        description: 'laptop',
        expiresAt: new Date(Date.UTC(2030, 0, 31, 12)),
        url: `${url}${basePath}/profile/personal-api-tokens`,
      }),
    ],
  ])
  const sampleOf = (template: string): Letter => {
    const letter = samples.get(template)
    if (!letter) throw notFound('email template', template)
    return letter
  }

  serve('GET /api/admin/email/preview/html/:template', async (request, reply) =>
    reply
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(toHtml(sampleOf(request.params.template))),
  )

  serve('GET /api/admin/email/preview/text/:template', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(toText(sampleOf(request.params.template))),
  )
}
