import { translator } from '../../../messages/messages.ts'

/** Texts of the screens for applications. */
const messages = {
  'apps.title': 'Applications',
  'apps.projects': 'Projects',
  'apps.inProject': 'Applications in {name}',
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
  'apps.empty': 'No applications yet',
  'apps.emptyText':
    'Applications appear here when their SDK first connects with an API token. You don’t need to add them.',
  'apps.emptyProject': 'No applications in this project yet',
  'apps.emptyProjectText':
    'Shows applications with a token for this project, and those that evaluated one of its flags in the last two days.',
  'apps.tokens': 'API tokens',
  'page.range': '{from, number}–{to, number} of {total, number}',
  'page.label': 'Pages',
  'page.before': 'Previous page',
  'page.after': 'Next page',

  'tab.label': 'Application sections',
  'tab.overview': 'Overview',
  'tab.instances': 'Instances',
  'tab.settings': 'Settings',
  'app.seen': 'last seen {age}',
  'app.first': 'first seen {day}',
  'app.flags': '{count, plural, one {# flag} other {# flags}}',

  'issues.title': 'Issues',
  'issues.none': 'No issues found.',
  'issues.flag': '<b>{name}</b> doesn’t exist',
  'issues.flagText':
    'The application evaluates this flag in {environments} and gets the default value from its code. Create the flag, or remove it from the code.',
  'issues.create': 'Create flag',
  'issues.strategy': 'The strategy <b>{name}</b> doesn’t exist',
  'issues.strategyText': 'The application supports it, but rules can’t use it until you define it.',
  'issues.define': 'Define strategy',
  'issues.sdk': '<b>{sdk}</b> is outdated',
  'issues.sdkText':
    'Seen in {environments}. Update the SDK, so that every application evaluates flags the same way.',
  'issues.who': 'Show instances',

  'environments.title': 'Environments',
  'environments.name': 'Environment',
  'environments.none': 'No instance was seen in the last day.',
  'environments.count': '{count, plural, one {# instance} other {# instances}}',
  'flags.title': 'Flags evaluated in the last two days',
  'flags.none': 'None that you have access to.',
  'flags.name': 'Flag',
  'flags.project': 'Project',
  'flags.stale': 'stale',
  'flags.archived': 'archived',

  'instances.environment': 'Environment',
  'instances.id': 'Instance',
  'instances.address': 'IP address',
  'instances.none': 'No instance was seen in {environment} in the last day',
  'instances.noneText': 'SDKs report themselves when they start and with each metrics report.',
  'instances.note': 'Seen in the last day.',

  'settings.about': 'About the application',
  'settings.description': 'Description',
  'settings.url': 'URL',
  'settings.urlHint': 'Where it runs, or where its code is.',
  'settings.badUrl': 'Enter a URL that starts with http:// or https://.',
  'settings.end': 'Delete application',
  'settings.endText':
    'Deletes the application, its instances and its description. If it’s still running, it reappears with its next report.',
  'settings.delete': 'Delete {name}',
  'settings.deleteTitle': 'Delete {name}?',
  'settings.deleteLabel': 'Delete application',
  'done.saved': '{name} saved',
  'done.deleted': '{name} deleted',
} as const

export const t = translator(messages)
export const texts = messages
