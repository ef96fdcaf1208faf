import type { Tag } from '@flagstaff/contract/common'

/** The type that goes without saying. */
const plain = 'simple'

type Key = Pick<Tag, 'type' | 'value'>

/** Reads as it was written. */
export const nameOfTag = ({ type, value }: Key): string =>
  type === plain && !value.includes(':') ? value : `${type}:${value}`

export const isSameTag = (one: Key, other: Key) => one.type === other.type && one.value === other.value

/** As people write it: `value`, or `type:value`. */
export function readTag(text: string): Key {
  const [type = '', ...rest] = text.split(':')
  const value = rest.join(':').trim()
  return type.trim() && value ? { type: type.trim(), value } : { type: plain, value: text.trim() }
}
