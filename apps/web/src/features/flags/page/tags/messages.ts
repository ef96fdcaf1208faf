import { translator } from '../../../../messages/messages.ts'

/** Texts about the tags of a flag. */
const messages = {
  'tags.label': 'Tags',
  'tags.add': 'Add tag',
  'tags.new': 'New tag',
  'tags.hint': 'payments, or type:value',
  'tags.short': 'A tag has 2 to 50 characters.',
  'tags.has': '{flag} already has this tag.',
  'tags.key': 'Tag the flag',
  'done.tagged': '{flag} tagged {tag}',
  'done.untagged': 'Tag {tag} removed from {flag}',
} as const

export const t = translator(messages)
