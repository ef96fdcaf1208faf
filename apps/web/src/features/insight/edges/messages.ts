import { translator } from '../../../messages/messages.ts'

/** Texts of the edges page. */
const messages = {
  title: 'Edges',
  admin: 'Administration',
  count: '{count, plural, one {# edge} other {# edges}}',
  late: '{count, plural, one {# behind} other {# behind}}',
  name: 'Edge',
  environment: 'Environment',
  state: 'State',
  revision: 'Revision',
  instances: 'SDKs',
  streams: 'Streams',
  load: 'CPU, memory',
  started: 'Started',
  reported: 'Last report',
  current: 'Up to date',
  behind: '{count, plural, one {# revision behind} other {# revisions behind}}',
  empty: 'No flags yet',
  version: 'v{version}',
  parent: 'behind {parent}',
  instancesShort: '{count, plural, one {# SDK} other {# SDKs}}',
  memory: '{megabytes, number} MB',
  disconnect: 'Disconnect all streams',
  'disconnect.title': 'Disconnect all streams?',
  'disconnect.text':
    'Every server and edge closes its streams within ten seconds. Clients reconnect by themselves and get what they missed.',
  'disconnect.done': 'Streams are being disconnected',
  unknown: '–',
  none: 'No edges connected',
  noneText:
    'An edge serves flags from memory close to your applications, even while this server is down. It needs this server’s URL and a backend token for each environment:',
  how: 'How to start an edge',
  shell: 'Shell',
  docker: 'Docker',
} as const

export const t = translator(messages)
