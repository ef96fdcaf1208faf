import { Button, Modal, Textarea } from '@mantine/core'
import { IconShield } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useWaiting, type Waiting } from '../lib/reviewDialog.ts'
import { t } from '../messages/en.ts'
import { DialogEnd } from '../ui/DialogEnd.tsx'
import classes from './ReviewDialog.module.css'

const LONGEST = 500

/** Asks how a change in a protected environment, during a freeze or of a locked field goes on, before it is sent again. */
export function ReviewDialog() {
  const waiting = useWaiting()
  // Kept while the dialog closes, so that its content does not change.
  const [shown, setShown] = useState(waiting)
  if (waiting && waiting !== shown) setShown(waiting)
  const [reasonFor, setReasonFor] = useState<Waiting>()
  if (!shown) return null
  const isReason = shown.skips || !shown.mayPropose || reasonFor === shown
  return (
    <Modal
      opened={waiting !== undefined}
      onClose={() => shown.answer(undefined)}
      title={t(titleOf(shown, isReason))}
      size={480}
      zIndex={900}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {isReason ? (
        <Reason key={JSON.stringify([shown.places, shown.managed])} waiting={shown} />
      ) : (
        <Choice waiting={shown} onSkip={() => setReasonFor(shown)} />
      )}
    </Modal>
  )
}

function titleOf({ freezes, managed }: Waiting, isReason: boolean) {
  if (managed.length > 0) return 'managed.title'
  if (freezes.length > 0) return 'freeze.title'
  return isReason ? 'review.skipTitle' : 'review.title'
}

function Choice({ waiting, onSkip }: { waiting: Waiting; onSkip(): void }) {
  const environments = [...new Set(waiting.places.map(({ environment }) => environment))]
  return (
    <div className={classes.form}>
      <p className="dim">{t('review.text', { environments: environments.join(', ') })}</p>
      <Places waiting={waiting} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => waiting.answer(undefined)}>
          {t('form.cancel')}
        </Button>
        {waiting.maySkip && (
          <Button variant="default" onClick={onSkip}>
            {t('review.skip')}
          </Button>
        )}
        <Button
          data-autofocus
          leftSection={<IconShield size={14} stroke={1.75} />}
          onClick={() => waiting.answer({ review: 'propose' })}
        >
          {t('review.propose')}
        </Button>
      </div>
    </div>
  )
}

function Reason({ waiting }: { waiting: Waiting }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const isOverride = waiting.freezes.length + waiting.managed.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Stop the event: otherwise it would also submit the form that opened the dialog.
    event.stopPropagation()
    if (reason.trim() === '') setProblem(t('review.reasonMissing'))
    else waiting.answer({ reason: reason.trim() })
  }
  return (
    <form onSubmit={submit} className={classes.form}>
      <p className="dim">{explain(waiting)}</p>
      {waiting.places.length > 0 && <Places waiting={waiting} />}
      <Textarea
        label={t('review.reason')}
        description={t('review.reasonHint')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={LONGEST}
        autosize
        minRows={2}
        autoFocus
        data-autofocus
        error={problem}
      />
      <DialogEnd
        problem={undefined}
        label={t(isOverride ? 'freeze.submit' : 'review.skipSubmit')}
        busy={false}
        onCancel={() => waiting.answer(undefined)}
      />
    </form>
  )
}

function explain({ freezes, managed: [file] }: Waiting): string {
  if (file) return t('managed.text', file)
  return freezes.length > 0 ? t('freeze.text', { names: freezes.join(', ') }) : t('review.skipText')
}

const Places = ({ waiting }: { waiting: Waiting }) => (
  <ul className={classes.places}>
    {waiting.places.map(({ project, environment, flags }) => (
      <li key={`${project} ${environment}`}>
        {t(flags.length > 0 ? 'review.flags' : 'review.place', { project, environment })}
        {flags.length > 0 && <span className="dim"> {flags.join(', ')}</span>}
      </li>
    ))}
  </ul>
)
