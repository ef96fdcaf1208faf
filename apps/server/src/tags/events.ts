import type { TagType } from '@flagstaff/contract/tags'
import type { NewEvent } from '../platform/write.ts'
import type { Tag } from './rules.ts'

/** Applications can ask for the flags with a tag. */
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

/** The type as the log keeps it. Its version is no part of it: an event with nothing new is dropped. */
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
