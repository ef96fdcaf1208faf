import { translator } from '../../messages/messages.ts'

/** What the pages about one's own account say. */
const messages = {
  'profile.title': 'Profile',
  'profile.you': 'You',
  'profile.name': 'Name',
  'profile.username': 'User name',
  'profile.email': 'E-mail',
  'profile.role': 'Role',
  'profile.groups': 'Groups',
  'profile.noGroups': 'none',
  'profile.projects': 'Projects',
  'profile.noProjects': 'none of your own; what your role allows you may do in all',
  'profile.managed': 'An administrator can change these.',
  'profile.look': 'Look',
  'profile.lookText': 'Kept in this browser.',
  'profile.theme': 'Theme',
  'profile.density': 'Density',
  'profile.password': 'Password',
  'profile.tokens': 'Personal tokens',
  'profile.sessions': 'Sessions',

  'password.title': 'Change password',
  'password.text': 'All your other sessions end. Personal tokens go on working.',
  'password.old': 'Current password',
  'password.new': 'New password',
  'password.repeat': 'Confirm password',
  'password.differs': 'The two passwords are not the same.',
  'password.missing': 'Fill in all three.',
  'password.saved': 'Password changed',
  'password.none': 'You do not sign in with a password.',
  'password.show': 'Show or hide the password',
} as const

export const t = translator(messages)
