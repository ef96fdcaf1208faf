import type { LegalValue } from '@flagstaff/contract/context'
import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { IconClipboard, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import classes from './context.module.css'
import { addLegalValues, parseLegalValues } from './legal.ts'
import { t } from './messages.ts'

type LegalValuesProps = { values: readonly LegalValue[]; onChange(values: LegalValue[]): void }

/** One line per value; several can be pasted at once. */
export function LegalValues({ values, onChange }: LegalValuesProps) {
  const [pasting, setPasting] = useState(false)
  const set = (index: number, change: Partial<LegalValue>) =>
    onChange(values.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <>
      {values.length > 0 && (
        <div className={classes.rows}>
          {values.map(({ value, description = '' }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drafts are identified by position only
            <div key={index} className={classes.row}>
              <TextInput
                aria-label={t('legal.valueOf', { number: index + 1 })}
                placeholder={t('legal.value')}
                value={value}
                onChange={(event) => set(index, { value: event.currentTarget.value })}
                classNames={{ input: 'mono' }}
              />
              <TextInput
                aria-label={t('legal.descriptionOf', { value })}
                placeholder={t('legal.description')}
                value={description}
                onChange={(event) => set(index, { description: event.currentTarget.value })}
              />
              <ActionIcon
                aria-label={t('legal.remove', { value })}
                onClick={() => onChange(values.filter((_, at) => at !== index))}
              >
                <IconX size={16} stroke={1.5} />
              </ActionIcon>
            </div>
          ))}
        </div>
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => onChange([...values, { value: '' }])}
        >
          {t('legal.add')}
        </Button>
        {!pasting && (
          <Button
            variant="default"
            leftSection={<IconClipboard size={14} stroke={1.75} />}
            onClick={() => setPasting(true)}
          >
            {t('legal.paste')}
          </Button>
        )}
      </div>
      {pasting && (
        <Paste
          present={values}
          onAdd={(added) => {
            onChange(addLegalValues(values, added))
            setPasting(false)
          }}
          onCancel={() => setPasting(false)}
        />
      )}
    </>
  )
}

type PasteProps = { present: readonly LegalValue[]; onAdd(values: LegalValue[]): void; onCancel(): void }

function Paste({ present, onAdd, onCancel }: PasteProps) {
  const [text, setText] = useState('')
  const read = parseLegalValues(text)
  const count = addLegalValues(present, read).length - present.length
  return (
    <div className={classes.paste}>
      <Textarea
        label={t('legal.pasteLabel')}
        description={t('legal.pasteHint')}
        rows={6}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        classNames={{ input: 'mono' }}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          {shared('form.cancel')}
        </Button>
        <Button
          aria-disabled={count === 0 ? true : undefined}
          onClick={() => {
            if (count > 0) onAdd(read)
          }}
        >
          {t('legal.pasteDo', { count })}
        </Button>
      </div>
    </div>
  )
}
