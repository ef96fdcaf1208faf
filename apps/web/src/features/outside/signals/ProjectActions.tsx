import type { ActionOptions, ActionSet } from '@flagstaff/contract/actions'
import { Button, Menu, Switch } from '@mantine/core'
import { IconBolt, IconListDetails, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLimits } from '../../../lib/limits.ts'
import { type Refusal, useCan } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { setList, setOptions, useDeleteSet, useSwitchSet } from './queries.ts'
import { SetSentence } from './SetSentence.tsx'
import classes from './signals.module.css'

/** In the settings of a project: what signals do. */
export function ProjectActions({ id, project }: { id: string; project: { name: string } }) {
  const { data, error, refetch } = useQuery(setList(id))
  const { data: options } = useQuery(setOptions(id))
  const navigate = useNavigate()
  const refusal = useCan('UPDATE_PROJECT', { project: id })
  const most = useLimits().actionSetsPerProject
  const full = data && data.length >= most ? t('sets.limit', { count: most }) : undefined
  const why = refusal ?? full
  const create = () =>
    void navigate({ to: '/projects/$projectId/settings/actions/create', params: { projectId: id } })
  const button = (
    <Refused why={why}>
      <Button
        leftSection={<IconPlus size={14} stroke={2} />}
        aria-disabled={why ? true : undefined}
        onClick={why ? undefined : create}
      >
        {t('sets.new')}
      </Button>
    </Refused>
  )
  return (
    <ListPage
      title={t('sets.title')}
      purpose={t('sets.text', { project: project.name })}
      actions={data && data.length > 0 && button}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {(!data || !options) && !error && <Loading rows={3} />}
      {data?.length === 0 && options && (
        <State
          icon={<IconBolt size={20} stroke={1.5} />}
          title={t('sets.none')}
          text={<Missing options={options} />}
          action={options.signalEndpoints.length > 0 && options.serviceAccounts.length > 0 && button}
        />
      )}
      {data && data.length > 0 && options && (
        <Rows
          rows={data}
          columns={columns(options, refusal)}
          keyOf={(set) => set.id}
          label={t('sets.title')}
        />
      )}
    </ListPage>
  )
}

/** What has to exist before the first set. */
function Missing({ options: { signalEndpoints, serviceAccounts } }: { options: ActionOptions }) {
  const isAdmin = useCan('ADMIN') === undefined
  const advice = t(isAdmin ? 'sets.noEndpointAdmin' : 'sets.noEndpointAsk')
  if (signalEndpoints.length === 0)
    return (
      <>
        {t('sets.noEndpoint')} {advice}{' '}
        {isAdmin && (
          <Link to="/integrations/signals" className="link">
            {t('sets.toEndpoints')}
          </Link>
        )}
      </>
    )
  if (serviceAccounts.length === 0)
    return (
      <>
        {t('sets.noAccount')} {advice}{' '}
        {isAdmin && (
          <Link to="/admin/service-accounts" className="link">
            {t('sets.toAccounts')}
          </Link>
        )}
      </>
    )
  return <>{t('sets.noneText')}</>
}

const columns = ({ signalEndpoints }: ActionOptions, refusal: Refusal): Column<ActionSet>[] => [
  { key: 'on', label: '', width: 64, cell: (set) => <OnOff set={set} why={refusal} /> },
  {
    key: 'set',
    label: t('sets.set'),
    cell: (set) => (
      <span className={classes.name}>
        <Link
          to="/projects/$projectId/settings/actions/$id"
          params={{ projectId: set.project, id: String(set.id) }}
          className="link"
        >
          <b>{set.name}</b>
        </Link>
        <span className="dim small">
          <SetSentence
            set={set}
            endpoint={signalEndpoints.find(({ id }) => id === set.match.sourceId)?.name}
          />
        </span>
      </span>
    ),
  },
  {
    key: 'actions',
    label: '',
    width: 60,
    align: 'right',
    cell: (set) => <Actions set={set} why={refusal} />,
  },
]

type RowProps = { set: ActionSet; why: Refusal }

function OnOff({ set, why }: RowProps) {
  const change = useSwitchSet()
  return (
    <Refused why={why}>
      <Switch
        aria-label={t('sets.switch', { name: set.name })}
        checked={set.enabled}
        disabled={why !== undefined || change.isPending}
        onChange={(event) => change.mutate({ set, on: event.currentTarget.checked })}
      />
    </Refused>
  )
}

function Actions({ set, why }: RowProps) {
  const remove = useDeleteSet()
  const to = `/projects/${encodeURIComponent(set.project)}/settings/actions/${set.id}`
  return (
    <ActionsMenu name={set.name}>
      <Menu.Item component={Link} to={to} leftSection={<IconPencil size={14} stroke={1.75} />}>
        {t('sets.edit')}
      </Menu.Item>
      <Menu.Item component={Link} to={`${to}/runs`} leftSection={<IconListDetails size={14} stroke={1.75} />}>
        {t('sets.runs')}
      </Menu.Item>
      <MenuAction
        danger
        why={why}
        icon={<IconTrash size={14} stroke={1.75} />}
        onClick={() => remove.mutate(set)}
      >
        {t('sets.delete')}
      </MenuAction>
    </ActionsMenu>
  )
}
