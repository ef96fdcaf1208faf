import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../lib/choices.ts'
import { tagList } from '../lib/tagQueries.ts'
import { nameOfTag } from '../lib/tags.ts'

/** Input for tags. Suggestions are shown only while the user is typing, so that they do not cover other fields. */
export function TagsField(props: Omit<TagsInputProps, 'data'>) {
  const [search, setSearch] = useState('')
  const known = choicesOf(useQuery(tagList))
  return (
    <TagsInput
      acceptValueOnBlur
      {...props}
      data={search.trim() === '' ? [] : known.map(nameOfTag)}
      onSearchChange={setSearch}
    />
  )
}
