import { translator } from '../../../../messages/messages.ts'

/** Texts about files that manage a flag. */
const messages = {
  'badge.by': 'Managed by {owner}, {file}',
  'badge.more': 'Managed by {owner} and {count, plural, one {# other} other {# others}}',
  'aside.title': 'Managed by files',
  'aside.owner': 'Owner',
  'aside.file': 'File',
  'aside.applied': 'Applied',
  'aside.appliedAt': '{commit}, {age}',
  'aside.definition': 'Definition',
  'aside.note': 'Changing a managed field here is reported as drift.',
  'aside.locked': 'Managed fields are locked: change the file. You can always turn the flag off.',
  'card.locked': 'Locked by {file}: {fields}. Change the file instead.',
  'card.note': 'Managed by {file}: {fields}. A change here is reported as drift.',
  'drift.title': '{place} differs from {file}',
  'drift.flag': 'The flag',
  'drift.changed': '{actor} changed it {age}. Files keep what people changed and report it as drift.',
  'drift.unknown': 'Files keep what people changed and report it as drift.',
  'drift.switch': 'The file says {file}, the flag is {present}.',
  'drift.fields': 'Changed: {fields}.',
  'drift.on': 'on',
  'drift.off': 'off',
  'field.type': 'type',
  'field.description': 'description',
  'field.impressionData': 'impression data',
  'field.stale': 'stale',
  'field.tags': 'tags',
  'field.links': 'links',
  'field.dependencies': 'dependencies',
  'field.enabled': 'on/off state',
  'field.rules': 'rules',
  'field.variants': 'variants',
} as const

export const t = translator(messages)
