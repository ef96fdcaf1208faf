import type { OverrideResult } from '@flagstaff/contract/overrides'
import { again, type OverrideBook } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

const LOOK_MS = 500
/** By then upstream has sent what it serves. */
const KNOWN_MS = 5_000

type Parts = { overrides: OverrideBook; upstream: Upstream; sources: readonly Source[]; log: Logger }

/**
 * Sends accepted orders to upstream, which makes them a change for everyone, as soon as it can be reached. The order
 * ends here when that change arrives, or if upstream has had the order before.
 */
export function passOverrides({ overrides, upstream, sources, log }: Parts): () => Promise<void> {
  const passed = new Set<string>()
  const readJson = async (response: Response): Promise<object> => {
    try {
      return Object(JSON.parse(await upstream.read(response)))
    } catch {
      return {}
    }
  }
  const pass = async (secret: string, id: string, order: string) => {
    const response = await upstream.post('/api/overrides', secret, { order })
    if (response.status >= 500 || response.status === 429) return void (await response.body?.cancel())
    passed.add(id)
    const { outcome } = (await readJson(response)) as Partial<OverrideResult>
    if (outcome === 'known') setTimeout(() => overrides.end(id), KNOWN_MS).unref()
    if (outcome !== undefined) return
    log.error({ status: response.status, id }, 'upstream refused an override, so it ends')
    overrides.end(id)
  }
  return again(async () => {
    const [source] = sources
    if (!source) return
    for (const { id, text } of overrides.active) if (!passed.has(id)) await pass(source.secret, id, text)
  }, LOOK_MS)
}
