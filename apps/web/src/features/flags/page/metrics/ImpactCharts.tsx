import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { LoadingCards } from '../../../../ui/Loading.tsx'
import { FlagCharts } from '../../../insight/impact/index.ts'
import type { Place } from '../queries.ts'
import { markersOf } from './markers.ts'
import { eventsSince } from './queries.ts'
import { EVERYWHERE } from './series.ts'

/** The longest range of a chart. */
const RANGE_MS = 30 * 86_400_000

/** Impact metrics of the flag, with its changes in all environments. */
export function ImpactCharts({ place }: { place: Place }) {
  const [since] = useState(() => Date.now() - RANGE_MS)
  const events = choicesOf(useQuery(eventsSince(place.flag, new Date(since).toISOString().slice(0, 10))))
  const changes = markersOf(events, { since, environment: EVERYWHERE }).map(({ at, event }) => ({
    at,
    environment: event.environment ?? undefined,
  }))
  return (
    <Suspense fallback={<LoadingCards cards={[8]} />}>
      <FlagCharts {...place} changes={changes} />
    </Suspense>
  )
}
