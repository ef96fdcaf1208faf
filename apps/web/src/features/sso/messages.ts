import { translator } from '../../messages/messages.ts'

/** What the pages about signing in say. */
const messages = {
  admin: 'Administration',
  oidc: 'OpenID Connect',
  saml: 'SAML 2.0',
  password: 'Passwords',
  saved: 'Settings of {name} saved',
  'secret.show': 'Show or hide what was typed',
  locked: 'The environment of the server sets this; it can only be changed there.',

  'provider.title': 'Your provider',
  'provider.oidcText':
    'Register Flagstaff at your provider as a web application with the callback address, then enter what it gave you.',
  'provider.samlText':
    'Register Flagstaff at your provider with the callback address and the entity ID, or with our metadata, then enter what it gave you.',
  'provider.enabled': 'People can sign in with it',
  'provider.callback': 'Callback address',
  'provider.entityOwn': 'Our entity ID',
  'provider.metadata': 'Our metadata',
  'provider.discoverUrl': 'Discovery URL',
  'provider.discoverHint': 'The issuer, or its address that ends in /.well-known/openid-configuration.',
  'provider.clientId': 'Client ID',
  'provider.secret': 'Client secret',
  'provider.secretKept': 'One is stored. It is never shown; leave this empty to keep it.',
  'provider.secretNew': 'Stored encrypted, and never shown again.',
  'provider.algorithm': 'Signing algorithm of ID tokens',
  'provider.entityId': 'Entity ID of the provider',
  'provider.signOnUrl': 'Sign-on address',
  'provider.signOutUrl': 'Sign-out address',
  'provider.signOutHint': 'Empty: signing out ends the session here only.',
  'provider.certificate': 'Certificate of the provider',
  'provider.certificateHint':
    'X.509 in PEM form. Two below each other while the provider changes from one to the next.',
  'provider.ownKey': 'Our private key and certificate',
  'provider.ownKeyHint':
    'In PEM form, both in this field. With it requests are signed and assertions can be encrypted. Not needed by most.',
  'provider.ownKeyKept': 'A key is stored. It is never shown; leave this empty to keep it.',

  'accounts.title': 'Accounts',
  'accounts.text':
    'Whoever has no account yet can get one at the first sign-in. Otherwise they ask for access, and an administrator decides.',
  'accounts.autoCreate': 'Create accounts at the first sign-in',
  'accounts.domains': 'Email domains',
  'accounts.domainsHint': 'Separated by commas. Only these get or ask for an account; empty: all.',
  'accounts.role': 'Root role of new accounts',

  'groups.title': 'Groups',
  'groups.text':
    'At each sign-in people join the groups that name one of theirs, and leave those that do no longer.',
  'groups.sync': 'Follow the groups of the provider',
  'groups.path': 'Where the groups are',
  'groups.oidcHint': 'The claim, such as groups or realm_access.roles.',
  'groups.samlHint': 'The name of the attribute, such as groups.',
  'groups.scope': 'Ask for the scope “groups”',

  'more.title': 'More',
  'more.scopes': 'More scopes',
  'more.scopesHint': 'Separated by spaces; openid, email and profile are always asked for.',
  'more.acr': 'ACR values',
  'more.acrHint': 'How people have to prove who they are, in words of the provider, separated by spaces.',
  'more.signOut': 'Signing out here signs out at the provider too',

  'trial.title': 'Try it',
  'trial.text':
    'Goes to the provider and back with the settings as they are saved, even while it is turned off. Nobody is signed in and nothing is changed.',
  'trial.start': 'Try to sign in',
  'trial.again': 'Try again',
  'trial.failed': 'This trial is over. Its outcome can be seen for five minutes.',
  'trial.sign-in': 'It works: they would sign in to the account {account}.',
  'trial.create': 'It works: a new account with the role {role} would be created.',
  'trial.request':
    'It works, but there is no account: they would ask for access, and wait for an administrator.',
  'trial.refuse': 'They would be refused. {reason}',
  'trial.subject': 'Subject',
  'trial.issuer': 'Issuer',
  'trial.email': 'Email',
  'trial.name': 'Name',
  'trial.groups': 'Groups',
  'trial.noGroups': 'none',
  'trial.groupsUnread': 'not read',
  'trial.claims': 'All the provider said',

  'password.title': 'Sign-in with a password',
  'password.text':
    'If you use single sign-on, you can turn passwords off. Existing passwords are kept, but nobody can sign in with them.',
  'password.isOn': 'On: people can sign in with a password.',
  'password.isOff': 'Off: people sign in through a provider.',
  'password.forced':
    'The environment of the server keeps it on (FORCE_PASSWORD_SIGN_IN), whatever is set here.',
  'password.turnOff': 'Switch passwords off',
  'password.turnOn': 'Switch passwords on',
  'password.askOff': 'Switch passwords off?',
  'password.askOn': 'Switch passwords on?',
  'password.nowOff': 'Passwords turned off',
  'password.nowOn': 'Passwords turned on',
  'password.noProvider': 'Set up a provider and switch it on first: nobody could sign in any more.',
  'password.noAdmin':
    'No administrator has signed in through a provider yet, so perhaps none can. Do that once, then switch passwords off.',
  'password.providers': 'Providers that are on',
  'password.none': 'none',
  'password.admins': 'Administrators who came in through one',
} as const

export const t = translator(messages)
