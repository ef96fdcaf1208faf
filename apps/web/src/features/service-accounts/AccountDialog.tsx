import type { Role } from '@flagstaff/contract/accounts'
import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import { Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../lib/submit.ts'
import { t as shared } from '../../messages/en.ts'
import { DialogEnd } from '../../ui/DialogEnd.tsx'
import { RoleField, VIEWER } from '../users/index.ts'
import { t } from './messages.ts'
import { useCreateAccount, useUpdateAccount } from './queries.ts'
import classes from './service-accounts.module.css'

type AccountDialogProps = {
  opened: boolean
  /** The account that is edited; a new one without. */
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
  const [name, setName] = useState(account?.name ?? '')
  const [username, setUsername] = useState('')
  const [rootRole, setRootRole] = useState(account?.rootRole ?? VIEWER)
  const [tried, setTried] = useState(false)
  const lacks = (text: string) => tried && text.trim() === ''
  const { problem, submit } = useSubmit({
    check: () => (name.trim() === '' || (!account && username.trim() === '') ? false : undefined),
    run: () =>
      account
        ? update.mutateAsync({ id: account.id, change: { name, rootRole }, version: account.objectVersion })
        : create.mutateAsync({ name, username, rootRole }),
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (await submit()) onClose()
  }
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      {!account && <p className="t2">{t('service.text')}</p>}
      <TextInput
        label={t('service.name')}
        description={t('service.nameHint')}
        value={name}
        error={lacks(name) ? t('service.nameMissing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      {!account && (
        <TextInput
          label={t('service.username')}
          description={t('service.usernameHint')}
          value={username}
          error={lacks(username) ? t('service.usernameMissing') : undefined}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <RoleField roles={roles} value={rootRole} onChange={setRootRole} />
      <DialogEnd
        problem={problem}
        label={t(account ? 'service.save' : 'service.create')}
        busy={create.isPending || update.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
