import { translator } from '../../../../messages/messages.ts'

/** Texts about dependencies and links on the flag page. */
const messages = {
  'needs.title': 'Depends on',
  'needs.none': 'No dependencies.',
  'needs.neededBy': 'Required by',
  'needs.add': 'Add a dependency',
  'needs.edit': 'Edit the dependency on {parent}',
  'needs.children': 'Other flags depend on {flag}, so it can’t have a parent itself.',
  'needs.on': 'is on',
  'needs.off': 'is off',
  'needs.gives': 'gives {variants}',

  'dependency.new': 'Add a dependency to {flag}',
  'dependency.edit': 'Dependency of {flag}',
  'dependency.parent': 'Parent',
  'dependency.parentHint': 'A flag in this project that has no parent itself.',
  'dependency.nobody': 'No flag in this project can be its parent.',
  'dependency.state': 'Required state',
  'dependency.on': 'On',
  'dependency.off': 'Off',
  'dependency.variants': 'Required variants',
  'dependency.anyVariant': 'any variant',
  'dependency.sentenceOn': '<b>{flag}</b> is off wherever <b>{parent}</b> is off.',
  'dependency.sentenceOff': '<b>{flag}</b> is off wherever <b>{parent}</b> is on.',
  'dependency.sentenceGives': '<b>{flag}</b> is off wherever <b>{parent}</b> does not give {variants}.',
  'dependency.inProduction': 'This applies to every environment at once, including production.',
  'dependency.add': 'Add dependency',
  'dependency.save': 'Save dependency',
  'dependency.remove': 'Remove dependency',
  'dependency.saved': '{flag} depends on {parent}',
  'dependency.removed': '{flag} no longer depends on {parent}',

  'links.title': 'Links',
  'links.none': 'No links yet.',
  'links.add': 'Add a link',
  'links.edit': 'Edit the link {title}',
  'links.full': 'A flag can have {count, number} links. Remove one first.',

  'link.new': 'Add a link to {flag}',
  'link.change': 'Link of {flag}',
  'link.url': 'URL',
  'link.urlHint': 'An issue, a design or a dashboard.',
  'link.title': 'Title',
  'link.titleHint': 'Shown instead of the URL.',
  'link.add': 'Add link',
  'link.save': 'Save link',
  'link.remove': 'Remove link',
  'link.added': 'Link added to {flag}',
  'link.saved': 'Link of {flag} saved',
  'link.removed': 'Link of {flag} removed',
} as const

export const t = translator(messages)
export const richTexts = messages
