import type { Tag } from '@flagstaff/contract/common'
import type { Tags, TagTypes } from '@flagstaff/contract/tags'
import { queryOptions } from '@tanstack/react-query'
import { read } from './api.ts'

export const tagList = queryOptions({
  queryKey: ['tag', 'list'],
  queryFn: async ({ signal }) => (await read<Tags>('/api/admin/tags', signal)).tags,
})

export const tagTypeList = queryOptions({
  queryKey: ['tag-type', 'list'],
  // Flags change how often it is used without touching it.
  staleTime: 0,
  queryFn: async ({ signal }) => (await read<TagTypes>('/api/admin/tag-types', signal)).tagTypes,
})

/** The type that goes without saying. */
const plain = 'simple'

type Key = Pick<Tag, 'type' | 'value'>

export const nameOfTag = ({ type, value }: Key): string => (type === plain ? value : `${type}:${value}`)

export const isSameTag = (one: Key, other: Key) => one.type === other.type && one.value === other.value

/** As people write it: `value`, or `type:value`. */
export function readTag(text: string): Key {
  const [type = '', ...rest] = text.split(':')
  const value = rest.join(':').trim()
  return type.trim() && value ? { type: type.trim(), value } : { type: plain, value: text.trim() }
}
