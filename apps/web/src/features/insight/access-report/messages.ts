import { translator } from '../../../messages/messages.ts'

/** Texts of the access report. */
const messages = {
  admin: 'Administration',
  title: 'Access report',
  purpose:
    'Who can change flags, approve or apply change requests, skip reviews, or turn them off. By default in production.',
  facts: '{count, plural, one {# row} other {# rows}}',
  csv: 'Download CSV',
  day: 'Day',
  now: 'Show current access',
  environment: 'Environment',
  production: 'Production environments',
  project: 'Project',
  allProjects: 'All projects',
  nothingFound: 'Nothing found',
  current: 'Current access, {at}.',
  stored: 'Access as verified on {at}.',
  inexact:
    '{count, plural, one {# event} other {# events}} that can change access happened between then and the end of the chosen day. The report does not contain {count, plural, one {it} other {them}}.',
  since: 'Access is stored since {day}.',
  notYet:
    'The first stored state is created within an hour after the start. Until then, only current access is known.',
  noReport: 'No report for {day}',
  noReportText: 'Access reports exist from {first} until today.',
  noReportYet: 'Access reports exist from today. Earlier access was not stored.',
  chooseFirst: 'Show {first}',
  empty: 'Nobody has access here',
  account: 'Account',
  place: 'Project and environment',
  change: 'Change',
  approve: 'Approve',
  apply: 'Apply',
  skip: 'Skip review',
  unprotect: 'End reviews',
  through: 'Through',
  'kind.user': 'Account',
  'kind.service-account': 'Service account',
  'kind.admin-token': 'Admin token',
  yes: 'Yes',
  no: 'No',
  group: '{role} through {group}',
  reviewed: 'reviewed',
  previous: 'Previous rows',
  next: 'Next rows',
} as const

export const t = translator(messages)
