import { translator } from '../../messages/messages.ts'

/** What the page about provisioning says. */
const messages = {
  'scim.admin': 'Administration',
  'scim.title': 'SCIM',
  'scim.state': 'Provisioning',
  'scim.text':
    'Your identity provider creates, renames and ends accounts and groups here. What it keeps cannot be changed by hand. Roles are given here, to groups; the provider cannot give any.',
  'scim.isOn': 'On: your identity provider keeps accounts and groups.',
  'scim.isOff': 'Provisioning is off.',
  'scim.turnOn': 'Turn on',
  'scim.turnOff': 'Turn off',
  'scim.askOff': 'Turn SCIM off?',
  'scim.offText':
    'The identity provider is refused from now on. Accounts and groups stay as they are, and can be changed by hand. The token works again when you turn SCIM on.',
  'scim.nowOn': 'SCIM is on',
  'scim.nowOff': 'SCIM is off',

  'setup.title': 'Connection',
  'setup.text': 'Enter these two at your identity provider.',
  'setup.address': 'Base URL',
  'setup.addressWhat': 'base URL',
  'setup.token': 'Token',
  'setup.noToken': 'No token yet',
  'setup.made': 'made {age} by {who}',
  'setup.create': 'Create token',
  'setup.replace': 'Replace token',
  'setup.askReplace': 'Replace the token?',
  'setup.replaceText':
    'The present token ends at once. Until you have entered the new one at your identity provider, nothing is kept in step.',
  'setup.ready': 'The token is ready',
  'setup.secret': 'The token',
  'setup.once': 'You see it once. Only its hash is kept; a lost token is replaced, not recovered.',
  'setup.waiting': 'Waiting for the first request with this token',
  'setup.seen': 'First request received',
  'setup.done': 'Done',

  'status.title': 'In step',
  'status.users': 'Accounts',
  'status.userCount': '{active} active, {inactive} deactivated',
  'status.groups': 'Groups',
  'status.last': 'Last request',
  'status.never': 'None with this token yet.',
  'status.answered': 'answered with {status}',

  'danger.title': 'Danger zone',
  'danger.users': 'Delete provisioned accounts',
  'danger.usersText':
    '{count, plural, one {Ends the account that came by SCIM, with its} other {Ends all # accounts that came by SCIM, with their}} sessions, tokens and memberships. What was done stays in the log.',
  'danger.usersNone': 'No account came by SCIM.',
  'danger.usersAsk': 'Delete {count, plural, one {# provisioned account} other {# provisioned accounts}}?',
  'danger.usersDone': 'Provisioned accounts deleted',
  'danger.groups': 'Delete provisioned groups',
  'danger.groupsText':
    '{count, plural, one {Deletes the group that came by SCIM, with its} other {Deletes all # groups that came by SCIM, with their}} roles in projects. Members lose the rights they had by that.',
  'danger.groupsNone': 'No group came by SCIM.',
  'danger.groupsAsk': 'Delete {count, plural, one {# provisioned group} other {# provisioned groups}}?',
  'danger.groupsDone': 'Provisioned groups deleted',
  'danger.again': 'While SCIM is on, the identity provider creates them again.',
} as const

export const t = translator(messages)
