import { translator } from '../../messages/messages.ts'

/** What the screens about applications say. */
const messages = {
  'apps.title': 'Applications',
  'apps.projects': 'Projects',
  'apps.inProject': 'Applications of {name}',
  'apps.count': '{count, plural, one {# application} other {# applications}}',
  'apps.filter': 'Filter applications',
  'apps.unknown': 'Unknown flags',
  'apps.name': 'Application',
  'apps.seenIn': 'Seen in',
  'apps.where': 'Projects',
  'apps.allProjects': 'all projects',
  'apps.sdk': 'SDK',
  'apps.outdated': 'outdated',
  'apps.instances': 'Instances',
  'apps.seen': 'Last seen',
  'apps.empty': 'No application has been seen yet',
  'apps.emptyText':
    'An application appears here by itself when its SDK starts with a token of this server. Nothing has to be entered.',
  'apps.emptyProject': 'No application of this project has been seen yet',
  'apps.emptyProjectText':
    'Here stand those with a token of this project, and those that asked for one of its flags in the last two days.',
  'apps.tokens': 'API tokens',
  'page.range': '{from, number}–{to, number} of {total, number}',
  'page.label': 'Pages',
  'page.before': 'Previous page',
  'page.after': 'Next page',

  'tab.label': 'Parts of the application',
  'tab.overview': 'Overview',
  'tab.instances': 'Instances',
  'tab.settings': 'Settings',
  'app.seen': 'last seen {age}',
  'app.first': 'first seen {day}',
  'app.flags': '{count, plural, one {# flag} other {# flags}}',

  'issues.title': 'What to look at',
  'issues.none': 'Nothing stands out.',
  'issues.flag': '<b>{name}</b> does not exist here',
  'issues.flagText':
    'It asks for this flag in {environments} and gets the fallback of its code. Create the flag, or take it out of the code.',
  'issues.create': 'Create this flag',
  'issues.strategy': 'The strategy <b>{name}</b> does not exist here',
  'issues.strategyText': 'The application can decide by it, but no rule can use it before it is defined.',
  'issues.define': 'Define it',
  'issues.sdk': '<b>{sdk}</b> is older than advised',
  'issues.sdkText':
    'Seen in {environments}. Update the SDK in the application, so that all flags are decided the same way everywhere.',
  'issues.who': 'See who has it',

  'environments.title': 'Environments',
  'environments.name': 'Environment',
  'environments.none': 'No instance was seen in the last day.',
  'environments.count': '{count, plural, one {# instance} other {# instances}}',
  'flags.title': 'Flags evaluated in the last two days',
  'flags.none': 'None that you may see.',
  'flags.name': 'Flag',
  'flags.project': 'Project',
  'flags.stale': 'stale',
  'flags.archived': 'archived',

  'instances.environment': 'Environment',
  'instances.id': 'Instance',
  'instances.address': 'Address',
  'instances.none': 'No instance was seen in {environment} in the last day',
  'instances.noneText': 'SDKs tell of themselves when they start and with every report.',
  'instances.note': 'Seen in the last day.',

  'settings.about': 'About the application',
  'settings.description': 'Description',
  'settings.url': 'Address',
  'settings.urlHint': 'Where it runs, or where its code is.',
  'settings.badUrl': 'An address begins with http:// or https://.',
  'settings.end': 'Forget the application',
  'settings.endText':
    'It goes with its instances, and what was written about it. One that still runs comes back with its next report.',
  'settings.delete': 'Delete {name}',
  'settings.deleteTitle': 'Delete {name}?',
  'settings.deleteLabel': 'Delete application',
  'done.saved': '{name} saved',
  'done.deleted': '{name} deleted',
} as const

export const t = translator(messages)
export const texts = messages
