import { readFile } from 'node:fs/promises'
import type { ClientFeatures } from '@flagstaff/contract/client'
import type { Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'
import { readToken, tokenRow } from './tokens.ts'
import { createSource, type Source } from './upstream/source.ts'

const LOOK_MS = 2_000

/**
 * Offline: serves the flags of a file, in the form of the client API's answer, to callers with the listed tokens,
 * in whatever environment those name. The file is read again when it changes; a broken one leaves the last good.
 */
export async function serveFile(store: Store, sources: Source[], settings: Settings, log: Logger) {
  const { file = '', fileTokens } = settings
  const tokens = [
    ...fileTokens.backend.map((token) => ({ token, type: 'backend' })),
    ...fileTokens.frontend.map((token) => ({ token, type: 'frontend' })),
  ].flatMap(({ token, type }) => {
    const read = readToken(token)
    return read ? [{ token, type, environment: read.environment, projects: ['*'] }] : []
  })
  store.apply({ revision: 0, epoch: 1, complete: false, rows: tokens.map(tokenRow), heads: [] })
  for (const environment of new Set(tokens.map((token) => token.environment)))
    sources.push(createSource(store, '', { environment, projects: '*' }))
  let last = ''
  const load = async () => {
    const text = await readFile(file, 'utf8')
    if (text === last) return
    const { features, segments } = JSON.parse(text) as ClientFeatures
    for (const source of sources) source.replace(features, segments ?? [], store.revision + 1)
    last = text
    log.info({ file, flags: features.length }, 'serving a file')
  }
  await load()
  setInterval(
    () => void load().catch((error) => log.error({ err: String(error) }, 'the file cannot be used')),
    LOOK_MS,
  ).unref()
}
