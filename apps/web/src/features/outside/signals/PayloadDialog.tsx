import type { ListeningSet, SignalEndpointSignal } from '@flagstaff/contract/signal-outcomes'
import { Modal } from '@mantine/core'
import { useRef } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { t as shared } from '../../../messages/en.ts'
import { Code } from './Code.tsx'
import { t } from './messages.ts'
import { Outcome } from './Outcome.tsx'
import classes from './signals.module.css'

type PayloadDialogProps = {
  signal: SignalEndpointSignal | undefined
  sets: readonly ListeningSet[]
  onClose(): void
}

export function PayloadDialog({ signal, sets, onClose }: PayloadDialogProps) {
  // Keep the last one, so that the closing dialog still shows it.
  const last = useRef(signal)
  if (signal) last.current = signal
  const shown = last.current
  if (!shown) return null
  return (
    <Modal
      opened={signal !== undefined}
      onClose={onClose}
      title={t('signals.title', { id: shown.id })}
      size={640}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <div className={classes.stack}>
        <p className="dim small">{formatMoment(shown.createdAt)}</p>
        <Outcome outcome={shown.outcome} sets={sets} />
        <Code text={JSON.stringify(shown.payload, null, 2)} label={t('signals.payload')} />
      </div>
    </Modal>
  )
}
