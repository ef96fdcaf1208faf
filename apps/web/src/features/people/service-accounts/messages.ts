import { translator } from '../../../messages/messages.ts'

/** Texts of the service account pages. */
const messages = {
  'service.admin': 'Administration',
  'service.title': 'Service accounts',
  'service.count': '{count, plural, one {# account} other {# accounts}}',
  'service.new': 'New service account',
  'service.filter': 'Filter service accounts',
  'service.text':
    'For scripts and pipelines: an account with a role and tokens, but no password or email address. Its actions appear in the event log under its name.',
  'service.empty': 'No service accounts yet',
  'service.name': 'Name',
  'service.nameHint': 'Describe its purpose.',
  'service.nameMissing': 'Enter a name.',
  'service.username': 'Username',
  'service.usernameHint': 'Shown in the event log. It can’t be changed later.',
  'service.usernameMissing': 'Enter a username.',
  'service.role': 'Role',
  'service.tokens': 'Tokens',
  'service.noTokens': 'none',
  'service.tokenCount': '{count, plural, one {# token} other {# tokens}}',
  'service.seen': 'Last used',
  'service.never': 'never',
  'service.expires': 'Next expiry',
  'service.created': 'Service account {name} created',
  'service.saved': 'Service account {name} saved',
  'service.deleted': 'Service account {name} deleted',
  'service.create': 'Create service account',
  'service.save': 'Save service account',
  'service.edit': 'Edit service account',
  'service.permissions': 'Show permissions',
  'service.editTitle': 'Edit {name}',
  'service.manage': 'Tokens',
  'service.delete': 'Delete service account',
  'service.deleteTitle': 'Delete {name}?',
  'service.deleteText':
    'This deletes the account and its tokens, and whatever uses them stops working. Its actions stay in the event log. This can’t be undone.',
  'service.tokensTitle': 'Tokens of {name}',
  'service.newToken': 'New token',
  'service.tokenTitle': 'New token of {name}',
  'service.tokenText':
    'A token has the permissions of its service account. You can create up to ten, each with an expiry date.',
  'service.tokenDeleted': 'Token {name} deleted',
  'service.tokensEmpty': 'No tokens yet. The account can’t be used without one.',
} as const

export const t = translator(messages)
