import type { ManifestFlag } from '@flagstaff/contract/manifest'
import type { ValueType } from '@flagstaff/contract/values'
import { literal, quoted } from './literals.ts'

export type Accessor = { flag: ManifestFlag; type: string }

/** How generated code uses an SDK. */
export type Sdk = {
  /** Everything before the accessors, for flags of these types. */
  header(types: ReadonlySet<ValueType>): string
  /** The functions of an accessor, one per line. */
  members(accessor: Accessor): string[]
}

const methods = { string: 'String', integer: 'Number', float: 'Number', object: 'Object' } as const

const openfeature: Sdk = {
  header: (
    types,
  ) => `import { type Client, type EvaluationContext, ${types.has('object') ? 'type JsonValue, ' : ''}OpenFeature } from '@openfeature/server-sdk'

/** A flag: its key, the value in code, and how to evaluate it. */
export type Flag<Value> = {
  readonly key: string
  readonly fallback: Value
  readonly get: (context?: EvaluationContext) => Promise<Value>
}

let chosen: Client | undefined

/** Evaluates the flags with another client than the default one. */
export const setClient = (client: Client): void => {
  chosen = client
}

const client = (): Client => chosen ?? OpenFeature.getClient()`,
  members: ({ flag: { key, type, defaultValue }, type: value }) => {
    const [name, code] = [quoted(key), literal(defaultValue)]
    if (type === 'boolean')
      return [`get: (context?: EvaluationContext) => client().getBooleanValue(${name}, ${code}, context),`]
    const method = `client().get${methods[type]}Value`
    if (type !== 'object')
      return [`get: (context?: EvaluationContext) => ${method}<${value}>(${name}, ${code}, context),`]
    return [
      `get: async (context?: EvaluationContext) =>`,
      `  (await ${method}<JsonValue>(${name}, ${code}, context)) as unknown as ${value},`,
    ]
  },
}

const hasPayloads = (types: ReadonlySet<ValueType>) => [...types].some((type) => type !== 'boolean')

const unleashNames = (types: ReadonlySet<ValueType>) =>
  [
    'type Context',
    ...(hasPayloads(types) ? ['getVariant'] : []),
    ...(types.has('boolean') ? ['isEnabled'] : []),
  ].join(', ')

const readPayload = `

type Reading<Value> = { context: Context | undefined; fallback: Value; read: (text: string) => unknown }

const payloadOf = <Value>(key: string, { context, fallback, read }: Reading<Value>): Value => {
  const { payload } = getVariant(key, context)
  if (payload === undefined) return fallback
  try {
    return read(payload.value) as Value
  } catch {
    return fallback
  }
}`

const unleash: Sdk = {
  header: (types) => `import { ${unleashNames(types)} } from 'unleash-client'

/** A flag: its key, the value in code, and how to evaluate it. */
export type Flag<Value> = {
  readonly key: string
  readonly fallback: Value
  readonly get: (context?: Context) => Value
}
${hasPayloads(types) ? readPayload : ''}`,
  members: ({ flag: { key, type, defaultValue }, type: value }) => {
    const [name, code] = [quoted(key), literal(defaultValue)]
    if (type === 'boolean') return [`get: (context?: Context) => isEnabled(${name}, context, ${code}),`]
    const read = type === 'string' ? '(text) => text' : type === 'object' ? 'JSON.parse' : 'Number'
    return [
      `get: (context?: Context) =>`,
      `  payloadOf<${value}>(${name}, { context, fallback: ${code}, read: ${read} }),`,
    ]
  },
}

const reactNames = (types: ReadonlySet<ValueType>) =>
  [
    ...(types.has('object') ? ['type JsonValue'] : []),
    ...(types.has('boolean') ? ['useBooleanFlagValue'] : []),
    ...(types.has('integer') || types.has('float') ? ['useNumberFlagValue'] : []),
    ...(types.has('object') ? ['useObjectFlagValue'] : []),
    ...(types.has('string') ? ['useStringFlagValue'] : []),
  ].join(', ')

const react: Sdk = {
  header: (types) => `import { ${reactNames(types)} } from '@openfeature/react-sdk'

/** A flag: its key, the value in code, and the hook that evaluates it. */
export type Flag<Value> = {
  readonly key: string
  readonly fallback: Value
  readonly use: () => Value
}`,
  members: ({ flag: { key, type, defaultValue }, type: value }) => {
    const [name, code] = [quoted(key), literal(defaultValue)]
    if (type === 'boolean') return [`use: () => useBooleanFlagValue(${name}, ${code}),`]
    const hook = `use${methods[type]}FlagValue`
    if (value === 'string' || value === 'number') return [`use: () => ${hook}(${name}, ${code}),`]
    if (type !== 'object') return [`use: () => ${hook}(${name}, ${code}) as ${value},`]
    return [`use: () => ${hook}<JsonValue>(${name}, ${code}) as unknown as ${value},`]
  },
}

export const sdks: Readonly<Record<'openfeature' | 'unleash' | 'react', Sdk>> = {
  openfeature,
  unleash,
  react,
}
export type SdkName = keyof typeof sdks
