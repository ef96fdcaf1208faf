import type { FlagOwner } from '@flagstaff/contract/common'
import type { ProjectPeople } from '@flagstaff/contract/people'
import { Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../../../messages/en.ts'
import { DialogEnd } from '../../../../ui/DialogEnd.tsx'
import type { Place } from '../queries.ts'
import { t } from './messages.ts'
import classes from './people.module.css'
import { projectPeople, useSetOwner } from './queries.ts'

type OwnerFormProps = { place: Place; owner: FlagOwner | null; onClose(): void }

export function OwnerDialog({ opened, ...props }: OwnerFormProps & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('owner.title', { flag: props.place.flag })}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <OwnerForm {...props} />
    </Modal>
  )
}

function OwnerForm({ place, owner, onClose }: OwnerFormProps) {
  const [chosen, setChosen] = useState(owner)
  const [text, setText] = useState(owner?.name ?? '')
  // The name of the chosen owner is no search.
  const { data, error } = useQuery(projectPeople(place.project, text === chosen?.name ? '' : text))
  const save = useSetOwner(place)
  const options = optionsOf(data, chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ owner: chosen }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.dialog}>
      <p className="dim">{t('owner.text')}</p>
      <Select
        label={t('owner.field')}
        placeholder={t('owner.none')}
        data={[
          { group: t('owner.people'), items: options.filter(({ type }) => type === 'user') },
          { group: t('owner.groups'), items: options.filter(({ type }) => type === 'group') },
        ]}
        value={chosen ? keyOf(chosen) : null}
        onChange={(key) => setChosen(options.find(({ value }) => value === key)?.owner ?? null)}
        searchValue={text}
        onSearchChange={setText}
        filter={({ options: found }) => found}
        nothingFoundMessage={data ? t('owner.nothing') : t('owner.loading')}
        clearable
        clearButtonProps={{ 'aria-label': t('owner.none') }}
        searchable
        data-autofocus
      />
      <DialogEnd
        problem={(save.error ?? error)?.message}
        label={t('owner.save')}
        busy={save.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

const keyOf = ({ type, id }: FlagOwner) => `${type}:${id}`

/** What the search found, and the chosen owner. Handles distinguish people with the same name. */
function optionsOf(people: ProjectPeople | undefined, chosen: FlagOwner | null) {
  const users = people?.users ?? []
  const isShared = (name: string) => users.filter((one) => one.name === name).length > 1
  const found = [
    ...users.map(({ id, name, handle }) => ({
      owner: { type: 'user' as const, id, name },
      label: isShared(name) ? `${name} (${handle})` : name,
    })),
    ...(people?.groups ?? []).map(({ id, name }) => ({
      owner: { type: 'group' as const, id, name },
      label: name,
    })),
  ]
  const isListed = chosen && found.some(({ owner }) => keyOf(owner) === keyOf(chosen))
  const all = chosen && !isListed ? [{ owner: chosen, label: chosen.name }, ...found] : found
  return all.map(({ owner, label }) => ({ value: keyOf(owner), label, type: owner.type, owner }))
}
