export { insertFlagTags, removeFlagTags } from './queries.ts'
export { normalTags, type Tag, withoutTags } from './rules.ts'
export { createTagType, deleteTagType, updateTagType } from './types/commands.ts'
export { acceptTags, storeTags } from './verbs.ts'
