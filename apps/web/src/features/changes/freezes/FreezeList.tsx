import { Button } from '@mantine/core'
import { IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { CalendarStrip } from './CalendarStrip.tsx'
import { FreezeTable } from './FreezeTable.tsx'
import { t } from './messages.ts'
import { useFreezable } from './permitted.ts'
import { freezeList } from './queries.ts'

/** As in the contract, which pages only import as types. */
const MOST_FREEZES = 50

export function FreezeList() {
  usePage([{ label: t('freezes.title') }])
  const navigate = useNavigate()
  const { refusal } = useFreezable()
  const { data, error, refetch } = useQuery(freezeList)
  const create = () => {
    if (!refusal) void navigate({ to: '/freezes/create' })
  }
  useCommand('freeze.new', t('freezes.new'), create, <IconSnowflake size={16} stroke={1.5} />)
  return (
    <ListPage
      title={t('freezes.title')}
      purpose={t('freezes.text')}
      facts={data && t('freezes.count', { count: data.length, limit: MOST_FREEZES })}
      actions={<NewButton label={t('freezes.new')} why={refusal} onClick={create} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconSnowflake size={20} stroke={1.5} />}
          title={t('freezes.empty')}
          text={t('freezes.emptyText')}
          action={!refusal && <Button onClick={create}>{t('freezes.new')}</Button>}
        />
      )}
      {data && data.length > 0 && (
        <>
          <CalendarStrip freezes={data} />
          <FreezeTable freezes={data} />
        </>
      )}
    </ListPage>
  )
}
