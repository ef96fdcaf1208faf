import { Button, Modal, NumberInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import classes from './integrations.module.css'
import { t } from './messages.ts'
import { useReplay } from './queries.ts'

type ReplayDialogProps = { id: number; opened: boolean; onClose(): void }

/** Sends past events again. */
export function ReplayDialog({ id, opened, onClose }: ReplayDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('log.replay')}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <ReplayForm id={id} onClose={onClose} />
    </Modal>
  )
}

function ReplayForm({ id, onClose }: { id: number; onClose(): void }) {
  const replay = useReplay(id)
  const [from, setFrom] = useState<number | ''>('')
  const [to, setTo] = useState<number | ''>('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from !== '' && to !== '') replay.mutate({ from, to }, { onSuccess: onClose })
  }
  const read = (value: number | string) => (value === '' ? '' : Number(value))
  const number = { min: 1, allowDecimal: false, required: true, withAsterisk: false, hideControls: true }
  return (
    <form className={classes.dialog} onSubmit={submit} noValidate>
      <p>{t('log.replayText')}</p>
      <div className={classes.pair}>
        <NumberInput
          {...number}
          label={t('log.replayFrom')}
          value={from}
          onChange={(value) => setFrom(read(value))}
          data-autofocus
        />
        <NumberInput
          {...number}
          label={t('log.replayTo')}
          value={to}
          onChange={(value) => setTo(read(value))}
        />
      </div>
      {replay.error && <p role="alert">{replay.error.message}</p>}
      <div className={classes.tools}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={replay.isPending}>
          {t('log.replay')}
        </Button>
      </div>
    </form>
  )
}
