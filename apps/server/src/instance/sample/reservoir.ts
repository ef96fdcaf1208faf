import type { SetEvaluationSample } from '@flagstaff/contract/evaluation-sample'
import type { ContextSample } from '@flagstaff/delivery'
import type { Note } from '../../platform/write/note.ts'
import { findSample, insertSamples, type Sampled } from './queries.ts'

const MOST = 1_000
const FLUSH_MS = 30_000
const LONGEST = 200
const topLevel = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName'])

type Context = Parameters<ContextSample['offer']>[1]

export type Sample = ContextSample & {
  /** Reloads the setting if there was a change since. */
  refresh(revision: number): Promise<void>
  flush(): Promise<void>
}

/**
 * Reservoir sampling of the contexts that flags are evaluated for, if an administrator allows it: bounded per
 * environment and flush interval, each context with the same probability.
 */
export function openSample(note: Note, random = Math.random): Sample {
  let setting: SetEvaluationSample | undefined
  let known = -1
  let offered = new Map<string, number>()
  let kept = new Map<string, Sampled[]>()
  let isScheduled = false

  const empty = () => {
    offered = new Map()
    kept = new Map()
  }
  const flush = async () => {
    const samples = [...kept.values()].flat()
    empty()
    if (samples.length > 0) await note((db) => insertSamples(db, samples, MOST))
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      // Losing a sample does no harm.
      void flush().catch(() => {})
    }, FLUSH_MS).unref()
  }
  return {
    offer(environment, context) {
      if (!setting || random() >= setting.share) return
      const count = (offered.get(environment) ?? 0) + 1
      offered.set(environment, count)
      const list = kept.get(environment) ?? []
      kept.set(environment, list)
      const place = list.length < MOST ? list.length : Math.floor(random() * count)
      if (place < MOST) list[place] = { environment, context: allowedPart(context, setting.properties) }
      schedule()
    },
    async refresh(revision) {
      if (revision === known) return
      const found = await note((db) => findSample(db))
      known = revision
      const next = found?.enabled && found.share > 0 && found.properties.length > 0 ? found : undefined
      // Discard samples that were collected under another setting.
      if (JSON.stringify(next) !== JSON.stringify(setting)) empty()
      setting = next
    },
    flush,
  }
}

/** The allowed fields of a context, truncated. */
export function allowedPart(context: Context, properties: readonly string[]): Record<string, unknown> {
  const top = new Map<string, string>()
  const inner = new Map<string, string>()
  for (const name of properties) {
    const isTop = topLevel.has(name)
    const source: Readonly<Record<string, unknown>> = (isTop ? context : context.properties) ?? {}
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    if (!['string', 'number', 'boolean'].includes(typeof value)) continue
    ;(isTop ? top : inner).set(name, String(value).slice(0, LONGEST))
  }
  return { ...Object.fromEntries(top), properties: Object.fromEntries(inner) }
}
