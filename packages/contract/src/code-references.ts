import Type, { type Static } from 'typebox'
import { MOST_REFERENCES } from './reference-limits.ts'
import { closed, Nullable, named } from './schema.ts'

const MOST_LINES = 100_000_000

const position = {
  path: Type.String({ minLength: 1, maxLength: 1_000 }),
  line: Type.Integer({ minimum: 1, maximum: MOST_LINES }),
  column: Type.Integer({ minimum: 1, maximum: MOST_LINES }),
  snippet: Type.Optional(
    Type.String({ maxLength: 300, description: 'The line of code. Only if you choose to send it.' }),
  ),
}

const Branch = Type.String({ minLength: 1, maxLength: 255 })
const Commit = Type.String({ pattern: '^[0-9a-f]{7,64}$' })

export const UploadCodeReferences = named(
  'uploadCodeReferencesSchema',
  Type.Object({
    branch: Branch,
    commit: Commit,
    urlTemplate: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 500,
          pattern: '^https?://[^/]',
          description: 'The address of a line, with {commit}, {branch}, {path} and {line}.',
        }),
      ),
    ),
    references: Type.Array(
      Type.Object({ flag: Type.String({ minLength: 1, maxLength: 500 }), ...position }),
      { maxItems: MOST_REFERENCES },
    ),
  }),
)
export type UploadCodeReferences = Static<typeof UploadCodeReferences>

export const RepositoryParams = Type.Object({
  repository: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\s]+$' }),
})

const CodeReference = Type.Object({ ...position, url: Type.Optional(Type.String()) }, closed)

export const FlagCodeReferences = named(
  'flagCodeReferencesSchema',
  Type.Object(
    {
      repositories: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            branch: Type.String(),
            commit: Type.String(),
            uploadedAt: Type.String({ format: 'date-time' }),
            firstSeenAt: Type.String({ format: 'date-time' }),
            goneSince: Nullable(
              Type.String({ format: 'date-time', description: 'When the last reference disappeared.' }),
            ),
            count: Type.Integer({ minimum: 0 }),
            /** The first ones, by path and line. */
            references: Type.Array(CodeReference),
          },
          closed,
        ),
      ),
      total: Type.Integer({ minimum: 0 }),
    },
    closed,
  ),
)
export type FlagCodeReferences = Static<typeof FlagCodeReferences>
