import { translator } from './messages.ts'

/** What is said before anyone is signed in. */
const entry = {
  product: 'Flagstaff',
  loading: 'Loading',
  'signIn.title': 'Sign in',
  'signIn.name': 'User name or e-mail',
  'signIn.password': 'Password',
  'signIn.show': 'Show password',
  'signIn.hide': 'Hide password',
  'signIn.submit': 'Sign in',
  'signIn.again': 'Your session has ended. Sign in again to go on where you were.',
  'signIn.out': 'You are signed out.',
  'signIn.wrong': 'The user name or the password is wrong.',
  'signIn.tooMany': 'Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  'signIn.failed': 'The server did not answer. Nothing was sent on; try again in a moment.',
  'signIn.claim': 'Flags, under your control.',
  'signIn.claimText': 'Decide at run time who gets what, see what it does, and take it back in a second.',
  'setup.title': 'Set up Flagstaff',
  'setup.intro': 'Choose the password of the first administrator. The account is called <b>{name}</b>.',
  'setup.newTitle': 'Choose a password',
  'setup.newIntro': 'For the account <b>{name}</b>.',
  'setup.password': 'Password',
  'setup.repeat': 'The same password again',
  'setup.submit': 'Create the administrator',
  'setup.newSubmit': 'Save the password',
  'setup.differs': 'The two passwords are not the same.',
  'setup.badLink':
    'This link is not valid any more. Restart the server to get a new one in its log, or ask an administrator.',
  'setup.done': 'Done. You can sign in now.',
  'setup.toSignIn': 'Go to sign in',
  'rule.length': '10 to 127 characters',
  'rule.upper': 'an upper-case letter',
  'rule.lower': 'a lower-case letter',
  'rule.digit': 'a digit',
  'rule.special': 'a special character',
  'rule.repeat': 'no character three times in a row',
  'rule.kept': 'fulfilled',
  'rule.missing': 'still missing',
} as const

export const t = translator(entry)
export const entryMessages = entry
