import { translator } from '../../../messages/messages.ts'

/** Texts of the provisioning page. */
const messages = {
  'scim.admin': 'Administration',
  'scim.title': 'SCIM',
  'scim.state': 'Provisioning',
  'scim.text':
    'Your identity provider creates, updates and deactivates accounts and groups. They can’t be edited here. Assign roles to groups here; the provider can’t assign them.',
  'scim.isOn': 'Provisioning is on.',
  'scim.isOff': 'Provisioning is off.',
  'scim.turnOn': 'Turn on',
  'scim.turnOff': 'Turn off',
  'scim.askOff': 'Turn SCIM off?',
  'scim.offText':
    'The identity provider is denied from now on. Accounts and groups stay, and can be edited here. The token works again when you turn SCIM on.',
  'scim.nowOn': 'SCIM is on',
  'scim.nowOff': 'SCIM is off',

  'setup.title': 'Connection',
  'setup.text': 'Enter these values at your identity provider.',
  'setup.address': 'Base URL',
  'setup.addressWhat': 'base URL',
  'setup.token': 'Token',
  'setup.noToken': 'No token yet',
  'setup.made': 'created {age} by {who}',
  'setup.create': 'Create token',
  'setup.replace': 'Replace token',
  'setup.askReplace': 'Replace the token?',
  'setup.replaceText':
    'The current token stops working immediately. Provisioning is interrupted until you enter the new one at your identity provider.',
  'setup.ready': 'Token created',
  'setup.secret': 'Token',
  'setup.once': 'It’s only shown once. We keep a hash, so a lost token can’t be recovered.',
  'setup.waiting': 'Waiting for the first request with this token',
  'setup.seen': 'First request received',
  'setup.done': 'Done',

  'status.title': 'Status',
  'status.users': 'Accounts',
  'status.userCount': '{active} active, {inactive} deactivated',
  'status.groups': 'Groups',
  'status.last': 'Last request',
  'status.never': 'None with this token yet.',
  'status.answered': 'answered with {status}',

  'danger.title': 'Danger zone',
  'danger.users': 'Delete provisioned accounts',
  'danger.usersText':
    '{count, plural, one {Deletes the account provisioned by SCIM, with its} other {Deletes all # accounts provisioned by SCIM, with their}} sessions, tokens and memberships. The event log is kept.',
  'danger.usersNone': 'There are no provisioned accounts.',
  'danger.usersAsk': 'Delete {count, plural, one {# provisioned account} other {# provisioned accounts}}?',
  'danger.usersDone': 'Provisioned accounts deleted',
  'danger.groups': 'Delete provisioned groups',
  'danger.groupsText':
    '{count, plural, one {Deletes the group provisioned by SCIM, with its} other {Deletes all # groups provisioned by SCIM, with their}} project roles. Members lose the permissions they had through it.',
  'danger.groupsNone': 'There are no provisioned groups.',
  'danger.groupsAsk': 'Delete {count, plural, one {# provisioned group} other {# provisioned groups}}?',
  'danger.groupsDone': 'Provisioned groups deleted',
  'danger.again': 'While SCIM is on, the identity provider creates them again.',
} as const

export const t = translator(messages)
