import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { t as shared } from '../../../messages/en.ts'
import classes from './Flag.module.css'
import { t } from './messages.ts'
import { pathOf } from './place.ts'
import { type Place, refusalOfName, useClone } from './queries.ts'

type CloneProps = { place: Place; opened: boolean; onClose: () => void }

export function CloneDialog({ place, opened, onClose }: CloneProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('clone.title', { flag: place.flag })}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <CloneForm place={place} onClose={onClose} />
    </Modal>
  )
}

function CloneForm({ place, onClose }: Omit<CloneProps, 'opened'>) {
  const [name, setName] = useState('')
  const [own, setOwn] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [asked] = useDebouncedValue(name, 200)
  const { data: refused } = useQuery({
    queryKey: ['name', place.project, asked],
    queryFn: async () => (await refusalOfName(asked, place.project)) ?? null,
    enabled: asked !== '',
    staleTime: 0,
  })
  const clone = useClone(place)
  const navigate = useNavigate()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await clone.mutateAsync({ name, replaceGroupId: own })
      onClose()
      void navigate({ to: pathOf({ ...place, flag: name }) })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : shared('state.failed'))
    }
  }
  const fault = problem ?? (asked === name ? refused : undefined)
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.dialog}>
      <TextInput
        label={t('clone.name')}
        description={t('clone.text')}
        value={name}
        error={fault ?? undefined}
        onChange={(event) => {
          setName(event.currentTarget.value.trim())
          setProblem(undefined)
        }}
        autoComplete="off"
        required
        data-autofocus
      />
      <Checkbox
        label={t('clone.group')}
        checked={own}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button
          type="submit"
          loading={clone.isPending}
          aria-disabled={name === '' || fault ? true : undefined}
        >
          {t('clone.do')}
        </Button>
      </div>
    </form>
  )
}
