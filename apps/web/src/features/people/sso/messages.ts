import { translator } from '../../../messages/messages.ts'

/** Texts of the single sign-on pages. */
const messages = {
  admin: 'Administration',
  oidc: 'OpenID Connect',
  saml: 'SAML 2.0',
  password: 'Passwords',
  saved: 'Settings of {name} saved',
  'secret.show': 'Show or hide what was typed',
  locked: 'Set in the server’s environment, so it can only be changed there.',

  'provider.title': 'Identity provider',
  'provider.oidcText':
    'Register Flagstaff with your provider as a web application with the callback URL, then enter the values you get.',
  'provider.samlText':
    'Register Flagstaff with your provider using the callback URL and the entity ID, or our metadata. Then enter the values you get.',
  'provider.enabled': 'Allow sign-in with this provider',
  'provider.callback': 'Callback URL',
  'provider.entityOwn': 'Our entity ID',
  'provider.metadata': 'Our metadata',
  'provider.discoverUrl': 'Discovery URL',
  'provider.discoverHint': 'The issuer, or its URL that ends in /.well-known/openid-configuration.',
  'provider.clientId': 'Client ID',
  'provider.secret': 'Client secret',
  'provider.secretKept': 'A secret is stored and never shown. Leave this empty to keep it.',
  'provider.secretNew': 'Stored encrypted and never shown again.',
  'provider.algorithm': 'Signing algorithm of ID tokens',
  'provider.entityId': 'Entity ID of the provider',
  'provider.signOnUrl': 'Sign-on URL',
  'provider.signOutUrl': 'Sign-out URL',
  'provider.signOutHint': 'Leave empty to end only the session here.',
  'provider.certificate': 'Certificate of the provider',
  'provider.certificateHint':
    'X.509 in PEM format. Add a second one below it while the provider rotates certificates.',
  'provider.ownKey': 'Our private key and certificate',
  'provider.ownKeyHint':
    'Both in PEM format, in this field. Used to sign requests and decrypt assertions. Most providers don’t need it.',
  'provider.ownKeyKept': 'A key is stored and never shown. Leave this empty to keep it.',

  'accounts.title': 'Accounts',
  'accounts.text':
    'Users without an account can get one when they first sign in. Otherwise they request access, and an administrator decides.',
  'accounts.autoCreate': 'Create accounts on first sign-in',
  'accounts.domains': 'Email domains',
  'accounts.domainsHint':
    'Separated by commas. Only these domains can get or request an account. Leave empty to allow all.',
  'accounts.role': 'Root role of new accounts',

  'groups.title': 'Groups',
  'groups.text':
    'On each sign-in, users join the groups mapped to their provider groups, and leave those that no longer match.',
  'groups.sync': 'Sync groups from the provider',
  'groups.path': 'Groups claim',
  'groups.oidcHint': 'The claim, such as groups or realm_access.roles.',
  'groups.samlHint': 'The name of the attribute, such as groups.',
  'groups.scope': 'Request the scope “groups”',

  'more.title': 'Advanced',
  'more.scopes': 'Additional scopes',
  'more.scopesHint': 'Separated by spaces. openid, email and profile are always requested.',
  'more.acr': 'ACR values',
  'more.acrHint': 'Authentication levels the provider must meet, separated by spaces.',
  'more.signOut': 'Also sign out at the provider',

  'trial.title': 'Test sign-in',
  'trial.text':
    'Signs in at the provider with the saved settings, even if it’s turned off. It doesn’t create a session or change anything.',
  'trial.start': 'Test sign-in',
  'trial.again': 'Try again',
  'trial.failed': 'This test has expired. Results are kept for five minutes.',
  'trial.sign-in': 'It works: you would sign in to the account {account}.',
  'trial.create': 'It works: a new account with the role {role} would be created.',
  'trial.request':
    'It works, but there is no account: you would request access and wait for an administrator.',
  'trial.refuse': 'Sign-in would be denied. {reason}',
  'trial.subject': 'Subject',
  'trial.issuer': 'Issuer',
  'trial.email': 'Email',
  'trial.name': 'Name',
  'trial.groups': 'Groups',
  'trial.noGroups': 'none',
  'trial.groupsUnread': 'not read',
  'trial.claims': 'All claims',

  'password.title': 'Sign-in with a password',
  'password.text':
    'If you use single sign-on, you can turn passwords off. Existing passwords are kept, but nobody can sign in with them.',
  'password.isOn': 'On: people can sign in with a password.',
  'password.isOff': 'Off: people sign in through a provider.',
  'password.forced':
    'The server’s environment keeps passwords on (FORCE_PASSWORD_SIGN_IN), regardless of this setting.',
  'password.turnOff': 'Turn passwords off',
  'password.turnOn': 'Turn passwords on',
  'password.askOff': 'Turn passwords off?',
  'password.askOn': 'Turn passwords on?',
  'password.nowOff': 'Passwords turned off',
  'password.nowOn': 'Passwords turned on',
  'password.noProvider': 'Set up a provider and turn it on first. Otherwise nobody could sign in.',
  'password.noAdmin':
    'No administrator has signed in through a provider yet. Do that once, then turn passwords off.',
  'password.providers': 'Active providers',
  'password.none': 'none',
  'password.admins': 'Administrators who signed in with one',
} as const

export const t = translator(messages)
