export { insertFlagTags, removeFlagTags } from './queries.ts'
export { normalTags, type Tag, withoutTags } from './rules.ts'
export { acceptTags, storeTags } from './verbs.ts'
