import { translator } from '../../../messages/messages.ts'

/** Texts of the tag type pages. */
const messages = {
  'types.title': 'Tag types',
  'types.text':
    'A tag has a type and a value, such as team:checkout. The type groups its values and gives them a colour.',
  'types.count': '{count, plural, one {# type} other {# types}}',
  'types.new': 'New tag type',
  'types.name': 'Name',
  'types.nameHint': 'The part before the colon. It can’t be changed later.',
  'types.nameMissing': 'Enter a name.',
  'types.description': 'Description',
  'types.icon': 'Icon',
  'types.iconHint': 'One or two letters. Optional.',
  'types.colour': 'Colour',
  'types.colourHint': 'A dot before every tag of this type.',
  'types.used': 'Used in',
  'types.uses': '{flags, plural, one {# flag} other {# flags}}',
  'types.unused': 'not used',
  'types.empty': 'No tag types',
  'types.emptyText': 'Tags need a type.',
  'types.saved': 'Tag type {name} saved',
  'types.deleted': 'Tag type {name} deleted',
  'types.edit': 'Edit tag type',
  'types.delete': 'Delete tag type',
  'types.deleteTitle': 'Delete {name}?',
  'types.deleteText':
    '{flags, plural, =0 {No flag has a tag of this type.} one {# flag loses its tags of this type.} other {# flags lose their tags of this type.}} You can undo this.',
  'types.needed': 'Tags without a type get this one.',
  'types.create': 'Create tag type',
  'types.save': 'Save tag type',
  'types.what': 'Details',
  'types.looks': 'Preview',
  'types.value': 'value',
  'types.none': 'none',

  'colour.none': 'No colour',
  'colour.grey': 'Grey',
  'colour.sea': 'Sea',
  'colour.blue': 'Blue',
  'colour.indigo': 'Indigo',
  'colour.violet': 'Violet',
  'colour.pink': 'Pink',
  'colour.red': 'Red',
  'colour.amber': 'Amber',
  'colour.olive': 'Olive',
  'colour.green': 'Green',
  'colour.teal': 'Teal',
} as const

export const t = translator(messages)
