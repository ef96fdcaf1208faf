import { Button, Modal, Radio, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { t as shared } from '../../../../messages/en.ts'
import { type Place, withErrorToast } from '../queries.ts'
import { variantOptions } from '../relations/queries.ts'
import classes from './Lifecycle.module.css'
import { t } from './messages.ts'
import { useComplete } from './queries.ts'

type CompleteProps = { place: Place; onClose(): void }

export function CompleteDialog({ place, opened, onClose }: CompleteProps & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('complete.title', { flag: place.flag })}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <CompleteForm place={place} onClose={onClose} />
    </Modal>
  )
}

function CompleteForm({ place, onClose }: CompleteProps) {
  const [status, setStatus] = useState<'kept' | 'discarded'>('kept')
  const [variant, setVariant] = useState<string | null>(null)
  const variants = choicesOf(useQuery(variantOptions(place)))
  const complete = useComplete(place)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const kept = status === 'kept' && variant ? { statusValue: variant } : {}
    if (await withErrorToast(complete.mutateAsync({ status, ...kept }))) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={classes.form}>
      <p className="dim">{t('complete.text')}</p>
      <Radio.Group
        label={t('complete.how')}
        value={status}
        onChange={(value) => setStatus(value === 'discarded' ? 'discarded' : 'kept')}
      >
        <div className={classes.choices}>
          <Radio
            value="kept"
            label={t('complete.kept')}
            description={t('complete.keptHint')}
            data-autofocus
          />
          <Radio
            value="discarded"
            label={t('complete.discarded')}
            description={t('complete.discardedHint')}
          />
        </div>
      </Radio.Group>
      {status === 'kept' && variants.length > 0 && (
        <Select
          label={t('complete.variant')}
          placeholder={t('complete.noVariant')}
          data={variants}
          value={variant}
          onChange={setVariant}
          clearable
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={complete.isPending}>
          {t('complete.save')}
        </Button>
      </div>
    </form>
  )
}
