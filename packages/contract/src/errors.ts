/** Wire names of errors and the status each leaves with. */
export const errorStatus = {
  BadDataError: 400,
  OwaspValidationError: 400,
  PasswordPreviouslyUsedError: 400,
  PatternError: 400,
  ArchivedFeatureError: 400,
  ExceedsLimitError: 400,
  RoleInUseError: 400,
  MinimumOneEnvironmentError: 400,
  AuthenticationRequired: 401,
  PasswordMismatch: 401,
  InvalidTokenError: 401,
  UnauthorizedError: 401,
  PermissionError: 403,
  ForbiddenError: 403,
  InvalidOperationError: 403,
  OperationDeniedError: 403,
  IncompatibleProjectError: 403,
  UsedTokenError: 403,
  NotFoundError: 404,
  NotImplementedError: 405,
  NameExistsError: 409,
  ConflictError: 409,
  ProjectWithoutOwnerError: 409,
  PreconditionFailedError: 412,
  PayloadTooLargeError: 413,
  ContentTypeError: 415,
  DisabledError: 422,
  RateLimitError: 429,
  InternalError: 500,
  DatabaseUnavailableError: 503,
  MaintenanceError: 503,
  OverloadedError: 503,
  GatewayTimeoutError: 504,
} as const
export type ErrorName = keyof typeof errorStatus

/**
 * Every error by code: its wire name and its text, with parameters in braces. Clients that speak another language
 * take `code` and `parameters` from the body; the rest read `message`.
 */
export const errors = {
  badData: ['BadDataError', '{reason}'],
  notFound: ['NotFoundError', 'There is no {what} called {name}.'],
  flagElsewhere: ['NotFoundError', 'The flag {name} is in the project {project}. Look for it there.'],
  pathNotFound: ['NotFoundError', 'There is nothing at {path}.'],
  nameTaken: ['NameExistsError', 'The name {name} is already used by another {what}. Choose another name.'],
  nameArchived: [
    'NameExistsError',
    'An archived flag is called {name}. Revive it, delete it, or choose another name.',
  ],
  inUse: ['ConflictError', 'The {what} {name} is still used by {uses}. Remove it there first.'],
  conflict: ['ConflictError', '{reason}'],
  roleInUse: [
    'RoleInUseError',
    'The role {name} is still held, by accounts: {users}, by groups: {groups}. Give them another one first.',
  ],
  limitReached: [
    'ExceedsLimitError',
    'The limit of {limit} {resource} is reached. Remove some, or raise the limit in the server settings.',
  ],
  notAllowed: ['InvalidOperationError', '{reason}'],
  denied: ['OperationDeniedError', '{reason}'],
  forbidden: ['ForbiddenError', '{reason}'],
  archivedFlag: ['ArchivedFeatureError', 'The flag {name} is archived. Revive it before you change it.'],
  archivedProject: [
    'InvalidOperationError',
    'The project {name} is archived. Revive it before you change it.',
  ],
  pattern: ['PatternError', 'The name {name} does not follow the naming rule of the project. {hint}'],
  projectFull: [
    'OperationDeniedError',
    'The project {name} holds {limit} flags, as many as it may. Archive some, or raise its limit.',
  ],
  incompatibleProject: [
    'IncompatibleProjectError',
    'The project {name} does not have the same environments. {difference}',
  ],
  lastEnvironment: [
    'MinimumOneEnvironmentError',
    'A project needs at least one environment. Add another one before you remove {name}.',
  ],
  lastOwner: [
    'ProjectWithoutOwnerError',
    'The project {name} needs at least one owner. Name another one first.',
  ],
  weakPassword: ['OwaspValidationError', 'The password is too weak. {rules}'],
  usedPassword: ['PasswordPreviouslyUsedError', 'This password was used before. Choose a new one.'],
  signInFirst: ['AuthenticationRequired', 'Sign in, or send a token in the Authorization header.'],
  badToken: ['UnauthorizedError', 'The token is unknown, expired or revoked. Create a new one.'],
  wrongPassword: ['PasswordMismatch', 'The user name or the password is wrong.'],
  badLink: ['InvalidTokenError', 'This link is not valid any more. Ask for a new one.'],
  noMail: [
    'NotFoundError',
    'This server sends no mail. Ask an administrator for a link to choose a password.',
  ],
  badInvitation: ['BadDataError', 'This invitation is not valid any more. Ask for a new one.'],
  usedLink: ['UsedTokenError', 'This link was already used. Ask for a new one.'],
  noPermission: ['PermissionError', 'You need {permissions}{where} to do this. Ask an administrator for it.'],
  changed: [
    'PreconditionFailedError',
    'The {what} was changed in the meantime. Compare with the present state and try again.',
  ],
  notReversible: [
    'ConflictError',
    'The change of event {event} has no way back that is known. Look at what was different before and change it there.',
  ],
  changedSince: [
    'ConflictError',
    'This cannot be undone any more, since {what} was changed afterwards. Look at its present state and change it there.',
  ],
  planOutdated: [
    'ConflictError',
    '{who} changed {what} after this plan was made (event {event}). Nothing was overwritten. Make a new plan and compare again.',
  ],
  tooLarge: ['PayloadTooLargeError', 'The body is larger than {limit} bytes. Send less at a time.'],
  contentType: ['ContentTypeError', 'Send the body as application/json.'],
  signInOff: ['DisabledError', 'Signing in with a password is turned off.'],
  tooMany: ['RateLimitError', 'Too many attempts. Try again in {seconds} seconds.'],
  busy: ['OverloadedError', 'Too many people sign in at this moment. Try again shortly.'],
  maintenance: ['MaintenanceError', 'Changes are paused: maintenance mode is on.'],
  databaseAway: [
    'DatabaseUnavailableError',
    'The database does not answer in time. Nothing was changed; try again shortly.',
  ],
  outcomeUnknown: [
    'GatewayTimeoutError',
    'The database did not confirm in time, so it is not known whether the change was made. Repeat the call with the same Idempotency-Key to find out.',
  ],
  notImplemented: ['NotImplementedError', '{path} is not offered here.'],
  internal: ['InternalError', 'Something went wrong here. The log has the details under {id}.'],
} as const satisfies Record<string, readonly [ErrorName, string]>
export type ErrorCode = keyof typeof errors
