import type { Strategy } from '@flagstaff/contract/strategy-types'
import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Deprecated } from './Deprecated.tsx'
import { useMayCreate } from './may.ts'
import { t } from './messages.ts'
import { StrategyMenu } from './StrategyMenu.tsx'
import classes from './strategies.module.css'

export function StrategyList() {
  usePage([{ label: t('strategies.title') }])
  const { q = '' } = useSearch({ from: '/strategies' })
  const navigate = useNavigate()
  const refusal = useMayCreate()
  const create = () => {
    if (!refusal) void navigate({ to: '/strategies/create' })
  }
  useCommand('strategy.new', t('strategies.new'), create, <IconPuzzle size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(strategyList)
  const filter = (value: string) =>
    void navigate({ to: '/strategies', search: value ? { q: value } : {}, replace: true })
  const shown = data?.filter(({ name, title, description }) =>
    `${name} ${title} ${description}`.toLowerCase().includes(q.toLowerCase()),
  )
  const own = shown?.filter(({ editable }) => editable) ?? []
  const builtIn = shown?.filter(({ editable }) => !editable) ?? []
  const newOne = <NewButton label={t('strategies.new')} why={refusal} onClick={create} />
  return (
    <ListPage
      title={t('strategies.title')}
      purpose={t('strategies.text')}
      facts={data && t('strategies.count', { count: data.filter(({ editable }) => editable).length })}
      actions={newOne}
      filters={data && <FilterBox label={t('strategies.filter')} value={q} onChange={filter} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {shown?.length === 0 && <NoMatch onClear={() => filter('')} />}
      {shown && (own.length > 0 || q === '') && (
        <Part title={t('strategies.own')} strategies={own}>
          <p className={classes.none}>
            <b>{t('strategies.empty')}.</b> {t('strategies.emptyText')}
          </p>
        </Part>
      )}
      {builtIn.length > 0 && <Part title={t('strategies.builtIn')} strategies={builtIn} />}
    </ListPage>
  )
}

type PartProps = { title: string; strategies: readonly Strategy[]; children?: ReactNode }

function Part({ title, strategies, children }: PartProps) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {strategies.length > 0 ? (
        <Rows rows={strategies} columns={columns()} keyOf={({ name }) => name} label={title} />
      ) : (
        children
      )}
    </section>
  )
}

const columns = (): Column<Strategy>[] => [
  {
    key: 'name',
    label: t('strategies.name'),
    cell: ({ name, title, description, deprecated }) => (
      <>
        <span className={classes.name}>
          <Link to="/strategies/$name" params={{ name }} className="link">
            <b>{title || name}</b>
          </Link>
          {title && <span className="faint small mono">{name}</span>}
          {deprecated && <Deprecated />}
        </span>
        {description && <div className="faint small">{description}</div>}
      </>
    ),
  },
  {
    key: 'parameters',
    label: t('strategies.parameters'),
    width: 260,
    wide: true,
    cell: ({ parameters }) => (
      <span className="dim small mono">
        {parameters.map(({ name }) => name).join(', ') || <span className="faint">–</span>}
      </span>
    ),
  },
  {
    key: 'uses',
    label: t('strategies.used'),
    width: 132,
    cell: ({ usedInFeatures: flags, usedInProjects: projects }) =>
      flags ? (
        t('strategies.uses', { flags, projects: projects ?? 0 })
      ) : (
        <span className="faint">{t('strategies.unused')}</span>
      ),
  },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (strategy) => <StrategyMenu strategy={strategy} />,
  },
]
