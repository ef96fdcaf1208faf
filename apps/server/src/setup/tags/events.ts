import type { TagType } from '@flagstaff/contract/tags'
import type { NewEvent } from '../../platform/write/write.ts'
import type { Tag } from './rules.ts'

/** Applications can filter flags by tag, so the flags are published again. */
const touches = (flags: readonly string[]) => flags.map((name) => ({ kind: 'flag' as const, name }))

export const tagCreated = (tag: Tag, flags: readonly string[] = []): NewEvent => ({
  type: 'tag-created',
  data: tag,
  touches: touches(flags),
})

export const tagDeleted = (tag: Tag, flags: readonly string[]): NewEvent => ({
  type: 'tag-deleted',
  preData: tag,
  touches: touches(flags),
})

/** The tag type as recorded in events. The version is omitted, since an event without differences is dropped. */
const described = ({ name, description, icon, color }: TagType) => ({ name, description, icon, color })

export const tagTypeCreated = (type: TagType, flags: readonly string[] = []): NewEvent => ({
  type: 'tag-type-created',
  data: described(type),
  touches: touches(flags),
})

export const tagTypeUpdated = (before: TagType, type: TagType): NewEvent => ({
  type: 'tag-type-updated',
  data: described(type),
  preData: described(before),
})

export const tagTypeDeleted = (type: TagType, flags: readonly string[]): NewEvent => ({
  type: 'tag-type-deleted',
  preData: described(type),
  touches: touches(flags),
})
