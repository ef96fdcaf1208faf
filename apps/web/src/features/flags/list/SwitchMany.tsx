import { Button, Checkbox, Modal } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { usePreference } from '../../../lib/preferences.ts'
import { environmentList, useRefusals } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { Diff, type DiffLine } from '../../../ui/Diff.tsx'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import classes from './dialogs.module.css'
import { t } from './messages.ts'
import { type FlagRow, useSwitchMany } from './queries.ts'

type SwitchManyProps = { rows: readonly FlagRow[]; on: boolean; onClose(): void; onDone(): void }

export function SwitchMany({ open, ...props }: SwitchManyProps & { open: boolean }) {
  const title = t(props.on ? 'bulk.onTitle' : 'bulk.offTitle', { count: props.rows.length })
  return (
    <Modal
      opened={open}
      onClose={props.onClose}
      title={title}
      size={520}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <SwitchForm {...props} />
    </Modal>
  )
}

const MOST_LINES = 20

function SwitchForm({ rows, on, onClose, onDone }: SwitchManyProps) {
  const { data } = useSuspenseQuery(environmentList)
  const refusalFor = useRefusals()
  const lens = usePreference('lens', '')
  const offered = data.filter(({ name }) =>
    rows.some((row) => row.environments.some((one) => one.name === name)),
  )
  const usual = offered.find(({ name }) => name === lens) ?? offered.find(({ type }) => !isProduction(type))
  const [chosen, setChosen] = useState<string[]>(usual ? [usual.name] : [])
  const [busy, setBusy] = useState(false)
  const change = useSwitchMany()

  const todo = chosen.map((environment) => ({
    environment,
    flags: rows.filter((row) =>
      row.environments.some((one) => one.name === environment && one.enabled !== on),
    ),
  }))
  const refused = todo.flatMap(({ environment, flags }) =>
    flags.filter(({ project }) => refusalFor('UPDATE_FEATURE_ENVIRONMENT', { project, environment })),
  )
  const lines: DiffLine[] = todo.flatMap(({ environment, flags }) =>
    flags.map(({ name }) => ({
      sign: '~',
      key: `${environment} ${name}`,
      content: t(on ? 'bulk.onLine' : 'bulk.offLine', { name, environment }),
    })),
  )
  const ready = lines.length > 0 && refused.length === 0

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    try {
      for (const { environment, flags } of todo)
        if (flags.length > 0) await change.mutateAsync({ flags, environment, on })
      onDone()
    } catch {
      // The mutation has shown the error; changes before it are kept.
      onClose()
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form}>
      <Checkbox.Group label={t('bulk.where')} value={chosen} onChange={setChosen}>
        <div className={classes.environments}>
          {offered.map(({ name, type }) => (
            <Checkbox key={name} value={name} label={<Environment name={name} type={type} boxed />} />
          ))}
        </div>
      </Checkbox.Group>
      {lines.length > 0 ? (
        <Diff lines={lines.slice(0, MOST_LINES)} />
      ) : (
        <p className="dim small">{t('bulk.nothing')}</p>
      )}
      {lines.length > MOST_LINES && (
        <p className="faint small num">{t('bulk.more20', { count: lines.length - MOST_LINES })}</p>
      )}
      {refused.length > 0 && (
        <p className={classes.problem} role="alert">
          {t('bulk.refused', { flags: [...new Set(refused.map(({ name }) => name))].join(', ') })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={busy} aria-disabled={ready ? undefined : true} data-autofocus>
          {t(on ? 'ask.on' : 'ask.off')}
        </Button>
      </div>
    </form>
  )
}
