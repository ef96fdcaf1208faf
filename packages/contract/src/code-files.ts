import Type, { type Static } from 'typebox'
import { Constraint, Override } from './common.ts'
import { closed, Nullable, named } from './schema.ts'
import { ValueSchema, ValueType } from './values.ts'

/** How much one file, and one repository, can contain. */
export const codeLimits = {
  flags: 5000,
  environments: 100,
  projects: 500,
  fileBytes: 1024 * 1024,
  allBytes: 32 * 1024 * 1024,
} as const

const Text = (maxLength: number) => Type.String({ maxLength })
const Key = Type.String({ minLength: 1, maxLength: 100 })
const Scalar = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()])
const Scalars = Type.Array(Scalar, { maxItems: 5000 })

/** Short forms of operators; each takes a list or a single value, as the operator does. */
export const listOperators = {
  in: 'IN',
  notIn: 'NOT_IN',
  startsWith: 'STR_STARTS_WITH',
  endsWith: 'STR_ENDS_WITH',
  contains: 'STR_CONTAINS',
  inRange: 'IN_CIDR',
} as const
export const valueOperators = {
  equals: 'NUM_EQ',
  above: 'NUM_GT',
  atLeast: 'NUM_GTE',
  below: 'NUM_LT',
  atMost: 'NUM_LTE',
  after: 'DATE_AFTER',
  before: 'DATE_BEFORE',
  version: 'SEMVER_EQ',
  versionAbove: 'SEMVER_GT',
  versionAtLeast: 'SEMVER_GTE',
  versionBelow: 'SEMVER_LT',
  versionAtMost: 'SEMVER_LTE',
  matches: 'REGEX',
} as const

const Condition = Type.Object(
  {
    field: Key,
    in: Type.Optional(Scalars),
    notIn: Type.Optional(Scalars),
    startsWith: Type.Optional(Scalars),
    endsWith: Type.Optional(Scalars),
    contains: Type.Optional(Scalars),
    inRange: Type.Optional(Scalars),
    equals: Type.Optional(Scalar),
    above: Type.Optional(Scalar),
    atLeast: Type.Optional(Scalar),
    below: Type.Optional(Scalar),
    atMost: Type.Optional(Scalar),
    after: Type.Optional(Scalar),
    before: Type.Optional(Scalar),
    version: Type.Optional(Scalar),
    versionAbove: Type.Optional(Scalar),
    versionAtLeast: Type.Optional(Scalar),
    versionBelow: Type.Optional(Scalar),
    versionAtMost: Type.Optional(Scalar),
    matches: Type.Optional(Scalar),
    not: Type.Optional(Type.Boolean({ description: 'Inverts the condition.' })),
    ignoreCase: Type.Optional(Type.Boolean()),
  },
  { ...closed, description: 'A condition: a context field and one operator.' },
)
export type Condition = Static<typeof Condition>

const Payload = Type.Union([
  Text(10_000),
  Type.Object(
    { type: Type.Enum(['json', 'csv', 'string', 'number']), value: Text(10_000) },
    { ...closed, description: 'A payload of another type than string.' },
  ),
])

const FileVariant = Type.Object(
  {
    name: Key,
    weight: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'In percent, with at most one decimal place.',
    }),
    weightType: Type.Optional(Type.Enum(['variable', 'fix'])),
    stickiness: Type.Optional(Key),
    payload: Type.Optional(Payload),
    overrides: Type.Optional(Type.Array(Override, { maxItems: 100 })),
  },
  closed,
)
export type FileVariant = Static<typeof FileVariant>

const FileRule = Type.Object(
  {
    title: Type.Optional(Text(200)),
    disabled: Type.Optional(Type.Boolean()),
    rollout: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'The share of users, in percent.' }),
    ),
    stickiness: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    group: Type.Optional(
      Type.String({ maxLength: 200, description: 'The group ID; the name of the flag by default.' }),
    ),
    where: Type.Optional(Type.Array(Condition, { maxItems: 100 })),
    segments: Type.Optional(Type.Array(Key, { maxItems: 100, description: 'Names of segments.' })),
    variants: Type.Optional(Type.Array(FileVariant, { maxItems: 100 })),
    strategy: Type.Optional(Key),
    parameters: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Text(10_000))),
    constraints: Type.Optional(Type.Array(Constraint, { maxItems: 100 })),
  },
  closed,
)
export type FileRule = Static<typeof FileRule>

const FileEnvironment = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    rules: Type.Optional(Type.Array(FileRule, { maxItems: 100 })),
    variants: Type.Optional(Type.Array(FileVariant, { maxItems: 100 })),
  },
  closed,
)
export type FileEnvironment = Static<typeof FileEnvironment>

const Dependency = Type.Union([
  Key,
  Type.Object(
    {
      flag: Key,
      enabled: Type.Optional(Type.Boolean()),
      variants: Type.Optional(Type.Array(Key, { maxItems: 100 })),
    },
    closed,
  ),
])
const FileLink = Type.Union([
  Text(2000),
  Type.Object({ url: Text(2000), title: Type.Optional(Nullable(Text(200))) }, closed),
])

const FileValue = Type.Object(
  {
    type: ValueType,
    default: Type.Optional(Type.Unknown({ description: 'Required unless the type is boolean.' })),
    schema: Type.Optional(ValueSchema),
  },
  { ...closed, description: 'The type of the value that applications get.' },
)
export type FileValue = Static<typeof FileValue>

/** A flag as it is written in a file. Fields that are left out are not managed. */
export const FlagFile = named(
  'flagFileSchema',
  Type.Object(
    {
      flag: Type.String({ minLength: 1, maxLength: 100, description: 'The name of the flag.' }),
      type: Type.Optional(Key),
      description: Type.Optional(Nullable(Text(5000))),
      impressionData: Type.Optional(Type.Boolean()),
      stale: Type.Optional(Type.Boolean()),
      value: Type.Optional(FileValue),
      tags: Type.Optional(
        Type.Array(Type.String({ minLength: 3, maxLength: 101, description: 'type:value' }), {
          maxItems: 100,
        }),
      ),
      links: Type.Optional(Type.Array(FileLink, { maxItems: 10 })),
      dependencies: Type.Optional(Type.Array(Dependency, { maxItems: 100 })),
      environments: Type.Optional(
        Type.Record(Type.String({ maxLength: 100 }), FileEnvironment, {
          maxProperties: codeLimits.environments,
        }),
      ),
    },
    closed,
  ),
)
export type FlagFile = Static<typeof FlagFile>

/** `file`: the file wins. `initial`: only for new flags. `people`: never written or compared. */
export const manageModes = ['file', 'initial', 'people'] as const
export type ManageMode = (typeof manageModes)[number]
const Mode = Type.Enum([...manageModes])

const ManageEnvironment = Type.Object(
  {
    enabled: Type.Optional(Mode),
    rules: Type.Optional(Mode),
    variants: Type.Optional(Mode),
    rollout: Type.Optional(Mode),
  },
  closed,
)

/** How the flags of a project are managed; without `manage`, files own everything that they mention. */
export const ManagedProject = named(
  'managedProjectSchema',
  Type.Object(
    {
      remove: Type.Optional(
        Type.Enum(['keep', 'archive'], {
          description: 'What happens to a flag whose file is deleted.',
        }),
      ),
      lock: Type.Optional(
        Type.Boolean({
          description:
            'Refuse changes of managed fields that do not come from the files. Flags can still be turned off.',
        }),
      ),
      manage: Type.Optional(
        Type.Record(Type.String({ maxLength: 100 }), Type.Union([Mode, ManageEnvironment]), {
          maxProperties: codeLimits.environments + 1,
        }),
      ),
    },
    closed,
  ),
)
export type ManagedProject = Static<typeof ManagedProject>

/** `flagstaff.yaml`. A repository without flag files can use it for `server` and `aliases` only. */
export const FlagstaffFile = named(
  'flagstaffFileSchema',
  Type.Object(
    {
      version: Type.Optional(Type.Literal(1)),
      server: Type.Optional(Text(2000)),
      aliases: Type.Optional(
        Type.Record(Key, Type.Union([Key, Type.Array(Key, { maxItems: 100 })]), {
          description: 'Other names of flags in code, for `flagstaff scan`.',
        }),
      ),
      owner: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Usually the repository. Flag files need it.',
        }),
      ),
      projects: Type.Optional(
        Type.Record(
          Type.String({ maxLength: 100 }),
          Type.Interface(
            [ManagedProject],
            { files: Type.String({ minLength: 1, maxLength: 500, description: 'A glob pattern.' }) },
            closed,
          ),
          { description: 'Projects whose flags are in files.' },
        ),
      ),
    },
    closed,
  ),
)
export type FlagstaffFile = Static<typeof FlagstaffFile>
