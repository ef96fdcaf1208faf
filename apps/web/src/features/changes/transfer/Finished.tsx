import type { ImportProgress } from '@flagstaff/contract/transfer'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { t } from './messages.ts'
import { takeBack } from './queries.ts'
import type { ImportRow } from './rows.ts'
import classes from './transfer.module.css'

const MOST_LINKS = 20

type FinishedProps = {
  project: { id: string; name: string }
  environment: string
  progress: ImportProgress
  error?: Error
  rows: readonly ImportRow[]
  onAgain(): void
  /** Compares again, to continue with the rest. */
  onGoOn(): void
}

/** The result, links to it, and undo. */
export function Finished({ project, environment, progress, error, rows, onAgain, onGoOn }: FinishedProps) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [undone, setUndone] = useState(false)
  const touched = rows.filter(
    ({ kind, taken, state }) => kind === 'flag' && taken !== 'none' && state !== 'same',
  )
  const undo = async () => {
    setBusy(true)
    try {
      await takeBack(progress.undo)
      setUndone(true)
      showToast(t('undone'))
    } catch (reason) {
      showToast(t('undoFailed', { reason: reason instanceof Error ? reason.message : '' }), { tone: 'bad' })
    } finally {
      setBusy(false)
      await cache.invalidateQueries()
    }
  }
  const Glyph = error ? IconAlertTriangle : IconCircleCheck
  return (
    <section className={classes.finished} role="status">
      <Glyph size={24} stroke={1.5} aria-hidden="true" />
      <h2>{undone ? t('undone') : error ? t('failed') : t('doneTitle', { flags: progress.flags })}</h2>
      <p className="dim">{error ? error.message : t('doneText', { environment, project: project.name })}</p>
      {error && <p className="dim">{t('failedText', { done: progress.done, parts: progress.parts })}</p>}
      {!undone && touched.length > 0 && (
        <ul className={classes.links}>
          {touched.slice(0, MOST_LINKS).map(({ name }) => (
            <li key={name}>
              <Link to="/projects/$projectId/features/$flag" params={{ projectId: project.id, flag: name }}>
                {name}
              </Link>
            </li>
          ))}
          {touched.length > MOST_LINKS && (
            <li className="faint">{t('groupMore', { count: touched.length - MOST_LINKS })}</li>
          )}
        </ul>
      )}
      <div className={classes.buttons}>
        {error ? (
          <Button onClick={onGoOn}>{t('read')}</Button>
        ) : (
          <Button component={Link} to={`/projects/${project.id}` as string}>
            {t('toFlags')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
        {progress.undo.length > 0 && !undone && (
          <Button variant="default" loading={busy} onClick={() => void undo()}>
            {t('undo')}
          </Button>
        )}
      </div>
    </section>
  )
}
