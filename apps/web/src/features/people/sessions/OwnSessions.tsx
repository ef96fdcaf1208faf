import type { ActiveSession } from '@flagstaff/contract/sessions'
import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { ProfilePage } from '../profile/index.ts'
import { deviceColumn, deviceOf, sessionColumns } from './columns.tsx'
import { EndSession } from './EndSession.tsx'
import { t } from './messages.ts'
import { ownSessions, useEndOthers } from './queries.ts'

/** The user's own sessions. */
export function OwnSessions() {
  usePage([{ label: t('sessions.profile'), to: '/profile' }, { label: t('sessions.own') }])
  const { data, error, refetch } = useQuery(ownSessions)
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <ProfilePage current="/profile/sessions">
      <ListPage
        title={t('sessions.own')}
        purpose={t('sessions.ownText')}
        facts={data && t('sessions.count', { count: data.length })}
        actions={others > 0 && <EndOthers />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data && (
          <Rows
            rows={data}
            columns={[deviceColumn, ...sessionColumns, ending]}
            keyOf={({ id }) => id}
            label={t('sessions.own')}
          />
        )}
      </ListPage>
    </ProfilePage>
  )
}

const ending = {
  key: 'actions',
  label: '',
  width: 60,
  align: 'right' as const,
  cell: (session: ActiveSession) =>
    !session.current && (
      <EndSession whose="own" session={session} label={t('sessions.endOwn', { device: deviceOf(session) })} />
    ),
}

function EndOthers() {
  const end = useEndOthers()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLogout size={14} stroke={1.75} />}
        onClick={() => setAsking(true)}
      >
        {t('sessions.endOthers')}
      </Button>
      <Confirm
        opened={asking}
        danger
        title={t('sessions.endOthersTitle')}
        label={t('sessions.endOthers')}
        busy={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        <p>{t('sessions.endOthersText')}</p>
      </Confirm>
    </>
  )
}
