import { translator } from '../../../messages/messages.ts'

/** What is said when flags go to another project. */
const messages = {
  title: '{count, plural, one {Move {name} to another project} other {Move # flags to another project}}',
  target: 'New project',
  nowhere: 'There is no other project you may move flags to.',
  line: '{name} · {from} → {to}',
  more: '{count, plural, one {and # more} other {and # more}}',
  stays: 'Rules, switches, variants, links, tags and counts stay as they are.',
  losing:
    '{count, plural, one {# API token reads} other {# API tokens read}} {from} but not {to}: applications with {count, plural, one {it} other {them}} get the fallback in their code.',
  gaining:
    '{count, plural, one {# API token reads} other {# API tokens read}} {to} but not {from}: applications with {count, plural, one {it} other {them}} begin to get {flags, plural, one {the flag} other {the flags}}.',
  unnoticed: 'No API token reads only one of the two projects, so no application notices.',
  obstacles: 'Fix before moving:',
  checking: 'Looking at what that would mean…',
  do: 'Move to {to}',
  done: '{count, plural, one {{name} is in {to} now} other {# flags are in {to} now}}',

  'card.title': 'Project',
  'card.text': 'The flag is in {project}. Its rules stay as they are when it moves.',
  'card.do': 'Move to another project…',
  several: 'The flags are in several projects. Choose those of one.',
} as const

export const t = translator(messages)
