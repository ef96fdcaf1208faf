import type { Environment } from '@flagstaff/contract/environments'
import { IconServer2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useLimits } from '../../../lib/limits.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { environmentList, useCan } from '../../../lib/session.ts'
import listClasses from '../../../ui/List.module.css'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { EnvironmentRow } from './EnvironmentRow.tsx'
import classes from './environments.module.css'
import { t } from './messages.ts'
import { moveTo } from './order.ts'
import { useSort } from './queries.ts'

export function EnvironmentList() {
  usePage([{ label: t('env.title') }])
  const navigate = useNavigate()
  const limits = useLimits()
  const refusal = useCan('ADMIN')
  const create = () => {
    if (!refusal) void navigate({ to: '/environments/create' })
  }
  useCommand('environment.new', t('env.new'), create, <IconServer2 size={16} stroke={1.5} />)
  // The number of flags that are on changes without an environment event.
  const { data, error, refetch } = useQuery({ ...environmentList, staleTime: 0 })
  return (
    <ListPage
      title={t('env.title')}
      purpose={t('env.text')}
      facts={data && t('env.count', { count: data.length, limit: limits.environments })}
      actions={<NewButton label={t('env.new')} why={refusal} onClick={create} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {data && <Table environments={data} refusal={refusal} />}
    </ListPage>
  )
}

function Table({
  environments,
  refusal,
}: {
  environments: readonly Environment[]
  refusal: string | undefined
}) {
  const sort = useSort()
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const move = (name: string, place: number) => {
    const next = moveTo(environments, name, place)
    if (refusal || next.every((row, index) => row === environments[index])) return
    setSaid(t('env.moved', { name, place: next.findIndex((row) => row.name === name) + 1 }))
    sort.mutate(next)
  }
  return (
    <>
      <table className={`${listClasses.table} ${classes.table}`} aria-label={t('env.title')}>
        <colgroup>
          <col style={{ width: 52 }} />
          <col />
          <col className={listClasses.wide} style={{ width: 140 }} />
          <col style={{ width: 84 }} />
          <col className={listClasses.wide} style={{ width: 92 }} />
          <col className={listClasses.wide} style={{ width: 84 }} />
          <col className={listClasses.wide} style={{ width: 92 }} />
          <col style={{ width: 60 }} />
        </colgroup>
        <thead>
          <tr>
            <th>
              <span className="hidden">{t('env.order')}</span>
            </th>
            <th>{t('env.name')}</th>
            <th className={listClasses.wide}>{t('env.type')}</th>
            <th title={t('env.offeredHint')}>{t('env.offered')}</th>
            <th className={listClasses.wide} data-align="right">
              {t('env.projects')}
            </th>
            <th className={listClasses.wide} data-align="right">
              {t('env.tokens')}
            </th>
            <th className={listClasses.wide} data-align="right">
              {t('env.flags')}
            </th>
            <th>
              <span className="hidden">{t('env.edit')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {environments.map((environment, index) => (
            <EnvironmentRow
              key={environment.name}
              environment={environment}
              place={index}
              count={environments.length}
              refusal={refusal}
              dragged={dragged}
              onDrag={setDragged}
              onMove={move}
            />
          ))}
        </tbody>
      </table>
      <p className={classes.hint}>{t('env.offeredHint')}</p>
      <div className="hidden" aria-live="assertive">
        {said}
      </div>
    </>
  )
}
