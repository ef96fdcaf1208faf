import { translator } from '../../messages/messages.ts'

/** What the screens about accounts say. */
const messages = {
  'users.admin': 'Administration',
  'users.title': 'Users',
  'users.count': '{count, plural, one {# account} other {# accounts}}',
  'users.new': 'New user',
  'users.filter': 'Filter users',
  'users.views': 'Accounts by role',
  'users.all': 'All',
  'users.inactive': 'Inactive',
  'users.name': 'Name',
  'users.email': 'E-mail',
  'users.role': 'Role',
  'users.created': 'Created',
  'users.seen': 'Last seen',
  'users.never': 'never',
  'users.you': 'you',
  'users.noInactive': 'Nobody has been away for long.',
  'users.deleteInactive': 'Delete {count, plural, one {# inactive account} other {# inactive accounts}}',
  'users.deleteInactiveTitle':
    'Delete {count, plural, one {# inactive account} other {# inactive accounts}}?',
  'users.deleteInactiveText':
    'They have neither signed in nor used a personal token for a long time. This cannot be taken back.',
  'users.deletedInactive': '{count, plural, one {# account} other {# accounts}} deleted',
  'users.edit': 'Edit user',
  'users.reset': 'Reset password',
  'users.delete': 'Delete user',
  'users.deleteTitle': 'Delete {name}?',
  'users.deleteText':
    'The account, its sessions and its personal tokens go. What {name} did stays in the event log. This cannot be taken back.',
  'users.deleteSelf': 'You cannot delete your own account. Ask another administrator.',
  'users.deleted': 'User {name} deleted',
  'users.saved': 'User {name} saved',
  'users.username': 'User name',
  'users.usernameHint': 'To sign in without an e-mail address; cannot be changed later.',
  'users.identityMissing': 'An account needs an e-mail address or a user name.',
  'users.invite': 'Invite user',
  'users.invited': '{name} is invited',
  'users.inviteText':
    'Give this link to {name}. Whoever opens it chooses the password and signs in as {role}.',
  'users.inviteLink': 'The link',
  'users.inviteOnce': 'You see it once, and it works once. A new one can be made by resetting the password.',
  'users.done': 'Done',
  'users.editTitle': 'Edit {name}',
  'users.save': 'Save user',
  'users.resetTitle': 'A new password for {name}',
  'users.resetAsk':
    'Makes a link by which {name} can choose a new password. The old password keeps working until then.',
  'users.resetDo': 'Make the link',
  'users.resetText': 'Give this link to {name}. Whoever opens it chooses the new password.',
  'users.resetOnce': 'You see it once, and it works once.',
} as const

export const t = translator(messages)
