/** Wire names of errors, with their HTTP status. */
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
  ManagedByFile: 409,
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
 * Every error by code: its wire name and its text, with parameters in braces. Clients in other languages use `code` and
 * `parameters` of the body; others show `message`.
 */
export const errors = {
  badData: ['BadDataError', '{reason}'],
  notFound: ['NotFoundError', "The {what} {name} does not exist, or you don't have access to it."],
  flagElsewhere: ['NotFoundError', 'The flag {name} is in the project {project}, not in this one.'],
  pathNotFound: ['NotFoundError', 'The path {path} does not exist.'],
  nameTaken: ['NameExistsError', 'Another {what} already has the name {name}. Choose a different one.'],
  nameArchived: [
    'NameExistsError',
    'An archived flag has the name {name}. Revive it, delete it, or choose a different name.',
  ],
  inUse: ['ConflictError', 'The {what} {name} is still used by {uses}. Remove it there first.'],
  conflict: ['ConflictError', '{reason}'],
  roleInUse: [
    'RoleInUseError',
    'The role {name} is still assigned (accounts: {users}, groups: {groups}). Assign them another role first.',
  ],
  limitReached: [
    'ExceedsLimitError',
    'You have reached the limit of {limit} {resource}. Remove some, or raise the limit in the server settings.',
  ],
  notAllowed: ['InvalidOperationError', '{reason}'],
  denied: ['OperationDeniedError', '{reason}'],
  forbidden: ['ForbiddenError', '{reason}'],
  archivedFlag: ['ArchivedFeatureError', 'The flag {name} is archived. Revive it before you change it.'],
  archivedProject: [
    'InvalidOperationError',
    'The project {name} is archived. Revive it before you change it.',
  ],
  pattern: ['PatternError', 'The name {name} does not match the naming pattern of the project. {hint}'],
  projectFull: [
    'OperationDeniedError',
    'The project {name} has reached its limit of {limit} flags. Archive some, or raise the limit.',
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
    'The project {name} needs at least one owner. Add another owner first.',
  ],
  weakPassword: ['OwaspValidationError', 'The password is too weak. {rules}'],
  usedPassword: ['PasswordPreviouslyUsedError', 'You have used this password before. Choose a new one.'],
  deviceCode: [
    'NotFoundError',
    'No device is waiting with this code. Check it, or start again on the device.',
  ],
  signInFirst: ['AuthenticationRequired', 'Sign in, or send a token in the Authorization header.'],
  badToken: ['UnauthorizedError', 'The token is unknown, expired or revoked. Create a new one.'],
  badSignature: [
    'UnauthorizedError',
    'The signature does not match the body and the token, or is older than five minutes. Sign every call again.',
  ],
  wrongPassword: ['PasswordMismatch', 'The user name or password is wrong.'],
  badLink: ['InvalidTokenError', 'This link is no longer valid. Ask for a new one.'],
  noMail: [
    'NotFoundError',
    'This server does not send email. Ask an administrator for a link to choose a password.',
  ],
  scimOff: ['NotFoundError', 'SCIM is turned off. Turn it on first.'],
  badInvitation: ['BadDataError', 'This invitation is no longer valid. Ask for a new one.'],
  usedLink: ['UsedTokenError', 'This link was already used. Ask for a new one.'],
  proposeOnly: [
    'ForbiddenError',
    'This token can only propose changes, and this cannot be proposed. Do it in the web interface, or use another token.',
  ],
  noPermission: ['PermissionError', 'You need {permissions}{where} to do this. Ask an administrator for it.'],
  protected: [
    'PermissionError',
    'Changes to flags need a review in {where}. Ask someone who can skip reviews there.',
  ],
  reasonNeeded: [
    'ForbiddenError',
    'Skipping the review in {where} needs a reason. Send it in the X-Change-Reason header.',
  ],
  frozen: [
    'ForbiddenError',
    'Flags in {where} are frozen: {name}. You can still turn flags off and lower percentages.',
  ],
  freezeReasonNeeded: [
    'ForbiddenError',
    'Changing flags in {where} during a freeze ({name}) needs a reason. Send it in the X-Change-Reason header.',
  ],
  managedByFile: [
    'ManagedByFile',
    '{what} is locked, because {owner} manages it in {path}. Change the file and apply it, or ask someone with the permission OVERRIDE_MANAGED. You can always turn the flag off.',
  ],
  managedReasonNeeded: [
    'ManagedByFile',
    '{what} is locked, because {owner} manages it in {path}. Change the file and apply it, or send a reason in the X-Change-Reason header.',
  ],
  requestConflict: [
    'ConflictError',
    'The change request no longer fits the current state. {reason} Open it and update it.',
  ],
  approvalsLapsed: [
    'ConflictError',
    'The change request no longer has enough approvals in {where}. Ask for another review.',
  ],
  drifted: [
    'ConflictError',
    'Applying the change request would have another result than the one that was approved. Ask for another review.',
  ],
  editionNeeded: [
    'ConflictError',
    'The change request was edited after it was sent to review. Read it again, and send the edition that you approve in the field edition.',
  ],
  otherEdition: [
    'ConflictError',
    'The change request was edited: its edition is now {edition}. Read it again before you approve it.',
  ],
  wrongState: ['BadDataError', 'A change request that is {from} cannot become {to}.'],
  beyondApproval: ['ForbiddenError', 'This change goes further than what was approved, in {where}.'],
  changed: ['PreconditionFailedError', 'The {what} was changed in the meantime. Reload it and try again.'],
  notReversible: [
    'ConflictError',
    'The change in event {event} cannot be reverted automatically. Look up the previous values and restore them by hand.',
  ],
  changedSince: [
    'ConflictError',
    'This can no longer be undone because {what} was changed afterwards. Check its current state and change it by hand.',
  ],
  planApplied: ['ConflictError', 'The plan {id} was already applied. Make a new plan.'],
  claimedByOther: [
    'ConflictError',
    'The field {field} of the flag {flag} is managed by {owner}. Make a new plan.',
  ],
  planBlocked: ['ConflictError', 'The plan cannot be applied. {reason}'],
  planOutdated: [
    'ConflictError',
    '{who} changed {what} after this plan was made (event {event}). Nothing was overwritten. Create a new plan and review it.',
  ],
  planTooOld: [
    'ConflictError',
    'This plan is older than the event log, so nobody can tell what changed since. Create a new plan and review it.',
  ],
  tooLarge: [
    'PayloadTooLargeError',
    'The request body is larger than {limit} bytes. Split it into smaller requests.',
  ],
  contentType: ['ContentTypeError', 'The request body must be application/json.'],
  signInOff: ['DisabledError', 'Password sign-in is turned off. Sign in with your identity provider.'],
  tooMany: ['RateLimitError', 'Too many attempts. Try again in {seconds} seconds.'],
  busy: ['OverloadedError', 'Too many people are signing in right now. Try again in a moment.'],
  maintenance: ['MaintenanceError', 'Maintenance mode is on, so changes are paused. Try again later.'],
  databaseAway: [
    'DatabaseUnavailableError',
    'The database did not respond in time. Nothing was changed. Try again in a moment.',
  ],
  databaseRefuses: [
    'DatabaseUnavailableError',
    'The database cannot do this now: {reason}. Nothing was changed. Try again later.',
  ],
  outcomeUnknown: [
    'GatewayTimeoutError',
    'The database did not confirm the change in time. To find out whether it was made, repeat the request with the same Idempotency-Key.',
  ],
  committedThenAway: [
    'GatewayTimeoutError',
    'The change was made, but the database did not respond in time for the rest of this request. Reload to see the current state before you try again.',
  ],
  notImplemented: ['NotImplementedError', '{path} is not supported.'],
  internal: ['InternalError', 'Something went wrong. The server log has the details under {id}.'],
} as const satisfies Record<string, readonly [ErrorName, string]>
export type ErrorCode = keyof typeof errors
