import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

/** What a protected environment asks for, besides approvals. */
export const ProtectionOptions = Type.Object({
  offIsFree: Type.Boolean(),
  reasonRequired: Type.Boolean(),
  adminsApproveOwn: Type.Boolean(),
  strict: Type.Boolean(),
})
export type ProtectionOptions = Static<typeof ProtectionOptions>

export const ProtectedEnvironment = named(
  'changeRequestEnvironmentConfigSchema',
  Type.Object(
    {
      environment: Type.String(),
      type: Type.String(),
      changeRequestEnabled: Type.Boolean(),
      requiredApprovals: Nullable(Type.Integer()),
      ...ProtectionOptions.properties,
    },
    closed,
  ),
)
export type ProtectedEnvironment = Static<typeof ProtectedEnvironment>

export const ProtectedEnvironments = named('changeRequestConfigSchema', Type.Array(ProtectedEnvironment))

export const UpdateProtection = named(
  'updateChangeRequestEnvironmentConfigSchema',
  Type.Interface([Type.Partial(ProtectionOptions)], {
    changeRequestsEnabled: Type.Boolean(),
    requiredApprovals: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  }),
)
export type UpdateProtection = Static<typeof UpdateProtection>

export const Reviewer = named(
  'changeRequestReviewerSchema',
  Type.Object(
    {
      id: Type.Integer(),
      /** Empty for an account without an email address. */
      email: Type.String(),
      name: Type.Optional(Nullable(Type.String())),
      username: Type.Optional(Nullable(Type.String())),
      imageUrl: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type Reviewer = Static<typeof Reviewer>

export const AvailableReviewers = named(
  'changeRequestAvailableReviewersSchema',
  Type.Object({ reviewers: Type.Array(Reviewer) }, closed),
)

export const ReviewAccount = named(
  'changeRequestAccountSchema',
  Type.Object(
    { id: Type.Integer(), name: Type.String(), username: Nullable(Type.String()), imageUrl: Type.String() },
    closed,
  ),
)
export type ReviewAccount = Static<typeof ReviewAccount>

/** Who can do something in a protected environment: some accounts of each list, and how many there are. */
export const ReviewAccounts = named(
  'changeRequestAccountsSchema',
  Type.Object(
    {
      approve: Type.Array(ReviewAccount),
      apply: Type.Array(ReviewAccount),
      skip: Type.Array(ReviewAccount),
      totals: Type.Object({ approve: Type.Integer(), apply: Type.Integer(), skip: Type.Integer() }, closed),
    },
    closed,
  ),
)
export type ReviewAccounts = Static<typeof ReviewAccounts>
