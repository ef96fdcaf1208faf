import { translator } from './messages.ts'

/** Texts of the navigation of the administration pages. */
const messages = {
  'admin.title': 'Administration',
  'admin.overview': 'Overview',
  'admin.people': 'People',
  'admin.users': 'Users',
  'admin.groups': 'Groups',
  'admin.roles': 'Roles',
  'admin.service': 'Service accounts',
  'admin.sessions': 'Sessions',
  'admin.logins': 'Login history',
  'admin.accessReport': 'Access report',
  'admin.access': 'Access',
  'admin.tokens': 'API tokens',
  'admin.scim': 'SCIM',
  'admin.cors': 'CORS origins',
  'admin.mcp': 'AI assistants (MCP)',
  'admin.signIn': 'Sign-in',
  'admin.oidc': 'OpenID Connect',
  'admin.saml': 'SAML 2.0',
  'admin.password': 'Passwords',
  'admin.instance': 'Instance',
  'admin.banners': 'Banners',
  'admin.statistics': 'Statistics',
  'admin.doctor': 'Doctor',
  'admin.eventLog': 'Event log storage',
  'admin.maintenance': 'Maintenance',
  'admin.sample': 'Context sampling',
  'admin.network': 'Network',
  'admin.edges': 'Edges',
  'admin.impact': 'Impact metrics',
  'admin.move': 'Move from Unleash',
} as const

export const t = translator(messages)
