import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { useRefusals } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { Diff } from '../../../ui/Diff.tsx'
import classes from './MoveFlags.module.css'
import { t } from './messages.ts'
import { type Move, moveCheck, useMove } from './queries.ts'

type MoveProps = {
  /** Their current project. */
  project: string
  flags: readonly string[]
  onClose(): void
  onMoved(target: string): void
}

/** Moves flags: shows the target, the affected tokens and obstacles before anything changes. */
export function MoveFlags({ opened, ...props }: MoveProps & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('title', { count: props.flags.length, name: props.flags[0] ?? '' })}
      size={520}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <MoveForm {...props} />
    </Modal>
  )
}

function MoveForm({ project, flags, onClose, onMoved }: MoveProps) {
  const [target, setTarget] = useState('')
  const projects = choicesOf(useQuery(projectList))
  const refusalFor = useRefusals()
  const nameOf = (id: string) => projects.find((one) => one.id === id)?.name ?? id
  const offered = projects.filter(
    ({ id }) => id !== project && !refusalFor('MOVE_FEATURE_TOGGLE', { project: id }),
  )
  const move = { project, flags, target }
  const { data: check, error } = useQuery({ ...moveCheck(move), enabled: target !== '' })
  const change = useMove(nameOf, onMoved)
  const problem = error?.message ?? change.error?.message
  const ready = check !== undefined && check.obstacles.length === 0 && !problem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) change.mutate(move)
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <Select
        label={t('target')}
        data={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={target || null}
        onChange={(id) => {
          change.reset()
          setTarget(id ?? '')
        }}
        description={offered.length === 0 ? t('nowhere') : undefined}
        searchable
        allowDeselect={false}
        data-autofocus
      />
      {target !== '' && !check && !problem && <p className="faint small">{t('checking')}</p>}
      {check && check.obstacles.length > 0 && (
        <div className={classes.problem} role="alert">
          <p>{t('obstacles')}</p>
          <ul>
            {check.obstacles.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {ready && <Consequences move={move} {...check} nameOf={nameOf} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={change.isPending} aria-disabled={ready ? undefined : true}>
          {target === '' ? t('card.do') : t('do', { to: nameOf(target) })}
        </Button>
      </div>
    </form>
  )
}

const MOST_LINES = 20

type ConsequencesProps = {
  move: Move
  losingTokens: number
  gainingTokens: number
  nameOf(project: string): string
}

function Consequences({ move, losingTokens, gainingTokens, nameOf }: ConsequencesProps) {
  const { flags } = move
  const names = { from: nameOf(move.project), to: nameOf(move.target), flags: flags.length }
  return (
    <>
      <Diff
        lines={flags.slice(0, MOST_LINES).map((name) => ({
          sign: '~',
          key: name,
          content: t('line', { name, ...names }),
        }))}
      />
      {flags.length > MOST_LINES && (
        <p className="faint small num">{t('more', { count: flags.length - MOST_LINES })}</p>
      )}
      <ul className={classes.facts}>
        {losingTokens > 0 && <li>{t('losing', { count: losingTokens, ...names })}</li>}
        {gainingTokens > 0 && <li>{t('gaining', { count: gainingTokens, ...names })}</li>}
        {losingTokens + gainingTokens === 0 && <li>{t('unnoticed')}</li>}
        <li>{t('stays')}</li>
      </ul>
    </>
  )
}
