import { translator } from '../../messages/messages.ts'

/** Texts of the overview, CORS and maintenance pages. */
const messages = {
  'home.state': 'State',
  'home.version': 'Version',
  'home.address': 'URL',
  'home.revision': 'Revision',
  'home.database': 'Database',
  'home.delivery': 'Flag delivery',
  'home.good': 'Healthy',
  'home.held': 'Usage',
  'home.thing': 'Resource',
  'home.count': 'Count',
  'home.limit': 'Limit',
  'home.projects': 'Projects',
  'home.flags': 'Flags',
  'home.environments': 'Environments',
  'home.segments': 'Segments',
  'home.fields': 'Context fields',
  'home.unlimited': 'No limit',

  'cors.title': 'CORS origins',
  'cors.origins': 'Origins',
  'cors.text':
    'Web pages from these origins can call the frontend API. An origin is scheme, host and port, such as https://shop.example. * allows all.',
  'cors.label': 'Allowed origins, one per line',
  'cors.added': '{count, plural, one {# origin added} other {# origins added}}',
  'cors.removed': '{count, plural, one {# origin removed} other {# origins removed}}',
  'cors.saved': 'Allowed origins saved',
  'cors.test': 'Test an origin',
  'cors.testLabel': 'Origin',
  'cors.allowed': 'allowed',
  'cors.refused': 'denied',
  'cors.invalid': 'This isn’t an origin.',
  'cors.wrong': '"{origin}" isn’t * or an origin such as https://example.com.',

  'maintenance.title': 'Maintenance',
  'maintenance.mode': 'Maintenance mode',
  'maintenance.text':
    'Maintenance mode blocks all changes, here and through the API. Flags are still served, metrics are still collected, and people can sign in.',
  'maintenance.isOn': 'On: changes are blocked.',
  'maintenance.isOff': 'Off: changes are allowed.',
  'maintenance.turnOn': 'Pause all changes',
  'maintenance.turnOff': 'Allow changes again',
  'maintenance.askOn': 'Pause all changes?',
  'maintenance.askOff': 'Allow changes again?',
  'maintenance.nowOn': 'Maintenance mode is on',
  'maintenance.nowOff': 'Maintenance mode is off',
} as const

export const t = translator(messages)
