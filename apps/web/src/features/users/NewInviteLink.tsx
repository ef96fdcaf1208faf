import type { PublicSignupToken } from '@flagstaff/contract/invitations'
import { Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../lib/submit.ts'
import { DialogDone, DialogEnd } from '../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../ui/MakeDialog.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { useCreateInvitation, useUpdateInvitation } from './invitation-queries.ts'
import { t } from './messages.ts'
import classes from './users.module.css'

const DAY = 86_400_000
const lengths = ['1', '7', '30'] as const

type NewInviteLinkProps = {
  opened: boolean
  /** Ends when the new one is there, so that only one goes around. */
  former: PublicSignupToken | undefined
  onClose(): void
}

/** Asks for how long, then shows the link once. */
export function NewInviteLink({ opened, former, onClose }: NewInviteLinkProps) {
  return (
    <MakeDialog<PublicSignupToken>
      opened={opened}
      title={(made) => t(made ? 'link.ready' : 'link.new')}
      sizes={[420, 560]}
      ask={(onMade, onCancel) => <LinkForm former={former} onMade={onMade} onCancel={onCancel} />}
      show={({ url }, onDone) => (
        <>
          <p className={classes.text}>{t('link.readyText')}</p>
          <Secret value={url ?? ''} label={t('link.label')} why={t('link.once')} />
          <DialogDone label={t('users.done')} onDone={onDone} />
        </>
      )}
      onClose={onClose}
    />
  )
}

type LinkFormProps = Pick<NewInviteLinkProps, 'former'> & {
  onMade(link: PublicSignupToken): void
  onCancel(): void
}

function LinkForm({ former, onMade, onCancel }: LinkFormProps) {
  const create = useCreateInvitation()
  const update = useUpdateInvitation({ quietly: true })
  const [days, setDays] = useState<(typeof lengths)[number]>('7')
  const { problem, submit } = useSubmit({
    async run() {
      const expiresAt = new Date(Date.now() + Number(days) * DAY).toISOString()
      const { data } = await create.mutateAsync({ name: 'default', expiresAt })
      if (former?.enabled) await update.mutateAsync({ link: former, change: { enabled: false } })
      onMade(data)
    },
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {former?.enabled && <p className="t2">{t('link.replaces')}</p>}
      <Select
        label={t('link.length')}
        data={lengths.map((value) => ({ value, label: t('link.days', { days: Number(value) }) }))}
        value={days}
        allowDeselect={false}
        onChange={(value) => value && setDays(value as (typeof lengths)[number])}
        data-autofocus
      />
      <DialogEnd
        problem={problem}
        label={t('link.make')}
        busy={create.isPending || update.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
