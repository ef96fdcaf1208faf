import type { Role } from '@flagstaff/contract/accounts'
import type { CreateUserResponse } from '@flagstaff/contract/users'
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../messages/en.ts'
import { nameOf } from '../../ui/Person.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { t } from './messages.ts'
import { useInviteUser } from './queries.ts'
import { RoleField, VIEWER } from './RoleField.tsx'
import classes from './users.module.css'

type InviteUserProps = { opened: boolean; roles: readonly Role[]; onClose(): void }

/** Asks who, then shows the link by which they come in. */
export function InviteUser({ opened, roles, onClose }: InviteUserProps) {
  const [made, setMade] = useState<CreateUserResponse>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={made ? 560 : 480}
      closeOnClickOutside={!made}
      title={made ? t('users.invited', { name: nameOf(made) }) : t('users.new')}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {made ? (
        <>
          <p className={classes.text}>
            {t(made.emailSent ? 'users.mailedText' : 'users.inviteText', {
              name: nameOf(made),
              role: roles.find(({ id }) => id === made.rootRole)?.name ?? '',
            })}
          </p>
          <Secret value={made.inviteLink ?? ''} label={t('users.inviteLink')} why={t('users.inviteOnce')} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t('users.done')}
            </Button>
          </div>
        </>
      ) : (
        <InviteForm roles={roles} onMade={setMade} onCancel={close} />
      )}
    </Modal>
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
      {invite.error && (
        <p className={classes.problem} role="alert">
          {invite.error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={invite.isPending}>
          {t('users.invite')}
        </Button>
      </div>
    </form>
  )
}
