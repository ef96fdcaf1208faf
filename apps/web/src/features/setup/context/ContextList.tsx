import type { ContextField } from '@flagstaff/contract/context'
import { Button } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { ContextMenu } from './ContextMenu.tsx'
import { t } from './messages.ts'

export function ContextList() {
  usePage([{ label: t('context.title') }])
  const { q = '' } = useSearch({ from: '/context' })
  const navigate = useNavigate()
  const refusal = useCan(['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'])
  const create = () => {
    if (!refusal) void navigate({ to: '/context/create' })
  }
  useCommand('context.new', t('context.new'), create, <IconBraces size={16} stroke={1.5} />)
  const { data, error, refetch } = useQuery(contextFieldList)
  const filter = (value: string) =>
    void navigate({ to: '/context', search: value ? { q: value } : {}, replace: true })
  const shown = data?.filter(({ name, description }) =>
    `${name} ${description ?? ''}`.toLowerCase().includes(q.toLowerCase()),
  )
  return (
    <ListPage
      title={t('context.title')}
      purpose={t('context.text')}
      facts={data && t('context.count', { count: data.length })}
      actions={<NewButton label={t('context.new')} why={refusal} onClick={create} />}
      filters={<FilterBox label={t('context.filter')} value={q} onChange={filter} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconBraces size={20} stroke={1.5} />}
          title={t('context.empty')}
          text={t('context.emptyText')}
          action={!refusal && <Button onClick={create}>{t('context.new')}</Button>}
        />
      )}
      {data && data.length > 0 && shown?.length === 0 && <NoMatch onClear={() => filter('')} />}
      {shown && shown.length > 0 && (
        <Rows rows={shown} columns={columns()} keyOf={({ name }) => name} label={t('context.title')} />
      )}
    </ListPage>
  )
}

const columns = (): Column<ContextField>[] => [
  {
    key: 'name',
    label: t('context.name'),
    cell: ({ name, description }) => (
      <>
        <Link to="/context/edit/$name" params={{ name }} className="link mono">
          <b>{name}</b>
        </Link>
        {description && <div className="faint small">{description}</div>}
      </>
    ),
  },
  {
    key: 'type',
    label: t('context.type'),
    width: 220,
    wide: true,
    cell: ({ valueType = 'string', legalValues = [] }) => (
      <span className="dim">
        {t(`type.${valueType}`)}, {t('context.legalCount', { count: legalValues.length })}
      </span>
    ),
  },
  {
    key: 'sticky',
    label: t('context.sticky'),
    width: 84,
    wide: true,
    cell: ({ stickiness }) =>
      stickiness ? t('context.yes') : <span className="faint">{t('context.no')}</span>,
  },
  {
    key: 'scope',
    label: t('context.scope'),
    width: 136,
    wide: true,
    cell: ({ project }) => <span className="dim">{project ?? t('context.global')}</span>,
  },
  {
    key: 'used',
    label: t('context.used'),
    width: 96,
    cell: ({ usedInFeatures }) =>
      usedInFeatures ? (
        t('context.uses', { flags: usedInFeatures })
      ) : (
        <span className="faint">{t('context.unused')}</span>
      ),
  },
  {
    key: 'created',
    label: t('context.created'),
    width: 112,
    wide: true,
    cell: ({ createdAt }) => createdAt && <span className="dim num">{formatDay(createdAt)}</span>,
  },
  { key: 'actions', label: '', width: 60, align: 'right', cell: (field) => <ContextMenu field={field} /> },
]
