import type { PublicSignupToken } from '@flagstaff/contract/invitations'
import { Select } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEditor } from '../../../lib/editor.ts'
import { DialogDone, DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { useCreateInvitation, useUpdateInvitation } from './invitation-queries.ts'
import { t } from './messages.ts'
import classes from './users.module.css'

const DAY = 86_400_000
const lengths = ['1', '7', '30'] as const
type Days = (typeof lengths)[number]

type NewInviteLinkProps = {
  opened: boolean
  /** Disabled once the new link is created, so that only one is valid. */
  former: PublicSignupToken | undefined
  onClose(): void
}

/** Asks for the expiry, then shows the link once. */
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
  const { draft, edit, problem, busy, submit } = useEditor<{ days: Days }>({
    start: { days: '7' },
    save: async ({ days }) => {
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
      {former?.enabled && <p className="dim">{t('link.replaces')}</p>}
      <Select
        label={t('link.length')}
        data={lengths.map((value) => ({ value, label: t('link.days', { days: Number(value) }) }))}
        value={draft.days}
        allowDeselect={false}
        onChange={(days) => days && edit({ days: days as Days })}
        data-autofocus
      />
      <DialogEnd problem={problem} label={t('link.make')} busy={busy} onCancel={onCancel} />
    </form>
  )
}
