import type { Tag } from '@flagstaff/contract/common'
import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { choicesOf } from '../../../../lib/choices.ts'
import { tagList, tagTypeList } from '../../../../lib/tagQueries.ts'
import { isSameTag, nameOfTag, readTag } from '../../../../lib/tags.ts'
import type { Place } from '../queries.ts'
import classes from './FlagTags.module.css'
import { t } from './messages.ts'
import { useRetag } from './queries.ts'

const MOST_OFFERED = 50

type AddTagProps = { place: Place; tags: readonly Tag[]; onClose(): void }

/** Enter adds the text as a tag, known or new, and keeps the field open for the next one. */
export function AddTag({ place, tags, onClose }: AddTagProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const known = choicesOf(useQuery(tagList))
  const types = choicesOf(useQuery(tagTypeList))
  const retag = useRetag(place)
  const input = useRef<HTMLInputElement>(null)
  /** Set when an option was selected: Autocomplete then writes it into the field, although it is already added. */
  const chosen = useRef(false)
  useEffect(() => input.current?.focus(), [])
  const offered = known.filter((tag) => !tags.some((own) => isSameTag(own, tag))).map(nameOfTag)

  const add = async (written: string) => {
    const key = readTag(written)
    const length = [...key.value].length
    if (length < 2 || length > 50) return setProblem(t('tags.short'))
    if (tags.some((own) => isSameTag(own, key))) return setProblem(t('tags.has', { flag: place.flag }))
    setText('')
    setProblem(undefined)
    const color = types.find(({ name }) => name === key.type)?.color ?? null
    try {
      await retag.mutateAsync({ tag: { ...key, color } })
    } catch (error) {
      setText((now) => now || written)
      setProblem(error instanceof Error ? error.message : undefined)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(text)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Autocomplete
        ref={input}
        aria-label={t('tags.new')}
        placeholder={t('tags.hint')}
        data={offered}
        limit={MOST_OFFERED}
        value={text}
        error={problem}
        comboboxProps={{ shadow: 'md' }}
        onChange={(value) => {
          if (chosen.current) chosen.current = false
          else {
            setText(value)
            setProblem(undefined)
          }
        }}
        onOptionSubmit={(value) => {
          chosen.current = true
          void add(value)
        }}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        onBlur={() => text === '' && onClose()}
      />
    </form>
  )
}
