import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import classes from './dialogs.module.css'
import { t } from './messages.ts'
import { type FlagRow, flagNameCheck, useClone } from './queries.ts'

type CloneFlagProps = { row: FlagRow | undefined; onClose(): void }

export function CloneFlag({ row, onClose }: CloneFlagProps) {
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      title={t('clone.title', { name: row?.name ?? '' })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {row && <CloneForm row={row} onClose={onClose} />}
    </Modal>
  )
}

function CloneForm({ row, onClose }: { row: FlagRow; onClose(): void }) {
  const clone = useClone()
  const [copy, setCopy] = useState(`${row.name}-copy`)
  const [settled] = useDebouncedValue(copy, 200)
  const check = useQuery({ ...flagNameCheck(settled, row.project), enabled: settled !== '' })
  const fault = clone.error?.message ?? (settled === copy ? check.error?.message : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (copy) clone.mutate({ project: row.project, name: row.name, copy }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <TextInput
        label={t('clone.name')}
        description={t('clone.hint')}
        value={copy}
        error={fault}
        onChange={(event) => {
          clone.reset()
          setCopy(event.currentTarget.value)
        }}
        data-autofocus
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={clone.isPending}>
          {t('clone.submit')}
        </Button>
      </div>
    </form>
  )
}
