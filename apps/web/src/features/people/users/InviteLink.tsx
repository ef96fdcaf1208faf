import type { PublicSignupToken } from '@flagstaff/contract/invitations'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { invitation, useUpdateInvitation } from './invitation-queries.ts'
import { t } from './messages.ts'
import { NewInviteLink } from './NewInviteLink.tsx'
import classes from './users.module.css'

/** An invite link with which several people can sign up. */
export function InviteLink({ why }: { why: Refusal }) {
  const { data: link } = useQuery(invitation)
  const update = useUpdateInvitation()
  const [making, setMaking] = useState(false)
  if (link === undefined) return null
  const isOver = link !== null && Date.parse(link.expiresAt) <= Date.now()
  const button = (label: string, onClick: () => void) => (
    <Refused why={why}>
      <Button
        variant="default"
        aria-disabled={why ? true : undefined}
        loading={update.isPending}
        onClick={() => {
          if (!why) onClick()
        }}
      >
        {label}
      </Button>
    </Refused>
  )
  return (
    <SettingsCard title={t('link.title')} text={t('link.text')}>
      <div className={classes.link}>
        <span>{link ? <State link={link} isOver={isOver} /> : t('link.none')}</span>
        <span className={classes.linkButtons}>
          {link &&
            !isOver &&
            button(t(link.enabled ? 'link.disable' : 'link.enable'), () =>
              update.mutate({ link, change: { enabled: !link.enabled } }),
            )}
          {link &&
            button(t('link.extend'), () =>
              update.mutate({ link, change: { expiresAt: inAWeek(), enabled: true } }),
            )}
          {button(t(link ? 'link.renew' : 'link.create'), () => setMaking(true))}
        </span>
      </div>
      <NewInviteLink opened={making} former={link ?? undefined} onClose={() => setMaking(false)} />
    </SettingsCard>
  )
}

const WEEK = 7 * 86_400_000
const inAWeek = () => new Date(Date.now() + WEEK).toISOString()

function State({ link, isOver }: { link: PublicSignupToken; isOver: boolean }) {
  const day = formatDay(link.expiresAt)
  const count = link.users?.length ?? 0
  return (
    <>
      <b>{t(isOver ? 'link.over' : link.enabled ? 'link.open' : 'link.closed', { day })}</b>{' '}
      <span className="dim">{t('link.used', { count })}</span>
    </>
  )
}
