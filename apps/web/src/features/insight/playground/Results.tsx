import { SegmentedControl } from '@mantine/core'
import { type UseQueryResult, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { FilterBox } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Line } from './Line.tsx'
import { t } from './messages.ts'
import { type Played, projectNames, type Row, type SelectedRow } from './queries.ts'
import classes from './Results.module.css'
import { type Change, isPast, type PlaySearch, type Shown, varyingOf } from './search.ts'
import { stateOf } from './words.ts'

type ResultsProps = {
  search: PlaySearch
  environments: readonly string[]
  query: UseQueryResult<Played>
  chosen: SelectedRow | undefined
  onChange: Change
}

const ROW = 48
/** Show a search field from this number of results on. */
const MANY = 8

/** All flags with their results: one row each, with a column per environment if there are several. */
export function Results({ search, environments, query, chosen, onChange }: ResultsProps) {
  const { data, error, isPending, isPlaceholderData } = query
  const rows = useMemo(() => shownOf(data?.rows ?? [], search, environments), [data, search, environments])
  const wide = environments.length > 1
  return (
    <section
      className={classes.results}
      aria-label={t('result.list')}
      aria-busy={isPending || isPlaceholderData}
      style={{ '--columns': environments.length } as React.CSSProperties}
      data-wide={wide || undefined}
    >
      {error ? (
        <div className={classes.message} role="alert">
          <b>{t('result.failed')}</b>
          <p className="dim">{error.message}</p>
        </div>
      ) : !data ? (
        <Loading rows={12} height={ROW} />
      ) : (
        <>
          <Figures played={data} environments={environments} />
          {data.rows.length >= MANY && (
            <div className={classes.filters}>
              <FilterBox
                label={t('result.filter')}
                value={search.q ?? ''}
                onChange={(q) => onChange({ q: q || undefined })}
              />
              <Which search={search} wide={wide} onChange={onChange} />
            </div>
          )}
          {data.rows.length === 0 ? (
            <div className={classes.message}>
              <b>{t(isPast(search) ? 'result.nonePast' : 'result.none')}</b>
              {!isPast(search) && <p className="dim">{t('result.noneText')}</p>}
            </div>
          ) : rows.length === 0 ? (
            <div className={classes.message}>
              <b>{t('result.nothing')}</b>
            </div>
          ) : (
            <>
              {wide && <Heads environments={environments} />}
              <Lines
                search={search}
                environments={environments}
                rows={rows}
                chosen={chosen}
                onChange={onChange}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}

function shownOf(rows: readonly Row[], { q = '', show }: PlaySearch, environments: readonly string[]) {
  const word = q.toLowerCase()
  return rows.filter((row) => row.name.toLowerCase().includes(word) && fits(row, show, environments))
}

function fits({ answers, changes }: Row, show: Shown | undefined, environments: readonly string[]): boolean {
  const states = environments.map((environment) => stateOf(answers.get(environment)))
  if (show === 'on' || show === 'off') return states.includes(show)
  return show !== 'differing' || changes.size > 0 || new Set(states).size > 1
}

function Figures({ played, environments }: { played: Played; environments: readonly string[] }) {
  const { rows, flags, total, contexts, ms } = played
  const states = rows.flatMap(({ answers }) => environments.map((name) => stateOf(answers.get(name))))
  const count = (wanted: string) => states.filter((state) => state === wanted).length
  return (
    <div className={`${classes.figures} num`}>
      <b>
        {total > flags ? t('result.first', { count: flags, total }) : t('result.flags', { count: flags })}
      </b>
      {contexts > 1 && <span>{t('result.contexts', { count: contexts })}</span>}
      <span>{t('result.on', { count: count('on') })}</span>
      <span>{t('result.off', { count: count('off') })}</span>
      <span className={classes.ms}>{t('result.ms', { ms: Math.max(1, Math.round(ms)) })}</span>
    </div>
  )
}

type WhichProps = { search: PlaySearch; wide: boolean; onChange: Change }

function Which({ search, wide, onChange }: WhichProps) {
  const differing = wide || isPast(search)
  const data = [
    { value: '', label: t('result.all') },
    { value: 'on', label: t('result.showOn') },
    { value: 'off', label: t('result.showOff') },
    ...(differing ? [{ value: 'differing', label: t('result.showDiffering') }] : []),
  ]
  return (
    <SegmentedControl
      aria-label={t('result.show')}
      data={data}
      value={search.show ?? ''}
      onChange={(value) => onChange({ show: (value || undefined) as Shown | undefined })}
    />
  )
}

function Heads({ environments }: { environments: readonly string[] }) {
  const { data: known } = useSuspenseQuery(environmentList)
  return (
    <div className={classes.heads} aria-hidden="true">
      <span />
      {environments.map((name) => (
        <Environment key={name} name={name} type={known.find((one) => one.name === name)?.type ?? ''} />
      ))}
    </div>
  )
}

type LinesProps = {
  search: PlaySearch
  environments: readonly string[]
  rows: readonly Row[]
  chosen: SelectedRow | undefined
  onChange: Change
}

function Lines({ search, environments, rows, chosen, onChange }: LinesProps) {
  const box = useRef<HTMLDivElement>(null)
  const projects = choicesOf(useQuery(projectNames))
  const names = useMemo(() => new Map(projects.map(({ id, name }) => [id, name])), [projects])
  const varying = varyingOf(search.context)
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => ROW,
    overscan: 8,
    getScrollElement: () => box.current,
    getItemKey: (index) => rows[index]?.key ?? index,
  })
  return (
    <div className={classes.box} ref={box}>
      <ul className={classes.lines} style={{ height: virtual.getTotalSize() }} aria-label={t('result.list')}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              className={classes.line}
              style={{ transform: `translateY(${start}px)` }}
              data-chosen={chosen?.row.key === row.key || undefined}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
            >
              <Line
                row={row}
                environments={environments}
                varying={varying}
                project={names.get(row.projectId) ?? row.projectId}
                chosen={chosen?.row.key === row.key ? chosen.environment : undefined}
                onChoose={(environment) =>
                  onChange({ flag: row.name, environment, case: row.case > 0 ? row.case : undefined })
                }
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
