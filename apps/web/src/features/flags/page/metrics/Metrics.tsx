import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { LoadingCards } from '../../../../ui/Loading.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import page from '../Flag.module.css'
import { t } from '../messages.ts'
import { useFlagPage, usePlace } from '../place.ts'
import { Card } from './Card.tsx'
import { Figures } from './Figures.tsx'
import { ImpactCharts } from './ImpactCharts.tsx'
import { Nothing } from './Nothing.tsx'
import { Parts } from './Parts.tsx'
import { type MetricsSearch, ranges } from './search.ts'
import { allOf } from './series.ts'
import { Toolbar } from './Toolbar.tsx'
import { useMetrics } from './useMetrics.ts'

// One chunk with the plan, which has safeguards too.
const FlagSafeguards = lazy(() =>
  import('../../plans/parts.ts').then((module) => ({ default: module.FlagSafeguards })),
)

const from = '/projects/$projectId/features/$flag/metrics'
const LONGEST = ranges[ranges.length - 1]

/** Evaluations of the flag, by application and result. */
export function Metrics() {
  const place = usePlace()
  useFlagPage(place, t('tab.metrics'))
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const metrics = useMetrics(place, search)
  const { isPending, error, environment, byApp, byEnvironment, sum, variants } = metrics
  const update = (part: MetricsSearch) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace: true })
  if (error) return <ErrorState error={error} retry={() => void metrics.refetch()} />
  const isAsked = allOf(sum) > 0 || variants.length > 0
  return (
    <div className={page.two}>
      <div className={page.main}>
        <Toolbar
          search={search}
          environment={environment}
          environments={metrics.environments}
          apps={byApp.map(({ name }) => name)}
          hasVariants={variants.length > 0}
          onChange={update}
        />
        {isPending && <LoadingCards cards={[8]} />}
        {!isPending && !isAsked && (
          <Nothing
            place={place}
            environment={environment}
            onLonger={metrics.hours === LONGEST ? undefined : () => update({ hours: LONGEST })}
          />
        )}
        {isAsked && (
          <>
            <Figures
              sum={sum}
              apps={byApp.filter((part) => allOf(part.sum) > 0).length}
              seenAt={metrics.seenAt}
            />
            <Card place={place} search={search} metrics={metrics} onChange={update} />
          </>
        )}
        <ImpactCharts place={place} />
        <Suspense>
          <FlagSafeguards place={place} environment={environment} />
        </Suspense>
      </div>
      <Parts
        environment={environment}
        app={search.app}
        byEnvironment={byEnvironment}
        byApp={byApp}
        sum={sum}
        variants={variants}
        typeOf={metrics.typeOf}
        onEnvironment={(name) => update({ environment: name })}
        onApp={(app) => update({ app })}
      />
    </div>
  )
}
