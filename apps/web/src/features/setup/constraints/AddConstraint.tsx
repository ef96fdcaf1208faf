import type { Constraint } from '@flagstaff/contract/common'
import { Autocomplete, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { blankFor } from '../../../lib/operators.ts'
import classes from './ConstraintEditor.module.css'
import { ConstraintsSentence } from './ConstraintSentence.tsx'
import { t } from './messages.ts'
import { parseConstraint } from './parse.ts'

type Field = { name: string; valueType?: string | undefined; legalValues?: { value: string }[] }
type AddProps = {
  fields: readonly Field[]
  /** Fields that already have a constraint. */
  used: readonly string[]
  limit: number
  onAdd: (constraint: Constraint) => void
}

const CHIPS = 6

/** A text box for typing a constraint, and buttons for common fields. */
export function AddConstraint({ fields, used, limit, onAdd }: AddProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const parsed = parseConstraint(text)
  const add = (constraint: Constraint) => {
    onAdd(constraint)
    setText('')
    setOpen(false)
  }
  const pick = (name: string) => add(blankFor(fields.find((field) => field.name === name) ?? { name }))
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    if (text.trim() !== '') event.preventDefault()
    if (parsed) add(parsed)
  }
  const usual = [...fields]
    .filter(({ name }) => !used.includes(name))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, CHIPS)
    .map(({ name }) => name)
  return (
    <div>
      <Autocomplete
        size="xs"
        aria-label={t('constraint.type')}
        placeholder={t('constraint.example')}
        data={fields.map(({ name }) => name)}
        value={text}
        onChange={setText}
        dropdownOpened={open}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        onKeyDown={typed}
        onOptionSubmit={(name) => {
          // Clear after Autocomplete has written the option's text into the box.
          queueMicrotask(() => setText(''))
          pick(name)
        }}
        classNames={{ input: classes.box ?? '' }}
        leftSection={<IconPlus size={14} stroke={1.75} />}
        rightSection={
          <span className={`${classes.count} faint small num`}>
            {t('constraint.count', { count: used.length, limit })}
          </span>
        }
        rightSectionWidth={72}
        rightSectionPointerEvents="none"
      />
      {text.trim() !== '' && (
        <div className={classes.reading} aria-live="polite">
          {parsed ? (
            <>
              <span className="faint">{t('constraint.reads')}</span>
              <ConstraintsSentence constraints={[parsed]} />
            </>
          ) : (
            <span className="faint">{t('constraint.unread')}</span>
          )}
        </div>
      )}
      {text.trim() === '' && usual.length > 0 && (
        <div className={classes.usual}>
          <span className="faint">{t('constraint.quick')}</span>
          {usual.map((name) => (
            <UnstyledButton
              key={name}
              className={classes.chip}
              aria-label={t('constraint.add', { field: name })}
              onClick={() => pick(name)}
            >
              {name}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  )
}

const builtIn = ['environment', 'appName', 'currentTime', 'sessionId', 'remoteAddress']

/** Fields with legal values first, since they need no typing; built-in fields last. */
const rank = ({ name, legalValues = [] }: Field) =>
  builtIn.includes(name) ? 2 : legalValues.length > 0 ? 0 : 1
