import { translator } from '../../messages/messages.ts'

/** What the pages about the installation say. */
const messages = {
  'admin.title': 'Administration',
  'admin.overview': 'Overview',
  'admin.people': 'People',
  'admin.users': 'Users',
  'admin.access': 'Access',
  'admin.tokens': 'API tokens',
  'admin.cors': 'CORS origins',
  'admin.instance': 'Instance',
  'admin.maintenance': 'Maintenance',
  'admin.edges': 'Edges',

  'home.state': 'State',
  'home.version': 'Version',
  'home.address': 'Address',
  'home.addressHint': 'As set for this server; links in messages begin with it.',
  'home.revision': 'Revision',
  'home.database': 'Database',
  'home.delivery': 'Delivery of flags',
  'home.good': 'works',
  'home.held': 'What there is',
  'home.thing': 'Thing',
  'home.count': 'Number',
  'home.limit': 'At most',
  'home.projects': 'Projects',
  'home.flags': 'Flags',
  'home.environments': 'Environments',
  'home.segments': 'Segments',
  'home.fields': 'Context fields',
  'home.unlimited': 'no limit',

  'cors.title': 'CORS origins',
  'cors.origins': 'Origins',
  'cors.text':
    'Web pages of these origins may call the frontend API. An origin is scheme, host and port, such as https://shop.example. * allows all.',
  'cors.label': 'Allowed origins, one a line',
  'cors.added': '{count, plural, one {# origin added} other {# origins added}}',
  'cors.removed': '{count, plural, one {# origin removed} other {# origins removed}}',
  'cors.saved': 'Allowed origins saved',
  'cors.test': 'Try an origin',
  'cors.testLabel': 'An origin',
  'cors.allowed': 'allowed',
  'cors.refused': 'refused',
  'cors.invalid': 'This is not an origin.',
  'cors.wrong': '"{origin}" is not an origin such as https://example.com, nor *.',

  'maintenance.title': 'Maintenance',
  'maintenance.mode': 'Maintenance mode',
  'maintenance.text':
    'While it is on, nothing can be changed: not here, not through the API. Flags are served, usage is counted, and people sign in as always.',
  'maintenance.isOn': 'On: nothing can be changed.',
  'maintenance.isOff': 'Off: everything works as usual.',
  'maintenance.turnOn': 'Pause all changes',
  'maintenance.turnOff': 'Allow changes again',
  'maintenance.askOn': 'Pause all changes?',
  'maintenance.askOff': 'Allow changes again?',
  'maintenance.nowOn': 'Maintenance mode is on',
  'maintenance.nowOff': 'Maintenance mode is off',
} as const

export const t = translator(messages)
