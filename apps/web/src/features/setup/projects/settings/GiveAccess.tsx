import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { t as shared } from '../../../../messages/en.ts'
import { nameOf } from '../../../../ui/Person.tsx'
import { t } from '../messages.ts'
import { holderChoices, useGiveAccess } from '../queries.ts'
import type { Holder } from './holders.ts'
import classes from './settings.module.css'

type GiveAccessProps = {
  opened: boolean
  project: string
  holders: readonly Holder[]
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

function GiveForm({ project, holders, roles, onClose }: GiveAccessProps) {
  const { data } = useQuery(holderChoices)
  const give = useGiveAccess()
  const usual = roles.find(({ name }) => name === 'Member') ?? roles[0]
  const [chosen, setChosen] = useState<string | null>(null)
  const [role, setRole] = useState(usual ? String(usual.id) : null)
  const isNew = (kind: Holder['kind']) => (one: { id?: number }) =>
    !holders.some((holder) => holder.kind === kind && holder.id === one.id)
  const people = choicesOf({ data: data?.users }).filter(isNew('user'))
  const groups = choicesOf({ data: data?.groups }).filter(isNew('group'))
  const options = [
    ...people.map((user) => ({ kind: 'user' as const, id: user.id, name: nameOf(user) })),
    ...groups.map(({ id = 0, name }) => ({ kind: 'group' as const, id, name })),
  ].map((option) => ({ ...option, value: `${option.kind} ${option.id}`, label: option.name }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const option = options.find(({ value }) => value === chosen)
    if (!option || !role) return
    const { kind, id, name } = option
    give.mutate({ project, kind, id, name, role: Number(role) }, { onSuccess: onClose })
  }
  const of = (kind: Holder['kind']) => options.filter((option) => option.kind === kind)
  return (
    <form onSubmit={submit} className={classes.stack}>
      <Select
        label={t('access.person')}
        placeholder={t('access.personHint')}
        nothingFoundMessage={t('access.nobody')}
        data={[
          { group: t('access.chooseGroups'), items: of('group') },
          { group: t('access.choosePeople'), items: of('user') },
        ]}
        value={chosen}
        onChange={setChosen}
        limit={50}
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
        <Button type="submit" loading={give.isPending} aria-disabled={chosen && role ? undefined : true}>
          {t('access.give')}
        </Button>
      </div>
    </form>
  )
}
