import type { AvailableImpactMetrics, MetricType } from '@flagstaff/contract/impact'
import type { Reader } from '../../../../platform/database/database.ts'
import { invalid } from '../../../../platform/errors.ts'
import { openSecretBox } from '../../../../platform/secret-box.ts'
import type { Settings } from '../../../../platform/settings/settings.ts'
import { createCache } from '../cache.ts'
import type { Line, RangeQuery, RangeSource } from '../types.ts'
import { type Found, readLabels, readMatrix, readMetadata, readNames, toType, typeByName } from './answers.ts'
import { type Endpoint, openAsk, PrometheusError } from './http.ts'
import { matchersOf, toPromQl, toSelector } from './promql.ts'
import { findSource, listHiddenApps } from './queries.ts'

const MOST_METRICS = 2_000
const MOST_LABEL_SERIES = 1_000
const TYPES_KEPT_MS = 5 * 60_000
const LIST_KEPT_MS = 60_000

type Projects = readonly string[] | null
type Available = AvailableImpactMetrics['metrics'][number]

/** The external source. If it does not answer, errors are 400 to a caller. */
export type Prometheus = RangeSource & {
  /** Empty if there is no source or it does not answer. */
  list(projects: Projects): Promise<Available[]>
  labels(
    metric: string,
    period: { from: number; to: number },
    projects: Projects,
  ): Promise<Record<string, string>[]>
  validate(endpoint: Endpoint): Promise<void>
}

export function openPrometheus({ read, settings }: { read: Reader; settings: Settings }): Prometheus {
  const ask = openAsk(settings)
  const types = createCache<MetricType>(TYPES_KEPT_MS)
  const lists = createCache<Available[]>(LIST_KEPT_MS)

  const endpoint = async (): Promise<Endpoint | undefined> => {
    const source = await findSource(read)
    if (!source?.enabled || source.url === undefined) return undefined
    const { sealedToken } = source
    const token = sealedToken && openSecretBox(settings.encryptionKeys).open(sealedToken)
    return { url: source.url, token: token || undefined }
  }
  const required = async (): Promise<Endpoint> => {
    const found = await endpoint()
    if (!found)
      throw invalid('There is no external source for impact metrics. Ask an administrator to set one.')
    return found
  }
  const typeOf = (source: Endpoint, metric: string): Promise<MetricType> =>
    types.get(`${source.url} ${metric}`, async () => {
      const known = readMetadata(await ask(source, `/api/v1/metadata?metric=${encodeURIComponent(metric)}`))
      return toType(known[metric]?.[0]?.type) ?? typeByName(metric)
    })
  const listOf = async (source: Endpoint, hidden: readonly string[]): Promise<Available[]> => {
    const known = readMetadata(await ask(source, `/api/v1/metadata?limit=${MOST_METRICS}`))
    const visible = hidden.length > 0 ? await namesOf(source, hidden) : undefined
    return Object.entries(known).flatMap(([name, [about]]): Available[] => {
      const type = toType(about?.type)
      const isVisible = !visible || [name, `${name}_count`].some((one) => visible.has(one))
      if (!type || !isVisible) return []
      return [{ name, displayName: name, help: about?.help ?? '', source: 'external', type }]
    })
  }
  const namesOf = async (source: Endpoint, hidden: readonly string[]): Promise<Set<string>> => {
    const form = new URLSearchParams({ 'match[]': `{__name__=~".+",${matchersOf({}, hidden).slice(1)}` })
    return new Set(readNames(await ask(source, `/api/v1/label/__name__/values?${form}`)))
  }

  return {
    range: (query, projects) =>
      quietly(async () => {
        const source = await required()
        const type = await typeOf(source, query.metric)
        const text = toPromQl(type, query, await listHiddenApps(read, projects))
        const { step } = query
        if (text === undefined) return { type, step, series: [], leftOut: 0 }
        // A point of ours is the start of its step, a point of Prometheus the end.
        const [first, last] = [query.from + step, Math.floor((query.to - 1) / step) * step + step]
        const form = { query: text, start: String(first), end: String(last), step: String(step) }
        const { result } = readMatrix(await ask(source, '/api/v1/query_range', form))
        const series = result.map((one) => toLine(one, query))
        // The text names hidden applications.
        return { type, step, series, leftOut: 0, ...(projects === null ? { query: text } : {}) }
      }),
    async list(projects) {
      try {
        const source = await endpoint()
        if (!source) return []
        const hidden = await listHiddenApps(read, projects)
        return await lists.get(JSON.stringify([source.url, hidden]), () => listOf(source, hidden))
      } catch (error) {
        if (error instanceof PrometheusError) return []
        throw error
      }
    },
    labels: (metric, { from, to }, projects) =>
      quietly(async () => {
        const source = await required()
        const hidden = await listHiddenApps(read, projects)
        const selector = toSelector(await typeOf(source, metric), metric, hidden)
        const form = {
          'match[]': selector,
          start: String(from),
          end: String(to),
          limit: String(MOST_LABEL_SERIES),
        }
        return readLabels(await ask(source, '/api/v1/series', form))
      }),
    validate: (source) =>
      openly(async () => {
        await ask(source, '/api/v1/status/buildinfo')
        await ask(source, '/api/v1/query', { query: '1' })
      }),
  }
}

/** Hides the reason, which contains the name of the server; administrators see it when they test the source. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PrometheusError)) throw error
    throw invalid('The external source did not answer the query. Ask an administrator to test it.')
  }
}

async function openly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof PrometheusError ? invalid(error.message, '/url') : error
  }
}

/** NaN and infinite values are no data. */
function toLine({ metric, values }: Found, { by, from, to, step }: RangeQuery): Line {
  const found = new Map(values.map(([seconds, text]) => [Math.round(seconds), Number(text)]))
  const count = Math.max(0, Math.ceil((to - from) / step))
  return {
    labels: Object.fromEntries(Object.entries(metric).filter(([name]) => by.includes(name))),
    points: Array.from({ length: count }, (_, index) => {
      const at = from + index * step
      const value = found.get(at + step)
      return [at, value !== undefined && Number.isFinite(value) ? value : null]
    }),
  }
}
