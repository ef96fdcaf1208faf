import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { usePreference } from '../../../../lib/preferences.ts'
import { environmentList } from '../../../../lib/session.ts'
import { isProduction } from '../../../../ui/Environment.tsx'
import { inOrder, useFlag } from '../place.ts'
import type { Place } from '../queries.ts'
import { markersOf } from './markers.ts'
import { eventsSince, flagMetrics } from './queries.ts'
import { hoursOf, type MetricsSearch } from './search.ts'
import { busiest, choose, EVERYWHERE, partsOf, type Row, stepsOf, sumOf, variantsIn } from './series.ts'
import { sizeOf } from './times.ts'

const HOUR_MS = 3_600_000

/** All data of the page for its URL parameters. */
export function useMetrics(place: Place, search: MetricsSearch) {
  const flag = useFlag(place)
  const hours = hoursOf(search)
  const { data, error, refetch } = useQuery(flagMetrics(place.flag, hours))
  const { data: known } = useSuspenseQuery(environmentList)
  const lens = usePreference('lens', '')
  const rows: readonly Row[] = choicesOf({ data })
  const typeOf = (name: string) => known.find((one) => one.name === name)?.type ?? ''
  const byEnvironment = useMemo(() => partsOf(rows, 'environment'), [rows])
  const names = inOrder(flag.environments ?? []).map(({ name }) => name)
  const environments = [...new Set([...names, ...byEnvironment.map(({ name }) => name)])]
  const environment =
    search.environment ??
    (environments.includes(lens) ? lens : undefined) ??
    busiest(byEnvironment, (name) => isProduction(typeOf(name))) ??
    environments[0] ??
    EVERYWHERE
  const { app } = search
  const here = useMemo(() => choose(rows, { environment }), [rows, environment])
  const chosen = useMemo(() => choose(here, { environment, app }), [here, environment, app])
  const steps = useMemo(() => stepsOf(chosen), [chosen])
  const since = steps[0]?.at ?? Date.now() - hours * HOUR_MS
  const events = choicesOf(useQuery(eventsSince(place.flag, new Date(since).toISOString().slice(0, 10))))
  const seenAt = (flag.environments ?? [])
    .filter(({ name }) => environment === EVERYWHERE || name === environment)
    .flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
    .sort()
    .at(-1)
  return {
    isPending: !data,
    error: data ? null : error,
    refetch,
    hours,
    size: sizeOf(hours),
    environment,
    environments,
    typeOf,
    byEnvironment,
    byApp: useMemo(() => partsOf(here, 'appName'), [here]),
    steps,
    sum: sumOf(steps),
    variants: useMemo(() => variantsIn(chosen), [chosen]),
    markers: markersOf(events, { since, environment }),
    seenAt,
  }
}

export type FlagMetrics = ReturnType<typeof useMetrics>
