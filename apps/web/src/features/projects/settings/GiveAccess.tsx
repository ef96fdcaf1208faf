import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import { nameOf } from '../../../ui/Person.tsx'
import { t } from '../messages.ts'
import { peopleList, useGiveAccess } from '../queries.ts'
import classes from './settings.module.css'

type GiveAccessProps = {
  opened: boolean
  project: string
  members: readonly number[]
  roles: readonly { id: number; name: string }[]
  onClose(): void
}

export function GiveAccess(props: GiveAccessProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('access.give')}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <GiveForm {...props} />
    </Modal>
  )
}

function GiveForm({ project, members, roles, onClose }: GiveAccessProps) {
  const { data } = useQuery(peopleList)
  const give = useGiveAccess()
  const usual = roles.find(({ name }) => name === 'Member') ?? roles[0]
  const [person, setPerson] = useState<string | null>(null)
  const [role, setRole] = useState(usual ? String(usual.id) : null)
  const people = (data ?? []).filter(({ id }) => !members.includes(id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const user = people.find(({ id }) => String(id) === person)
    if (!user || !role) return
    give.mutate({ project, user: user.id, name: nameOf(user), role: Number(role) }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.stack}>
      <Select
        label={t('access.person')}
        placeholder={t('access.personHint')}
        nothingFoundMessage={t('access.nobody')}
        data={people.map((user) => ({ value: String(user.id), label: nameOf(user) }))}
        value={person}
        onChange={setPerson}
        searchable
        data-autofocus
      />
      <Select
        label={t('access.roleLabel')}
        data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={role}
        allowDeselect={false}
        onChange={setRole}
      />
      {give.error && (
        <p className={classes.danger} role="alert">
          {give.error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={give.isPending} aria-disabled={person && role ? undefined : true}>
          {t('access.give')}
        </Button>
      </div>
    </form>
  )
}
