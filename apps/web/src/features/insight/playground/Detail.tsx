import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { environmentList } from '../../../lib/session.ts'
import { LoadingCards } from '../../../ui/Loading.tsx'
import classes from './Detail.module.css'
import { t } from './messages.ts'
import { Outcome } from './Outcome.tsx'
import { type Answer, reasonsFor, type SelectedRow } from './queries.ts'
import { type Change, isPast, type PlaySearch } from './search.ts'
import { Tree } from './Tree.tsx'
import { summaryOf } from './words.ts'

// Lazy: includes the texts and diffs of the event log, which are only needed if a result has changed.
const Causes = lazy(() => import('./Causes.tsx').then(({ Causes: component }) => ({ default: component })))

type DetailProps = { search: PlaySearch; chosen: SelectedRow | undefined; onChange: Change }

/** The explanation of one result, step by step; at the selected time, or now. */
export function Detail({ search, chosen, onChange }: DetailProps) {
  const [moment, setMoment] = useState<'then' | 'now'>('then')
  const past = isPast(search)
  if (!chosen)
    return (
      <section className={classes.detail} aria-label={t('detail.title')}>
        <p className="faint">{t('detail.none')}</p>
      </section>
    )
  const { row, environment } = chosen
  const change = row.changes.get(environment)
  return (
    <section className={classes.detail} aria-label={t('detail.title')}>
      <Explained
        key={`${row.key} ${environment}`}
        chosen={chosen}
        moment={past && moment === 'then' ? search : undefined}
        control={
          past && (
            <SegmentedControl
              aria-label={t('detail.moment')}
              data={[
                { value: 'then', label: t('detail.then') },
                { value: 'now', label: t('detail.now') },
              ]}
              value={moment}
              onChange={(value) => setMoment(value === 'now' ? 'now' : 'then')}
            />
          )
        }
      />
      {past && change && (
        <Suspense fallback={<Skeleton height={64} mt={16} />}>
          <Causes change={change} search={search} onChange={onChange} />
        </Suspense>
      )}
    </section>
  )
}

type ExplainedProps = { chosen: SelectedRow; moment: PlaySearch | undefined; control: React.ReactNode }

function Explained({ chosen: { row, environment }, moment, control }: ExplainedProps) {
  const { data: known } = useSuspenseQuery(environmentList)
  const context = row.context ?? { appName: '' }
  const { data, error, isPending } = useQuery(reasonsFor({ flag: row.name, environment, context }, moment))
  const type = known.find(({ name }) => name === environment)?.type ?? ''
  return (
    <>
      <header className={classes.head}>
        <div className={classes.title}>
          <h2>
            <Link
              to="/projects/$projectId/features/$flag"
              params={{ projectId: row.projectId, flag: row.name }}
              className={classes.name}
            >
              {row.name}
            </Link>
          </h2>
          {data && <Outcome answer={data} />}
        </div>
        {control}
        {data && <OpenRule answer={data} />}
      </header>
      {isPending && <LoadingCards cards={[5]} />}
      {error && <p role="alert">{error.message}</p>}
      {data === null && <p className="dim">{t(moment ? 'detail.absent' : 'detail.gone')}</p>}
      {data?.explanation && (
        <>
          <p className={classes.summary}>{summaryOf(data.explanation, environment)}</p>
          <Tree explanation={data.explanation} environment={{ name: environment, type }} context={context} />
        </>
      )}
    </>
  )
}

/** A link to the rule that decided, otherwise to the flag. */
function OpenRule({ answer: { name, projectId, environment, explanation } }: { answer: Answer }) {
  const rule = explanation?.decidedBy
  const params = { projectId, flag: name }
  return (
    <Button
      variant="default"
      className={classes.open ?? ''}
      renderRoot={(props) =>
        rule ? (
          <Link
            {...props}
            to="/projects/$projectId/features/$flag/strategies/edit"
            params={params}
            search={{ environmentId: environment, strategyId: rule }}
          />
        ) : (
          <Link {...props} to="/projects/$projectId/features/$flag" params={params} />
        )
      }
    >
      {t(rule ? 'detail.openRule' : 'detail.openFlag')}
    </Button>
  )
}
