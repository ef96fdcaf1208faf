import type { SetExternalImpactMetricsSource } from '@flagstaff/contract/impact'
import { impactOperations } from '@flagstaff/contract/operations/impact'
import { invalid } from '../../../../platform/errors.ts'
import { routesOf } from '../../../../platform/http/serve.ts'
import type { App } from '../../../../platform/http/server.ts'
import { openSecretBox, sealSecret } from '../../../../platform/secret-box.ts'
import type { Prometheus } from './client.ts'
import { setExternalSource } from './commands.ts'
import { findSource } from './queries.ts'
import { noSource, shownSource } from './stored.ts'

/** The setting for the external source. */
export function sourceRoutes(app: App, prometheus: Prometheus) {
  const serve = routesOf(app, impactOperations)
  const { encryptionKeys } = app.settings

  serve('GET /api/admin/impact-metrics/external-source', async () =>
    shownSource((await findSource(app.read)) ?? noSource),
  )

  serve('POST /api/admin/impact-metrics/external-source', { command: setExternalSource }, async (request) => {
    const { enabled, url, token } = accept(request.body)
    if (enabled && url === undefined && (await findSource(app.read))?.url === undefined)
      throw invalid('Enter the address of the Prometheus server.', '/url')
    const input = {
      enabled,
      ...(url === undefined ? {} : { url }),
      ...(token ? { sealedToken: sealSecret(encryptionKeys, token) } : {}),
      keepsToken: token === undefined,
    }
    return shownSource(await request.dispatch(setExternalSource, input))
  })

  serve('POST /api/admin/impact-metrics/external-source/validate', async (request, reply) => {
    const { url, token } = accept(request.body)
    if (url === undefined) return reply.code(200).send()
    const stored = await findSource(app.read)
    const kept = token === undefined && stored?.url === url ? stored.sealedToken : undefined
    await prometheus.validate({
      url,
      token: kept === undefined ? token : openSecretBox(encryptionKeys).open(kept),
    })
    return reply.code(200).send()
  })
}

function accept(sent: SetExternalImpactMetricsSource): SetExternalImpactMetricsSource {
  const { url, token } = sent
  if (token !== undefined && /[^\x21-\x7e]/.test(token))
    throw invalid('A bearer token has only printable ASCII characters and no spaces.', '/token')
  if (url === undefined) return sent
  const read = URL.canParse(url.trim()) ? new URL(url.trim()) : undefined
  if (!read || !['http:', 'https:'].includes(read.protocol))
    throw invalid('The address must start with https:// or http://.', '/url')
  if (read.username || read.password)
    throw invalid('The address must not contain a password. Use the bearer token.', '/url')
  return { ...sent, url: url.trim() }
}
