import { translator } from '../../../messages/messages.ts'

const messages = {
  title: 'Event log storage',
  admin: 'Administration',
  purpose:
    'The event log is stored in parts of 5 million events. You can export old parts to files and then remove them from the database.',
  size: '{events} events, {bytes}',
  megabytes: '{size} MB',
  gigabytes: '{size} GB',
  'bar.part': 'Events {first} to {last}: {bytes}',
  'bar.removed': 'Events {first} to {last}: removed',
  events: 'Events',
  span: '{first} – {last}',
  period: 'From – to',
  stored: 'Size',
  'state.open': 'Receives new events',
  'state.full': 'Full',
  removable: 'You can remove it.',
  'state.checking': 'Comparing with the file: {checked} of {events}',
  'state.removing': 'Removing',
  actions: 'Actions',
  export: 'Export',
  exportPart: 'Export events {first} to {last}',
  remove: 'Remove',
  removePart: 'Remove events {first} to {last}',
  'remove.title': 'Remove old events?',
  'remove.text':
    'Events {first} to {last} are permanently removed from the database. The event log, time travel and reverting then start after them. Flags and everything else stay as they are.',
  'remove.file': 'You need the exported file. It will be the only copy of these events.',
  'remove.command': 'Run this in the folder of the file, and paste the result:',
  'remove.copy': 'command',
  'remove.sha': 'SHA-256 of the uncompressed file',
  'remove.invalid': 'A SHA-256 has 64 digits from 0 to 9 and a to f.',
  'remove.do': 'Remove events',
  'remove.started': 'Removal started. The server first compares the events with the file.',
  removed: 'Removed parts',
  'removed.at': 'Removed',
  'removed.sha': 'SHA-256',
  'removed.none': 'In progress',
} as const

export const t = translator(messages)
