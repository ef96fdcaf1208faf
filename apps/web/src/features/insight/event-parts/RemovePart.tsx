import type { EventPart } from '@flagstaff/contract/event-parts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { CopyIcon } from '../../../ui/Copy.tsx'
import classes from './event-parts.module.css'
import { t } from './messages.ts'
import { useRemovePart } from './queries.ts'

/** Only those who have the file know its SHA-256. */
export function RemovePart({ part: { first, last }, onClose }: { part: EventPart; onClose: () => void }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const remove = useRemovePart()
  // Also with the name of the file behind it, as sha256sum prints it.
  const sha256 = text.trim().split(/\s/)[0]?.toLowerCase() ?? ''
  const isValid = /^[0-9a-f]{64}$/.test(sha256)
  const command = `gzip -dc flagstaff-events-${first}-${last}.ndjson.gz | sha256sum`
  const confirm = () => {
    setAsked(true)
    if (isValid) remove.mutate({ last, sha256 }, { onSuccess: onClose })
  }
  return (
    <Confirm
      opened
      danger
      title={t('remove.title')}
      label={t('remove.do')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('remove.text', { first: formatNumber(first), last: formatNumber(last) })}</p>
      <p>{t('remove.file')}</p>
      <p>{t('remove.command')}</p>
      <div className={classes.command}>
        <code>{command}</code>
        <CopyIcon text={command} what={t('remove.copy')} />
      </div>
      <TextInput
        label={t('remove.sha')}
        value={text}
        error={asked && !isValid ? t('remove.invalid') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </Confirm>
  )
}
