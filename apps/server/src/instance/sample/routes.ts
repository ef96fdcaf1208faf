import { randomBytes } from 'node:crypto'
import { instanceOperations } from '@flagstaff/contract/operations/instance'
import { invalid } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { openSecretBox } from '../../platform/secret-box.ts'
import { findSetting } from '../settings/queries.ts'
import { NO_SAMPLE, setSample } from './commands.ts'
import { pseudonymsOf } from './modes.ts'
import { countSamples, listSamples } from './queries.ts'

export async function sampleRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  const { encryptionKeys } = app.settings
  serve('GET /api/admin/evaluation-sample', async () => {
    const [setting = NO_SAMPLE, environments] = await Promise.all([
      findSetting(app.read, 'evaluation-sample'),
      countSamples(app.read),
    ])
    return { ...setting, pseudonyms: pseudonymsOf(setting), environments }
  })

  serve('PUT /api/admin/evaluation-sample', { command: setSample }, async (request, reply) => {
    const key = pseudonymsOf(request.body).length > 0 && request.body.enabled ? { sealedKey: newKey() } : {}
    await request.dispatch(setSample, { ...request.body, ...key })
    return reply.code(204).send()
  })

  serve('GET /api/admin/evaluation-sample/:environment', async (request) => ({
    contexts: await listSamples(app.read, request.params.environment),
  }))

  function newKey(): string {
    if (encryptionKeys.length === 0)
      throw invalid(
        'The key of pseudonyms is stored encrypted, and this server has no encryption key. Set ENCRYPTION_KEY to a long random text and restart the server, or remove these fields.',
        '/pseudonyms',
      )
    return openSecretBox(encryptionKeys).seal(randomBytes(32).toString('base64url'))
  }
}
