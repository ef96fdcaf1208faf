import { mailOperations } from '@flagstaff/contract/operations/mail'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { type Letter, toHtml, toText } from './letter.ts'
import { samplesAt } from './samples.ts'

/** Previews of the emails, with sample data. */
export async function mailRoutes(app: App) {
  const serve = routesOf(app, mailOperations)
  const { url, basePath } = app.settings
  const samples = samplesAt(`${url}${basePath}`)
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
