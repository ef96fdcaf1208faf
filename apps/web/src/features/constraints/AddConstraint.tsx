import type { Constraint } from '@flagstaff/contract/common'
import { Autocomplete, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import classes from './ConstraintEditor.module.css'
import { ConstraintsSentence } from './ConstraintSentence.tsx'
import { t } from './messages.ts'
import { blankFor } from './operators.ts'
import { parseConstraint } from './parse.ts'

type Field = { name: string; valueType?: string | undefined; legalValues?: { value: string }[] }
type AddProps = {
  fields: readonly Field[]
  /** Fields that have a condition already. */
  used: readonly string[]
  limit: number
  onAdd: (constraint: Constraint) => void
}

const CHIPS = 6

/** One box for those who type; the usual fields as buttons for those who do not. */
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
          // The box would otherwise take over the option's text.
          queueMicrotask(() => setText(''))
          pick(name)
        }}
        classNames={{ input: classes.box ?? '' }}
        leftSection={<IconPlus size={14} stroke={1.75} />}
        rightSection={
          <span className={`${classes.count} t3 small num`}>
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
              <span className="t3">{t('constraint.reads')}</span>
              <ConstraintsSentence constraints={[parsed]} />
            </>
          ) : (
            <span className="t3">{t('constraint.unread')}</span>
          )}
        </div>
      )}
      {text.trim() === '' && usual.length > 0 && (
        <div className={classes.usual}>
          <span className="t3">{t('constraint.quick')}</span>
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

/** Those with values to choose from first, since nothing needs to be typed there; those nobody added last. */
const rank = ({ name, legalValues = [] }: Field) =>
  builtIn.includes(name) ? 2 : legalValues.length > 0 ? 0 : 1
