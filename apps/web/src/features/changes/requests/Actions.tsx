import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button, Kbd } from '@mantine/core'
import { IconBan, IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import type { Refusal } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { useAsk } from '../../../ui/Ask.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { MoveDialog, RenameDialog } from './dialogs.tsx'
import { t } from './messages.ts'
import classes from './page.module.css'
import type { Permitted } from './permitted.ts'
import { useDiscardDraft, useMove } from './queries.ts'
import { RevertButton } from './Renewals.tsx'
import { ScheduleButton } from './ScheduleButton.tsx'

const icon = { size: 14, stroke: 1.75 } as const

/** What the user can do with a request now: the next step as a button, the rest in a menu. */
export function Actions({ request, permitted }: { request: ChangeRequest; permitted: Permitted }) {
  const { project, id, title, objectVersion: version } = request
  const target = { project, id }
  const [leaving, setLeaving] = useState<'Rejected' | 'Cancelled'>()
  const [renaming, setRenaming] = useState(false)
  const move = useMove()
  const askDiscard = useAskDiscard(request)
  const { approve, reject, apply, schedule, send, cancel, discard, rename } = permitted
  const step = (state: 'Approved' | 'Applied' | 'In review') => () =>
    move.mutate({ ...target, state, version })
  const sendLabel = t(request.affects.length > 0 ? 'do.send' : 'do.ready')
  const applyLabel = t(request.state === 'Scheduled' ? 'do.applyNow' : 'do.apply')
  const hasMenu = rename || cancel || discard
  return (
    <div className={classes.actions}>
      {reject && (
        <Step label={t('do.reject')} why={reject.why} quiet onClick={() => setLeaving('Rejected')} />
      )}
      {approve && (
        <>
          <Step
            label={t('do.approve')}
            why={approve.why}
            keys="A"
            busy={move.isPending}
            onClick={step('Approved')}
          />
          <Key keys="a" label={t('do.approve')} why={approve.why} run={step('Approved')} />
        </>
      )}
      {schedule && <ScheduleButton request={request} why={schedule.why} />}
      {apply && (
        <>
          <Step label={applyLabel} why={apply.why} keys="P" busy={move.isPending} onClick={step('Applied')} />
          <Key keys="p" label={applyLabel} why={apply.why} run={step('Applied')} />
        </>
      )}
      {send && (
        <>
          <Step label={sendLabel} why={send.why} keys="S" busy={move.isPending} onClick={step('In review')} />
          <Key keys="s" label={sendLabel} why={send.why} run={step('In review')} />
        </>
      )}
      {request.state === 'Applied' && <RevertButton request={request} />}
      {hasMenu && (
        <ActionsMenu name={t('do.more', { id })}>
          {rename && (
            <MenuAction why={rename.why} icon={<IconPencil {...icon} />} onClick={() => setRenaming(true)}>
              {t('do.rename')}
            </MenuAction>
          )}
          {cancel && (
            <MenuAction
              danger
              why={cancel.why}
              icon={<IconBan {...icon} />}
              onClick={() => setLeaving('Cancelled')}
            >
              {t('do.cancel')}
            </MenuAction>
          )}
          {discard && (
            <MenuAction danger why={discard.why} icon={<IconTrash {...icon} />} onClick={askDiscard}>
              {t('do.discard')}
            </MenuAction>
          )}
        </ActionsMenu>
      )}
      <MoveDialog target={target} to={leaving} onClose={() => setLeaving(undefined)} />
      <RenameDialog target={target} title={title} opened={renaming} onClose={() => setRenaming(false)} />
    </div>
  )
}

type StepProps = {
  label: string
  why: Refusal
  keys?: string
  quiet?: boolean
  busy?: boolean
  onClick(): void
}

function Step({ label, why, keys, quiet = false, busy = false, onClick }: StepProps) {
  return (
    <Refused why={why}>
      <Button
        {...(quiet ? { variant: 'default' } : {})}
        aria-disabled={why ? true : undefined}
        leftSection={quiet ? <IconX size={14} stroke={2} /> : <IconCheck size={14} stroke={2} />}
        rightSection={keys && <Kbd>{keys}</Kbd>}
        loading={busy}
        onClick={why ? undefined : onClick}
      >
        {label}
      </Button>
    </Refused>
  )
}

/** The same step by keyboard, and in the palette. */
function Key({ keys, label, why, run }: { keys: string; label: string; why: Refusal; run(): void }) {
  const go = () => {
    if (!why) run()
  }
  useHotkey(keys, label, go)
  useCommand(`request.${keys}`, label, go)
  return null
}

function useAskDiscard({ project, id, features, segments }: ChangeRequest) {
  const ask = useAsk()
  const navigate = useNavigate()
  const discard = useDiscardDraft()
  const count = features.reduce((sum, { changes }) => sum + changes.length, segments.length)
  return () =>
    ask({
      title: t('ask.discard'),
      text: t('ask.discardText', { count }),
      label: t('do.discard'),
      danger: true,
      run: async () => {
        await discard.mutateAsync({ project, id })
        await navigate({ to: '/change-requests', search: { tab: 'mine' } })
      },
    })
}
