import { readFile } from 'node:fs/promises'
import { reasonOf } from '@flagstaff/contract/reason'
import { digestOf, START, type Store, toMark } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import type { Settings } from './settings.ts'
import { readToken, tokenRow } from './tokens.ts'
import { createSource, EPOCH, type Source } from './upstream/source.ts'
import { listIn, optionalListIn } from './upstream/wire.ts'

const LOOK_MS = 2_000

/**
 * Offline mode: serves the flags of a file in the format of the client API to requests with the listed tokens, in any
 * environment. The file is reloaded when it changes; if it is invalid, the last good version is served.
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
  store.apply({
    revision: START.revision,
    hash: START.hash,
    epoch: EPOCH,
    complete: false,
    rows: tokens.map(tokenRow),
    heads: [],
  })
  for (const environment of new Set(tokens.map((token) => token.environment)))
    sources.push(createSource(store, '', { environment, projects: '*' }, { log }))
  let last = ''
  const load = async () => {
    const text = await readFile(file, 'utf8')
    for (const source of sources) source.heard()
    if (text === last) return
    const answer: unknown = JSON.parse(text)
    const features = listIn(answer, 'features')
    const segments = optionalListIn(answer, 'segments')
    const revision = store.revision + 1
    for (const source of sources) source.replace(features, segments, toMark(revision, digestOf(text)))
    last = text
    log.info({ file, flags: features.length }, 'serving a file')
  }
  await load()
  setInterval(
    () => void load().catch((error) => log.error({ err: reasonOf(error) }, 'the file cannot be used')),
    LOOK_MS,
  ).unref()
}
