import type { Role, User } from '@flagstaff/contract/accounts'
import { Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useEditor } from '../../../lib/editor.ts'
import { t as shared } from '../../../messages/en.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MergeBar } from '../../../ui/MergeBar.tsx'
import { nameOf } from '../../../ui/Person.tsx'
import { LinkedIdentities } from './LinkedIdentities.tsx'
import { t } from './messages.ts'
import { userList, useUpdateUser } from './queries.ts'
import { RoleField } from './RoleField.tsx'
import classes from './users.module.css'

type EditUserProps = { user: User | undefined; roles: readonly Role[]; onClose(): void }

export function EditUser({ user, roles, onClose }: EditUserProps) {
  return (
    <Modal
      opened={user !== undefined}
      onClose={onClose}
      size={480}
      title={user && t('users.editTitle', { name: nameOf(user) })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {user && <EditForm key={user.id} user={user} roles={roles} onClose={onClose} />}
    </Modal>
  )
}

function EditForm({ user, roles, onClose }: EditUserProps & { user: User }) {
  const update = useUpdateUser()
  const cache = useQueryClient()
  const editor = useEditor({
    start: { name: user.name ?? '', email: user.email ?? '', rootRole: user.rootRole ?? 0 },
    version: user.objectVersion,
    save: (change, version) => update.mutateAsync({ id: user.id, change, version }),
    onStale: () => void cache.invalidateQueries({ queryKey: userList.queryKey }),
  })
  const { draft, edit, conflict } = editor
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!editor.dirty || (await editor.submit())) onClose()
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {conflict && <MergeBar name={nameOf(user)} onTheirs={conflict.takeTheirs} onMine={conflict.keepMine} />}
      <TextInput
        label={t('users.name')}
        value={draft.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        type="email"
        label={t('users.email')}
        value={draft.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        autoComplete="off"
      />
      <RoleField roles={roles} value={draft.rootRole} onChange={(rootRole) => edit({ rootRole })} />
      <LinkedIdentities userId={user.id} />
      <DialogEnd problem={editor.problem} label={t('users.save')} busy={editor.busy} onCancel={onClose} />
    </form>
  )
}
