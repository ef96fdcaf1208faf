import { translator } from '../../../messages/messages.ts'

/** Texts of the profile pages. */
const messages = {
  'profile.title': 'Profile',
  'profile.you': 'You',
  'profile.name': 'Name',
  'profile.username': 'Username',
  'profile.email': 'Email',
  'profile.role': 'Role',
  'profile.access': 'Your role, groups and projects',
  'profile.groups': 'Groups',
  'profile.noGroups': 'none',
  'profile.projects': 'Projects',
  'profile.noProjects': 'none directly; your root role applies to all projects',
  'profile.managed': 'An administrator can change these.',
  'profile.look': 'Appearance',
  'profile.lookText': 'Stored in this browser.',
  'profile.theme': 'Theme',
  'profile.density': 'Density',
  'profile.notifications': 'Notifications',
  'profile.password': 'Password',
  'profile.tokens': 'Personal tokens',
  'profile.sessions': 'Sessions',

  'password.title': 'Change password',
  'password.text':
    'This ends all your other sessions. Personal tokens keep working, unless you delete them too.',
  'password.deleteTokens': 'Also delete my personal tokens',
  'password.old': 'Current password',
  'password.new': 'New password',
  'password.repeat': 'Confirm password',
  'password.differs': 'The two passwords don’t match.',
  'password.missing': 'Fill in all three fields.',
  'password.saved': 'Password changed',
  'password.none': 'You don’t sign in with a password.',
  'password.show': 'Show or hide the password',
} as const

export const t = translator(messages)
