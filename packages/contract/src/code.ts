import Type, { type Static } from 'typebox'
import { codeLimits, FlagFile, ManagedProject } from './code-files.ts'
import { closed, Nullable, named } from './schema.ts'
import { ImportFinding } from './transfer.ts'

const Name = Type.String({ minLength: 1, maxLength: 100 })
const Path = Type.String({ maxLength: 500 })
export const CodeOwner = Type.String({ minLength: 1, maxLength: 100 })

const CodeSource = Type.Object(
  {
    repository: Type.Optional(Type.String({ maxLength: 200 })),
    commit: Type.Optional(Type.String({ maxLength: 100 })),
    /** Where the files are, without a slash at its end; the path of a file is added. */
    url: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  closed,
)
export type CodeSource = Static<typeof CodeSource>

export const CodeFlag = named(
  'codeFlagSchema',
  Type.Object({ project: Name, path: Path, content: FlagFile }, closed),
)
export type CodeFlag = Static<typeof CodeFlag>

export const PlanCode = named(
  'planCodeSchema',
  Type.Object(
    {
      owner: CodeOwner,
      source: Type.Optional(CodeSource),
      config: Type.Record(Type.String({ maxLength: 100 }), ManagedProject, {
        maxProperties: codeLimits.projects,
      }),
      flags: Type.Array(CodeFlag, { maxItems: codeLimits.flags }),
      overwrite: Type.Optional(
        Type.Array(Name, {
          maxItems: codeLimits.flags,
          description: 'Flags whose files win over changes that people made.',
        }),
      ),
      take: Type.Optional(Type.Boolean({ description: 'Take over fields that another owner manages.' })),
    },
    closed,
  ),
)
export type PlanCode = Static<typeof PlanCode>

export const codeActions = ['create', 'change', 'archive', 'release', 'drift', 'conflict', 'waiting'] as const
export type CodeAction = (typeof codeActions)[number]

const CodeField = Type.Object(
  {
    path: Type.String(),
    before: Type.Unknown(),
    after: Type.Unknown(),
    lastApplied: Type.Optional(Type.Unknown()),
  },
  closed,
)
export type CodeField = Static<typeof CodeField>

const CodeChange = Type.Object({ by: Type.String(), at: Type.String(), event: Type.Integer() }, closed)
export type CodeChange = Static<typeof CodeChange>

export const CodeItem = named(
  'codeItemSchema',
  Type.Object(
    {
      kind: Type.Literal('flag'),
      project: Type.String(),
      name: Type.String(),
      /** Without one, the fields are those of the flag itself. */
      environment: Type.Optional(Type.String()),
      path: Type.String(),
      /** `release` gives a flag back to people; `waiting` is proposed in an open change request. */
      action: Type.Enum([...codeActions]),
      fields: Type.Array(CodeField),
      /** Who changed it last, for drift and conflicts. */
      changed: Type.Optional(CodeChange),
      /** When a flag that would be archived was evaluated last. */
      lastSeenAt: Type.Optional(Nullable(Type.String())),
      request: Type.Optional(Type.Integer()),
    },
    closed,
  ),
)
export type CodeItem = Static<typeof CodeItem>

const CodePlace = Type.Object({ project: Type.String(), environment: Type.String() }, closed)

const CodeLock = Type.Object({ project: Type.String(), locked: Type.Boolean() }, closed)
export type CodeLock = Static<typeof CodeLock>

export const CodePlan = named(
  'codePlanSchema',
  Type.Object(
    {
      id: Type.String(),
      /** The revision that the plan was made for. */
      basis: Type.Integer(),
      /** Everything but what stays the same. */
      items: Type.Array(CodeItem),
      errors: Type.Array(ImportFinding),
      warnings: Type.Array(ImportFinding),
      permissions: Type.Array(ImportFinding),
      /** Where changes become change requests. */
      requests: Type.Array(CodePlace),
      /** Projects whose managed fields are locked or unlocked. */
      locks: Type.Array(CodeLock),
      /** The number of transactions. */
      parts: Type.Integer(),
      /** Number of flags that stay the same. */
      same: Type.Integer(),
      /** Flags to archive that were evaluated in the last seven days; they need `allowUsed`. */
      used: Type.Array(Type.String()),
      /** More than a fifth of the flags of the owner would be archived; this needs `allowMany`. */
      many: Type.Boolean(),
    },
    closed,
  ),
)
export type CodePlan = Static<typeof CodePlan>

export const ApplyCode = named(
  'applyCodeSchema',
  Type.Object({ allowUsed: Type.Optional(Type.Boolean()), allowMany: Type.Optional(Type.Boolean()) }, closed),
)
export type ApplyCode = Static<typeof ApplyCode>

/** A line of the progress; the last one has `revision`, or `error`. */
export const CodeProgress = named(
  'codeProgressSchema',
  Type.Object(
    {
      done: Type.Integer(),
      parts: Type.Integer(),
      flags: Type.Integer(),
      total: Type.Integer(),
      undo: Type.Array(Type.String()),
      requests: Type.Array(
        Type.Object({ project: Type.String(), environment: Type.String(), id: Type.Integer() }, closed),
      ),
      revision: Type.Optional(Type.Integer()),
      error: Type.Optional(Type.Unknown()),
    },
    closed,
  ),
)
export type CodeProgress = Static<typeof CodeProgress>

const CodeDriftItem = Type.Object(
  {
    project: Type.String(),
    flag: Type.String(),
    environment: Nullable(Type.String()),
    field: Type.String(),
    owner: Type.String(),
    path: Type.String(),
    present: Type.Unknown(),
    lastApplied: Type.Unknown(),
    changed: Type.Optional(CodeChange),
  },
  closed,
)
export type CodeDriftItem = Static<typeof CodeDriftItem>

export const CodeDrift = named(
  'codeDriftSchema',
  Type.Object({ items: Type.Array(CodeDriftItem), claims: Type.Integer() }, closed),
)
export type CodeDrift = Static<typeof CodeDrift>

export const CodeExport = named(
  'codeExportSchema',
  Type.Object({ revision: Type.Integer(), flags: Type.Array(FlagFile) }, closed),
)
export type CodeExport = Static<typeof CodeExport>

/** Which fields of a flag belong to files. */
export const CodeClaims = named(
  'codeClaimsSchema',
  Type.Object(
    {
      claims: Type.Array(
        Type.Object(
          {
            owner: Type.String(),
            path: Type.String(),
            url: Nullable(Type.String()),
            commit: Nullable(Type.String()),
            environment: Nullable(Type.String()),
            field: Type.String(),
            /** Only the files can change it, except by turning the flag off. */
            locked: Type.Boolean(),
            appliedAt: Type.String(),
          },
          closed,
        ),
      ),
      drift: Type.Array(CodeDriftItem),
    },
    closed,
  ),
)
export type CodeClaims = Static<typeof CodeClaims>
