import { translator } from '../../messages/messages.ts'

/** What the screens about service accounts say. */
const messages = {
  'service.admin': 'Administration',
  'service.title': 'Service accounts',
  'service.count': '{count, plural, one {# account} other {# accounts}}',
  'service.new': 'New service account',
  'service.filter': 'Filter service accounts',
  'service.text':
    'For scripts and pipelines: it has a role and tokens, but neither a password nor an address. The event log shows what it did under its own name.',
  'service.empty': 'No service accounts yet',
  'service.name': 'Name',
  'service.nameHint': 'What it is for.',
  'service.nameMissing': 'Say what it is for.',
  'service.username': 'User name',
  'service.usernameHint': 'As the event log shows it; cannot be changed later.',
  'service.usernameMissing': 'Give it a user name.',
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
    'The account and its tokens go, and what uses them stops working at once. What it did stays in the event log. This cannot be taken back.',
  'service.tokensTitle': 'Tokens of {name}',
  'service.newToken': 'New token',
  'service.tokenTitle': 'New token of {name}',
  'service.tokenText':
    'A token of a service account may do what the account may do. At most ten, each with an end.',
  'service.tokenDeleted': 'Token {name} deleted',
  'service.tokensEmpty': 'No tokens yet. Until there is one, nothing can use this account.',
} as const

export const t = translator(messages)
