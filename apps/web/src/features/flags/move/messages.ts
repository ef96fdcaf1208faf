import { translator } from '../../../messages/messages.ts'

/** Texts for moving flags. */
const messages = {
  title: '{count, plural, one {Move {name} to another project} other {Move # flags to another project}}',
  target: 'New project',
  nowhere: 'There is no other project you can move flags to.',
  line: '{name} · {from} → {to}',
  more: '{count, plural, one {and # more} other {and # more}}',
  stays: 'Rules, state, variants, links, tags and metrics stay as they are.',
  losing:
    '{count, plural, one {# API token reads} other {# API tokens read}} {from} but not {to}. Applications using {count, plural, one {it} other {them}} get the default value from their code.',
  gaining:
    '{count, plural, one {# API token reads} other {# API tokens read}} {to} but not {from}. Applications using {count, plural, one {it} other {them}} start to receive {flags, plural, one {the flag} other {the flags}}.',
  unnoticed: 'No API token reads only one of the two projects, so no application is affected.',
  obstacles: 'Fix before moving:',
  checking: 'Checking the effects…',
  do: 'Move to {to}',
  done: '{count, plural, one {{name} moved to {to}} other {# flags moved to {to}}}',

  'card.title': 'Project',
  'card.text': 'The flag is in {project}. Its rules stay as they are when it moves.',
  'card.do': 'Move to another project…',
} as const

export const t = translator(messages)
