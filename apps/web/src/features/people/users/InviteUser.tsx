import type { Role } from '@flagstaff/contract/accounts'
import type { CreateUserResponse } from '@flagstaff/contract/users'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogDone, DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { nameOf } from '../../../ui/Person.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { t } from './messages.ts'
import { useInviteUser } from './queries.ts'
import { RoleField, VIEWER } from './RoleField.tsx'
import classes from './users.module.css'

type InviteUserProps = { opened: boolean; roles: readonly Role[]; onClose(): void }

/** Creates a user, then shows the invitation link. */
export function InviteUser({ opened, roles, onClose }: InviteUserProps) {
  return (
    <MakeDialog<CreateUserResponse>
      opened={opened}
      title={(made) => (made ? t('users.invited', { name: nameOf(made) }) : t('users.new'))}
      sizes={[480, 560]}
      ask={(onMade, onCancel) => <InviteForm roles={roles} onMade={onMade} onCancel={onCancel} />}
      show={(user, onDone) => (
        <>
          <p className={classes.text}>
            {t(user.emailSent ? 'users.mailedText' : 'users.inviteText', {
              name: nameOf(user),
              role: roles.find(({ id }) => id === user.rootRole)?.name ?? '',
            })}
          </p>
          <Secret value={user.inviteLink ?? ''} label={t('users.inviteLink')} why={t('users.inviteOnce')} />
          <DialogDone label={t('users.done')} onDone={onDone} />
        </>
      )}
      onClose={onClose}
    />
  )
}

type InviteFormProps = {
  roles: readonly Role[]
  onMade(user: CreateUserResponse): void
  onCancel(): void
}

function InviteForm({ roles, onMade, onCancel }: InviteFormProps) {
  const invite = useInviteUser()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [username, setUsername] = useState('')
  const [rootRole, setRootRole] = useState(VIEWER)
  const [tried, setTried] = useState(false)
  const missing = email.trim() === '' && username.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing || invite.isPending) return
    invite.mutate(
      {
        rootRole,
        ...(name.trim() ? { name: name.trim() } : {}),
        ...(email.trim() ? { email: email.trim() } : {}),
        ...(username.trim() ? { username: username.trim() } : {}),
      },
      { onSuccess: ({ data }) => onMade(data) },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('users.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        type="email"
        label={t('users.email')}
        value={email}
        error={tried && missing ? t('users.identityMissing') : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
        autoComplete="off"
      />
      <TextInput
        label={t('users.username')}
        description={t('users.usernameHint')}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        autoComplete="off"
      />
      <RoleField roles={roles} value={rootRole} onChange={setRootRole} />
      <DialogEnd
        problem={invite.error?.message}
        label={t('users.invite')}
        busy={invite.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
