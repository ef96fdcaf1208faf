import type { Role } from '@flagstaff/contract/accounts'
import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import { Modal, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEditor } from '../../../lib/editor.ts'
import { t as shared } from '../../../messages/en.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { RoleField, VIEWER } from '../users/index.ts'
import { t } from './messages.ts'
import { useCreateAccount, useUpdateAccount } from './queries.ts'
import classes from './service-accounts.module.css'

type AccountDialogProps = {
  opened: boolean
  /** The account to edit; undefined for a new one. */
  account: ServiceAccount | undefined
  roles: readonly Role[]
  onClose(): void
}

export function AccountDialog({ opened, account, roles, onClose }: AccountDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={480}
      title={account ? t('service.editTitle', { name: account.name ?? '' }) : t('service.new')}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <AccountForm key={account?.id} account={account} roles={roles} onClose={onClose} />
    </Modal>
  )
}

function AccountForm({ account, roles, onClose }: Omit<AccountDialogProps, 'opened'>) {
  const create = useCreateAccount()
  const update = useUpdateAccount()
  const { draft, edit, tried, problem, busy, submit } = useEditor({
    start: { name: account?.name ?? '', username: '', rootRole: account?.rootRole ?? VIEWER },
    check: ({ name, username }) =>
      name.trim() === '' || (!account && username.trim() === '') ? false : undefined,
    save: ({ name, username, rootRole }) =>
      account
        ? update.mutateAsync({ id: account.id, change: { name, rootRole }, version: account.objectVersion })
        : create.mutateAsync({ name, username, rootRole }),
  })
  const lacks = (text: string) => tried && text.trim() === ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit()) onClose()
  }
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      {!account && <p className="dim">{t('service.text')}</p>}
      <TextInput
        label={t('service.name')}
        description={t('service.nameHint')}
        value={draft.name}
        error={lacks(draft.name) ? t('service.nameMissing') : undefined}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        autoComplete="off"
        data-autofocus
      />
      {!account && (
        <TextInput
          label={t('service.username')}
          description={t('service.usernameHint')}
          value={draft.username}
          error={lacks(draft.username) ? t('service.usernameMissing') : undefined}
          onChange={(event) => edit({ username: event.currentTarget.value })}
          autoComplete="off"
        />
      )}
      <RoleField roles={roles} value={draft.rootRole} onChange={(rootRole) => edit({ rootRole })} />
      <DialogEnd
        problem={problem}
        label={t(account ? 'service.save' : 'service.create')}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}
