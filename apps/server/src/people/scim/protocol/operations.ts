import { Messages } from 'scimmy'
import { refuse } from './errors.ts'
import { withoutSchema } from './filter.ts'
import { definitions, type Kind } from './resources.ts'

/** One operation of a patch, on exactly one attribute. */
export type Operation = { op: 'add' | 'remove' | 'replace'; path: string; value?: unknown }

const MOST = 1_000
const LONGEST_PATH = 200

/**
 * Normalises the operations of a patch, which identity providers send in many forms: in any case, with or without a
 * path, with booleans as strings, and with attributes that we do not store, which are dropped.
 */
export function operationsIn(kind: Kind, message: { Operations?: unknown; schemas?: unknown }): Operation[] {
  const { Operations: list, schemas } = message
  if (Array.isArray(schemas) && !schemas.includes(Messages.PatchOp.id)) {
    throw refuse('invalidSyntax', `A patch must have the schema ${Messages.PatchOp.id}.`)
  }
  if (!Array.isArray(list) || list.length === 0) throw refuse('invalidSyntax', 'A patch needs Operations.')
  if (list.length > MOST) throw refuse('invalidValue', `A patch can have at most ${MOST} operations.`)
  return list.flatMap((one) => read(one).flatMap(perAttribute)).flatMap((step) => known(kind, step))
}

type Step = { op: Operation['op']; path: string | undefined; value: unknown }

function read(sent: unknown): Step[] {
  const { op, path, value } = (sent ?? {}) as Record<string, unknown>
  const verb = String(op).toLowerCase()
  if (verb !== 'add' && verb !== 'remove' && verb !== 'replace') {
    throw refuse(
      'invalidSyntax',
      `An operation must be add, remove or replace, not ${String(op).slice(0, 20)}.`,
    )
  }
  if (path !== undefined && path !== null && typeof path !== 'string') {
    throw refuse('invalidPath', 'A path must be a string.')
  }
  return [{ op: verb, path: path || undefined, value }]
}

/** Without a path, the value contains the attributes. */
function perAttribute({ op, path, value }: Step): Operation[] {
  if (path !== undefined) return [{ op, path, value }]
  if (op === 'remove') throw refuse('noTarget', 'A remove operation needs a path.')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('invalidValue', 'An operation without a path needs an object as its value.')
  }
  return Object.entries(value).map(([key, one]) => ({ op, path: key, value: one }))
}

const PATH = /^([\w$-]+)(\[[^\]]*\])?(?:\.([\w$-]+))?$/
const forgotten = new Set(
  `id schemas meta groups nickName profileUrl title userType preferredLanguage locale timezone password phoneNumbers
  ims photos addresses entitlements roles x509Certificates`
    .toLowerCase()
    .split(/\s+/),
)

/** Uses the attribute names of the schema, and drops SCIM attributes that we do not store. */
function known(kind: Kind, { op, path: sent, value }: Operation): Operation[] {
  if (sent.length > LONGEST_PATH)
    throw refuse('invalidPath', `A path can have at most ${LONGEST_PATH} characters.`)
  const path = withoutSchema(sent)
  if (/^urn:/i.test(path)) return []
  const [, root = '', filter = '', part] = PATH.exec(path) ?? []
  if (forgotten.has(root.toLowerCase())) return []
  const attribute = named(definitions[kind].attributes, root)
  if (!attribute) throw refuse('invalidPath', `The attribute ${path} does not exist.`)
  if (part !== undefined) {
    const inner = named(attribute.subAttributes ?? [], part)
    return inner
      ? [{ op, path: `${attribute.name}${filter}.${inner.name}`, value: valueFor(inner, value) }]
      : []
  }
  const parts = attribute.subAttributes
  // Sub-attributes that are not mentioned stay unchanged, so each mentioned one becomes a separate operation.
  if (parts && !attribute.config.multiValued && op !== 'remove' && isObject(value)) {
    return Object.entries(value).flatMap(([key, one]) =>
      known(kind, { op, path: `${attribute.name}.${key}`, value: one }),
    )
  }
  return [{ op, path: `${attribute.name}${filter}`, value: valueFor(attribute, value) }]
}

type Attribute = (typeof definitions)['user']['attributes'][number]

const named = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((one) => one.name?.toLowerCase() === name.toLowerCase())

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueFor({ type, config }: Attribute, value: unknown): unknown {
  if (config.multiValued) return value
  const single = Array.isArray(value) && value.length === 1 ? unwrapped(value[0]) : value
  return String(type) === 'boolean' ? truthOf(single) : single
}

/** Entra ID wraps single values: `[{ "value": "…" }]`. */
const unwrapped = (value: unknown): unknown => (isObject(value) && 'value' in value ? value.value : value)

/** Entra ID sends booleans as strings, such as `"False"`. */
export function truthOf(value: unknown): unknown {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  return text === 'true' ? true : text === 'false' ? false : value
}
