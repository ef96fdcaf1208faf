import type { Event } from '@flagstaff/contract/events'
import type {
  AdvancedPlaygroundEnvironmentFeature,
  AdvancedPlaygroundResponse,
  PlaygroundChange,
  PlaygroundMoment,
} from '@flagstaff/contract/playground'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { isPast, listOf, momentOf, type PlaySearch, questionOf } from './search.ts'

const TICKS = 200
/** Larger lists take long to load, and nobody reads them. */
const MOST_FLAGS = 1_000

export type Answer = AdvancedPlaygroundEnvironmentFeature
export type Row = {
  key: string
  name: string
  projectId: string
  /** The index of the context, if there are several. */
  case: number
  context: Answer['context'] | undefined
  /** By environment. Undefined if the flag did not exist. */
  answers: ReadonlyMap<string, Answer | undefined>
  /** By environment, if the current result differs. */
  changes: ReadonlyMap<string, PlaygroundChange>
}

/** The selected result. */
export type SelectedRow = { row: Row; environment: string }

export type Played = {
  rows: readonly Row[]
  flags: number
  /** The number of flags in scope, of which the first are shown. */
  total: number
  contexts: number
  asOf: PlaygroundMoment | undefined
  /** Context fields that the server ignored. */
  left: readonly string[]
  ms: number
}

export const answersFor = (search: PlaySearch, environments: readonly string[]) => {
  const page = isPast(search) ? {} : { limit: MOST_FLAGS }
  const question = { ...questionOf(search, environments), explain: 'reason' as const, ...page }
  return queryOptions({
    queryKey: ['playground', question],
    queryFn: async ({ signal }): Promise<Played> => {
      const started = performance.now()
      const { data } = await send('POST /api/admin/playground/advanced', { body: question }, { signal })
      return toPlayed(data, environments, performance.now() - started)
    },
    retry: false,
  })
}

function toPlayed(
  { features, total = features.length, changes = [], asOf, warnings }: AdvancedPlaygroundResponse,
  environments: readonly string[],
  ms: number,
): Played {
  const byFlag = Map.groupBy(changes, ({ name }) => name)
  const contexts = Math.max(
    1,
    ...features.map(({ environments: answers }) => answers[environments[0] ?? '']?.length ?? 1),
  )
  const rows = features.flatMap(({ name, projectId, environments: answers }) =>
    Array.from({ length: contexts }, (_, index) => {
      const context = answers[environments[0] ?? '']?.[index]?.context
      const own = (byFlag.get(name) ?? []).filter((change) => isSame(change.context, context))
      return {
        key: `${name} ${index}`,
        name,
        projectId,
        case: index,
        context,
        answers: new Map(environments.map((environment) => [environment, answers[environment]?.[index]])),
        changes: new Map(own.map((change) => [change.environment, change])),
      }
    }),
  )
  const known = new Set(features.map(({ name }) => name))
  const born = [...byFlag].filter(([name]) => !known.has(name)).flatMap(([, list]) => bornSince(list))
  return {
    rows: [...rows, ...born],
    flags: features.length,
    total,
    contexts,
    asOf,
    left: warnings?.invalidContextProperties ?? [],
    ms,
  }
}

/** Flags that did not exist at the selected time: only their current result is known. */
function bornSince(changes: readonly PlaygroundChange[]): Row[] {
  const cases = [...Map.groupBy(changes, ({ context }) => JSON.stringify(context)).values()]
  return cases.flatMap((list, index) => {
    const [first] = list
    if (!first) return []
    return [
      {
        key: `${first.name} ${index}`,
        name: first.name,
        projectId: first.projectId,
        case: index,
        context: first.context,
        answers: new Map(),
        changes: new Map(list.map((change) => [change.environment, change])),
      },
    ]
  })
}

const isSame = (one: object, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other)

type Chosen = { flag: string; environment: string; context: Answer['context'] }

/** One result with its explanation; the current one without a `moment`. */
export const reasonsFor = ({ flag, environment, context }: Chosen, moment: PlaySearch | undefined) => {
  const question = {
    ...questionOf({ context: context as Record<string, string> }, [environment]),
    features: [flag],
    explain: 'tree' as const,
    compare: false,
    ...(moment ? momentOf(moment) : {}),
  }
  return queryOptions({
    queryKey: ['playground', question],
    queryFn: async ({ signal }): Promise<Answer | null> => {
      const { data } = await send('POST /api/admin/playground/advanced', { body: question }, { signal })
      return data.features[0]?.environments[environment]?.[0] ?? null
    },
    retry: false,
  })
}

/** The changes of one result. Requested separately, so that the causes are found however long the history is. */
export const changeOf = ({ flag, environment, context }: Chosen, moment: PlaySearch) => {
  const question = {
    ...questionOf({ context: context as Record<string, string> }, [environment]),
    features: [flag],
    ...momentOf(moment),
  }
  return queryOptions({
    queryKey: ['playground', question],
    queryFn: async ({ signal }): Promise<PlaygroundChange | null> => {
      const { data } = await send('POST /api/admin/playground/advanced', { body: question }, { signal })
      return data.changes?.[0] ?? null
    },
    retry: false,
  })
}

/** Event types that can change a result. */
const telling =
  /^(feature-(created|deleted|archived|revived|import|project-change|strategy|environment|variants|dependenc)|features-imported|strategy-order|segment-(updated|deleted|import)|environment-deleted|project-environment-removed)/

/** The latest changes that can have affected results, oldest first. */
export const changeTicks = (projects: string | undefined) =>
  queryOptions({
    queryKey: ['event', 'ticks', projects ?? ''],
    queryFn: async ({ signal }) => {
      const some = listOf(projects)
      const project = some.length > 0 ? { project: `IS_ANY_OF:${some.join(',')}` } : {}
      const query = { limit: String(TICKS), ...project }
      const { events } = await get('GET /api/admin/search/events', { query }, signal)
      return lastOfEach(events.filter(({ type }) => telling.test(type)).reverse())
    },
  })

/** A change with several events is one step: that of its last event. */
const lastOfEach = (events: readonly Event[]) =>
  events.filter(({ createdAt }, index) => events[index + 1]?.createdAt !== createdAt)

export const eventsById = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['event', 'ids', ids],
    queryFn: async ({ signal }) => {
      const query = { limit: '100', id: `IS_ANY_OF:${ids.join(',')}` }
      return (await get('GET /api/admin/search/events', { query }, signal)).events
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const projectNames = queryOptions({
  queryKey: ['project', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/projects', {}, signal)).projects,
})
