import { translator } from '../../../messages/messages.ts'

/** Texts of release templates, and of the track that shows milestones. */
const messages = {
  'templates.title': 'Release templates',
  'templates.text':
    'Rollouts that you use again and again: milestones with rules, and when the next one starts. A flag that uses a template gets its own copy as a release plan.',
  'templates.projectText': 'Templates that only flags of {project} can use.',
  'templates.count': '{count, number} of {limit, number}',
  'templates.new': 'New template',
  'templates.edit': 'Edit template',
  'templates.shared': 'Templates for all projects',
  'templates.name': 'Name',
  'templates.milestones': 'Milestones',
  'templates.used': 'Used by',
  'templates.usedBy': '{count, plural, one {# flag} other {# flags}}',
  'templates.unused': 'Not used',
  'templates.none': 'No milestones',
  'templates.show': 'Show',
  'templates.active': 'Active',
  'templates.archived': 'Archived',
  'templates.noArchived': 'No archived templates',
  'templates.noArchivedText': 'Templates that you archive are listed here. You can bring them back.',

  'templates.empty': 'No release templates yet',
  'templates.emptyProject': 'No release templates in this project yet',
  'templates.emptyText':
    'A template describes a careful rollout once: who gets the flag first, who next, and how long to wait in between. Start with four steps, one day each, and change what you need.',
  'templates.useSteps': 'Start with 1 %, 10 %, 50 %, 100 %',
  'templates.stepsName': 'Careful rollout',
  'templates.stepsText': '1 %, 10 %, 50 % and 100 %, a day each',

  'templates.archive': 'Archive template',
  'templates.archiveTitle': 'Archive {name}?',
  'templates.archiveText':
    'It is no longer offered for flags. Release plans that were made from it go on. You can revive it later.',
  'templates.revive': 'Revive template',
  'templates.delete': 'Delete template',
  'templates.deleteTitle': 'Delete {name}?',
  'templates.deleteText':
    'Release plans that were made from it go on. Archive it instead if you may need it again.',
  'done.saved': 'Template {name} saved',
  'done.archived': 'Template {name} archived',
  'done.revived': 'Template {name} revived',
  'done.deleted': 'Template {name} deleted',

  'after.exposures': '{count, plural, one {until on # time} other {until on # times}}',
  'after.hand': 'until someone starts the next',
  'after.last': 'last milestone',
  'track.label': 'Milestones',
  'track.done': 'done',
  'track.running': 'running',
} as const

export const t = translator(messages)
