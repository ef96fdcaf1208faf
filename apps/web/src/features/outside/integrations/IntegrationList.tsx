import type { Addon, AddonState, AddonType } from '@flagstaff/contract/integrations'
import { Menu, Switch } from '@mantine/core'
import { IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { SignalTabs } from '../signals/index.ts'
import { IntegrationState } from './IntegrationState.tsx'
import { ProviderIcon } from './icons.tsx'
import classes from './integrations.module.css'
import { t } from './messages.ts'
import {
  integrationList,
  integrationStates,
  nameOf,
  useDeleteIntegration,
  useSwitchIntegration,
} from './queries.ts'

type Row = { addon: Addon; provider: AddonType | undefined; state: AddonState | undefined }

export function IntegrationList() {
  usePage([{ label: t('list.title') }])
  const refusal = useCan('UPDATE_ADDON', {})
  const isAdmin = useCan('ADMIN', {}) === undefined
  const { data, error, refetch } = useQuery(integrationList)
  const states = useQuery({ ...integrationStates, enabled: refusal === undefined })
  const known = choicesOf(states)
  const rows = choicesOf({ data: data?.addons }).map((addon) => ({
    addon,
    provider: data?.providers.find(({ name }) => name === addon.provider),
    state: known.find(({ id }) => id === addon.id),
  }))
  const failing = known.filter(({ state }) => state === 'failing').length
  const facts = [
    t('list.count', { count: rows.length }),
    ...(failing > 0 ? [t('list.failing', { count: failing })] : []),
  ]
  return (
    <ListPage
      title={t('list.title')}
      purpose={t('list.text')}
      facts={data && facts.join(', ')}
      tabs={isAdmin && <SignalTabs />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {refusal === undefined && (
        <Loaded query={states} name={t('list.states')} loading={null}>
          {() => null}
        </Loaded>
      )}
      {rows.length > 0 && (
        <Rows
          rows={rows}
          columns={columns(refusal === undefined)}
          keyOf={({ addon }) => addon.id}
          label={t('list.title')}
        />
      )}
      {data && rows.length === 0 && <p className={classes.none}>{t('list.none')}</p>}
      {data && <Catalogue providers={data.providers} />}
    </ListPage>
  )
}

/** Without the permission to edit them, how they are doing is not known. */
const columns = (hasStates: boolean): Column<Row>[] => [
  { key: 'on', label: '', width: 64, cell: ({ addon }) => <OnOff addon={addon} /> },
  { key: 'name', label: t('list.name'), cell: (row) => <Name {...row} /> },
  {
    key: 'sends',
    label: t('list.sends'),
    wide: true,
    cell: ({ addon }) => <span className="dim">{sendsOf(addon)}</span>,
  },
  ...(hasStates ? stateColumns() : []),
  { key: 'actions', label: '', width: 60, align: 'right', cell: ({ addon }) => <Actions addon={addon} /> },
]

const stateColumns = (): Column<Row>[] => [
  {
    key: 'state',
    label: t('list.state'),
    width: 200,
    wide: true,
    cell: ({ state }) => state && <IntegrationState state={state} />,
  },
  {
    key: 'sent',
    label: t('list.sent'),
    width: 130,
    align: 'right',
    wide: true,
    cell: ({ state }) => <span className="num">{state ? formatNumber(state.day.sent) : ''}</span>,
  },
  {
    key: 'failed',
    label: t('list.failed'),
    width: 124,
    align: 'right',
    wide: true,
    cell: ({ state }) => (
      <span className="num" data-bad={state && state.day.failed > 0 ? true : undefined}>
        {state ? formatNumber(state.day.failed) : ''}
      </span>
    ),
  },
  {
    key: 'median',
    label: t('list.median'),
    width: 90,
    align: 'right',
    wide: true,
    cell: ({ state }) => (
      <span className="num">
        {state?.day.p50 == null ? t('list.nothing') : t('list.ms', { ms: state.day.p50 })}
      </span>
    ),
  },
]

function OnOff({ addon }: { addon: Addon }) {
  const change = useSwitchIntegration()
  const why = useCan('UPDATE_ADDON', {})
  return (
    <Refused why={why}>
      <Switch
        aria-label={t('list.switch', { name: nameOf(addon) })}
        checked={addon.enabled}
        disabled={why !== undefined || change.isPending}
        onChange={(event) => change.mutate({ addon, on: event.currentTarget.checked })}
      />
    </Refused>
  )
}

function Name({ addon, provider, state }: Row) {
  return (
    <span className={classes.name}>
      <ProviderIcon provider={addon.provider} />
      <span>
        <Link to="/integrations/edit/$id" params={{ id: String(addon.id) }} className="link">
          <b>{nameOf(addon)}</b>
        </Link>
        <span className="faint small">{provider?.displayName ?? addon.provider}</span>
        {/* On phones, the other columns are hidden. */}
        {state && (
          <span className={classes.narrow}>
            <IntegrationState state={state} />
          </span>
        )}
      </span>
    </span>
  )
}

function sendsOf({ events, projects = [] }: Addon): string {
  const what = events.includes('*')
    ? t('sends.all')
    : events.length === 0
      ? t('sends.none')
      : t('sends.events', { count: events.length })
  if (projects.length === 0 || projects.includes('*')) return what
  return t('sends.where', { what, where: t('sends.projects', { count: projects.length }) })
}

function Actions({ addon }: { addon: Addon }) {
  const remove = useDeleteIntegration()
  const why = useCan('DELETE_ADDON', {})
  const isAdmin = useCan('ADMIN', {}) === undefined
  const id = String(addon.id)
  return (
    <ActionsMenu name={nameOf(addon)}>
      <Menu.Item
        component={Link}
        to={`/integrations/edit/${id}`}
        leftSection={<IconPencil size={14} stroke={1.75} />}
      >
        {t('list.edit')}
      </Menu.Item>
      {isAdmin && (
        <Menu.Item
          component={Link}
          to={`/integrations/edit/${id}/deliveries`}
          leftSection={<IconListDetails size={14} stroke={1.75} />}
        >
          {t('list.deliveries')}
        </Menu.Item>
      )}
      <MenuAction
        danger
        why={why}
        icon={<IconTrash size={14} stroke={1.75} />}
        onClick={() => remove.mutate(addon)}
      >
        {t('list.delete')}
      </MenuAction>
    </ActionsMenu>
  )
}

/** What can be added. */
function Catalogue({ providers }: { providers: readonly AddonType[] }) {
  const why = useCan('CREATE_ADDON', {})
  if (why) return null
  return (
    <section className={classes.catalogue}>
      <h2>{t('list.add')}</h2>
      <p className="faint small">{t('list.addText')}</p>
      <ul>
        {providers
          .filter(({ deprecated }) => deprecated === undefined)
          .map(({ name, displayName, description }) => (
            <li key={name}>
              <Link to="/integrations/create/$provider" params={{ provider: name }} className={classes.card}>
                <ProviderIcon provider={name} />
                <span>
                  <b>{displayName}</b>
                  <span className="faint small">{description}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
