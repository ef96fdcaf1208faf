import type { Tag } from '@flagstaff/contract/common'
import { DEFAULT_TAG_TYPE, nameOfTag } from '@flagstaff/contract/tag-names'

export { nameOfTag }

type Key = Pick<Tag, 'type' | 'value'>

export const isSameTag = (one: Key, other: Key) => one.type === other.type && one.value === other.value

/** Parses `value` or `type:value`. */
export function readTag(text: string): Key {
  const [type = '', ...rest] = text.split(':')
  const value = rest.join(':').trim()
  return type.trim() && value ? { type: type.trim(), value } : { type: DEFAULT_TAG_TYPE, value: text.trim() }
}
