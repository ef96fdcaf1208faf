import type { ProjectPerson } from '@flagstaff/contract/people'
import { mentionAt } from '@flagstaff/rules/mentions'
import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { matchesKeys } from '../../../../lib/hotkeys.ts'
import { t } from './messages.ts'
import classes from './people.module.css'
import { projectPeople } from './queries.ts'

const LONGEST = 2_000
const SUGGESTED = 6

type CommentFieldProps = {
  project: string
  value: string
  error: string | undefined
  autoFocus?: boolean
  onChange(text: string): void
  onSubmit(): void
  onCancel?(): void
}

/** A text field that suggests people after an @. */
export function CommentField(props: CommentFieldProps) {
  const { project, value, error, autoFocus = false, onChange, onSubmit, onCancel } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [cursor, setCursor] = useState(0)
  const [active, setActive] = useState(0)
  /** The place of the @ whose suggestions were closed. */
  const [closed, setClosed] = useState<number>()
  const [target, setTarget] = useState<number>()
  const mention = mentionAt(value, cursor)
  const { data } = useQuery({
    ...projectPeople(project, mention?.typed ?? ''),
    enabled: mention !== undefined,
  })
  const wanted = mention !== undefined && mention.start !== closed
  const people = wanted
    ? choicesOf({ data: data?.users })
        .filter(({ handle }) => handle)
        .slice(0, SUGGESTED)
    : []
  const chosen = Math.min(active, people.length - 1)

  useLayoutEffect(() => {
    if (target === undefined) return
    field.current?.setSelectionRange(target, target)
    setTarget(undefined)
  }, [target])

  const choose = ({ handle }: ProjectPerson) => {
    if (!mention) return
    const before = `${value.slice(0, mention.start)}@${handle} `
    onChange(before + value.slice(cursor).replace(/^ /, ''))
    setCursor(before.length)
    setTarget(before.length)
    setActive(0)
    field.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const person = people[chosen]
    if (matchesKeys('mod+Enter', event.nativeEvent)) onSubmit()
    else if (person && step) setActive((chosen + step + people.length) % people.length)
    else if (person && (event.key === 'Enter' || event.key === 'Tab')) choose(person)
    else if (person && event.key === 'Escape') setClosed(mention?.start)
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        aria-label={t('comments.field')}
        placeholder={t('comments.placeholder')}
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          setCursor(currentTarget.selectionStart)
          setActive(0)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onKeyDown={handleKey}
        onBlur={() => setClosed(mention?.start)}
        onFocus={() => setClosed(undefined)}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={12}
        error={error}
        autoFocus={autoFocus}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? list : undefined}
        aria-activedescendant={people.length > 0 ? `${list}-${chosen}` : undefined}
      />
      <div role="status" className="hidden">
        {wanted && data ? t('comments.found', { count: people.length }) : ''}
      </div>
      {people.length > 0 && (
        <div id={list} role="listbox" aria-label={t('comments.suggestions')} className={classes.suggestions}>
          {people.map((person, index) => (
            // The keys of the field choose an option, so that the focus stays in the text.
            <div
              key={person.id}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={classes.suggestion}
              onPointerDown={(event) => {
                event.preventDefault()
                choose(person)
              }}
            >
              {person.name} <span className="faint">@{person.handle}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
