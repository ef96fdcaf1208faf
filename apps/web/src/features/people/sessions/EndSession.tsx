import type { ActiveSession } from '@flagstaff/contract/sessions'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { Refusal } from '../../../lib/session.ts'
import { t } from './messages.ts'
import { useEndSession } from './queries.ts'

type EndSessionProps = { session: ActiveSession; whose: 'own' | 'all'; label: string; why?: Refusal }

/** Without confirmation: a user who was signed out by mistake can sign in again. */
export function EndSession({ session, whose, label, why }: EndSessionProps) {
  const end = useEndSession(whose)
  return (
    <Tooltip label={why ?? t('sessions.end')}>
      <ActionIcon
        aria-label={label}
        aria-disabled={why ? true : undefined}
        loading={end.isPending}
        onClick={() => {
          if (!why) end.mutate(session)
        }}
      >
        <IconLogout size={16} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}
