import { translator } from '../../../../messages/messages.ts'

/** What the page of a flag says of other flags and other places. */
const messages = {
  'needs.title': 'Depends on',
  'needs.none': 'No other flag.',
  'needs.neededBy': 'Needed by',
  'needs.add': 'Add a dependency',
  'needs.edit': 'Change the dependency on {parent}',
  'needs.children': 'Other flags depend on {flag}, so it cannot depend on one itself.',
  'needs.on': 'is on',
  'needs.off': 'is off',
  'needs.gives': 'gives {variants}',

  'dependency.new': 'Let {flag} depend on another flag',
  'dependency.edit': 'Dependency of {flag}',
  'dependency.parent': 'Parent',
  'dependency.parentHint': 'A flag of this project that depends on no other one.',
  'dependency.nobody': 'No flag of this project can be its parent.',
  'dependency.state': 'It must be',
  'dependency.on': 'On',
  'dependency.off': 'Off',
  'dependency.variants': 'And give one of these variants',
  'dependency.anyVariant': 'any variant',
  'dependency.sentenceOn': '<b>{flag}</b> is off wherever <b>{parent}</b> is off.',
  'dependency.sentenceOff': '<b>{flag}</b> is off wherever <b>{parent}</b> is on.',
  'dependency.sentenceGives': '<b>{flag}</b> is off wherever <b>{parent}</b> does not give {variants}.',
  'dependency.inProduction': 'It holds in every environment at once, production included.',
  'dependency.add': 'Add dependency',
  'dependency.save': 'Save dependency',
  'dependency.remove': 'Remove dependency',
  'dependency.saved': '{flag} depends on {parent}',
  'dependency.removed': '{flag} does not depend on {parent} any more',

  'links.title': 'Links',
  'links.none': 'None yet.',
  'links.add': 'Add a link',
  'links.edit': 'Change the link {title}',
  'links.full': 'A flag has at most {count, number} links. Remove one first.',

  'link.new': 'Link {flag} to a page',
  'link.change': 'Link of {flag}',
  'link.url': 'Address',
  'link.urlHint': 'Of an issue, a design, a dashboard.',
  'link.title': 'Title',
  'link.titleHint': 'Shown instead of the address.',
  'link.add': 'Add link',
  'link.save': 'Save link',
  'link.remove': 'Remove link',
  'link.added': 'Link added to {flag}',
  'link.saved': 'Link of {flag} saved',
  'link.removed': 'Link of {flag} removed',
} as const

export const t = translator(messages)
export const richTexts = messages
