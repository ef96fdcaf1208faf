import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

const List = Type.String({ maxLength: 4000 })
const Moment = Type.String({ format: 'date-time' })

export const MOST_REPORT_ROWS = 50_000

const filters = {
  at: Type.Optional(Type.String({ minLength: 10, maxLength: 40 })),
  project: Type.Optional(List),
  environment: Type.Optional(List),
}
export const AccessReportCsvQuery = Type.Object(filters)
export const AccessReportQuery = Type.Object({
  ...filters,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_REPORT_ROWS })),
})
export type AccessReportQuery = Static<typeof AccessReportQuery>

export const accountKinds = ['user', 'service-account', 'admin-token'] as const

export const AccessRow = named(
  'accessReportRowSchema',
  Type.Object(
    {
      kind: Type.Enum([...accountKinds]),
      id: Nullable(Type.Integer({ description: 'The ID of the account; null for admin tokens.' })),
      name: Type.String(),
      login: Nullable(Type.String({ description: 'Email address or user name.' })),
      project: Type.String(),
      environment: Type.String(),
      reviewed: Type.Boolean({ description: 'Whether changes in this environment need a review.' }),
      change: Type.Boolean(),
      approve: Type.Boolean(),
      apply: Type.Boolean(),
      skip: Type.Boolean(),
      unprotect: Type.Boolean({ description: 'Whether the account can turn reviews off here.' }),
      permissions: Type.Array(Type.String(), { description: 'The permissions that lead to these answers.' }),
      through: Type.Array(Type.Object({ role: Type.String(), group: Nullable(Type.String()) }, closed), {
        description: 'The roles that grant them, and the group that has the role, if it is one.',
      }),
    },
    closed,
  ),
)
export type AccessRow = Static<typeof AccessRow>

export const AccessReport = named(
  'accessReportSchema',
  Type.Object(
    {
      at: Moment,
      source: Type.Enum(['current', 'stored']),
      knownAt: Type.String({
        format: 'date-time',
        description: 'When the reported access was last verified, at or before `at`.',
      }),
      exact: Type.Boolean({
        description: 'False if access may have changed between `knownAt` and `at`.',
      }),
      laterChanges: Type.Integer({
        minimum: 0,
        description:
          'Events between `knownAt` and `at` that can change access. The report does not contain them.',
      }),
      knownSince: Nullable(
        Type.String({ format: 'date-time', description: 'The earliest time that can be reported.' }),
      ),
      total: Type.Integer({ minimum: 0 }),
      rows: Type.Array(AccessRow),
    },
    closed,
  ),
)
export type AccessReport = Static<typeof AccessReport>
