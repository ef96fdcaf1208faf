import Type from 'typebox'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { type Letter, toHtml, toText } from './letter.ts'
import { gettingStarted, resetPassword, tokenExpiring } from './letters.ts'

const tags = ['Operational']
const config = { permission: 'ADMIN' } as const
const TemplateParams = Type.Object({ template: Type.String() })

/** What the mails look like, with made-up contents. */
export async function mailRoutes(app: App) {
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
    if (!letter) throw notFound('mail', template)
    return letter
  }

  app.get(
    '/email/preview/html/:template',
    {
      config,
      schema: {
        operationId: 'x-previewEmailHtml',
        tags,
        params: TemplateParams,
        response: { 200: Type.String() },
      },
    },
    async (request, reply) =>
      reply
        .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .type('text/html; charset=utf-8')
        .send(toHtml(sampleOf(request.params.template))),
  )

  app.get(
    '/email/preview/text/:template',
    {
      config,
      schema: {
        operationId: 'x-previewEmailText',
        tags,
        params: TemplateParams,
        response: { 200: Type.String() },
      },
    },
    async (request, reply) =>
      reply.type('text/plain; charset=utf-8').send(toText(sampleOf(request.params.template))),
  )
}
