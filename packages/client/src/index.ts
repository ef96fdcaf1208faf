import type { AllOperations } from '@flagstaff/contract/operations/index'
import type { Static, TSchema } from 'typebox'

// The operations are imported as types only: no schema, text or example of theirs ends up in a client.

export type OperationKey = keyof AllOperations & string

type PartOf<Key extends OperationKey, Name extends string> =
  AllOperations[Key] extends Readonly<Record<Name, infer Schema extends TSchema>> ? Static<Schema> : never

/** Parameters of a path are written into it, so numbers may also be given as text. */
type Params<Key extends OperationKey> = { [Name in keyof PartOf<Key, 'params'>]: string | number }
type Optional<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

/** What a request of this operation takes: `params`, `query` and `body`. */
export type InputOf<Key extends OperationKey> = ([PartOf<Key, 'params'>] extends [never]
  ? unknown
  : { params: Params<Key> }) &
  Optional<'query', PartOf<Key, 'query'>> &
  Optional<'body', PartOf<Key, 'body'>>

type Success = 200 | 201 | 202 | 204
type Responses<Key extends OperationKey> = AllOperations[Key]['responses']

/** The body of a successful response. */
export type ResultOf<Key extends OperationKey> = {
  [Status in keyof Responses<Key>]: Status extends Success
    ? Responses<Key>[Status] extends TSchema
      ? Static<Responses<Key>[Status]>
      : never
    : never
}[keyof Responses<Key>]

/** Operations that need no input can be called without. */
export type Input<Key extends OperationKey> =
  Record<never, never> extends InputOf<Key> ? [input?: InputOf<Key>] : [input: InputOf<Key>]

export type Request = { method: string; path: string; body: unknown }

type Given = {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** The method, path and body of a request. Query parameters that are undefined are left out; lists are repeated. */
export function requestOf<Key extends OperationKey>(key: Key, ...[input]: Input<Key>): Request {
  const { params = {}, query = {}, body } = (input ?? {}) as Given
  const [method = '', pattern = ''] = key.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_all, name) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${key} needs the parameter ${name}`)
    // URL parsers resolve these even if they are escaped, so the request would reach another operation.
    if (/^\.{0,2}$/.test(String(value))) throw new Error(`${name} cannot be "${value}" in a URL`)
    return encodeURIComponent(value)
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  )
  const search = String(new URLSearchParams(pairs as [string, string][]))
  return { method, path: search === '' ? path : `${path}?${search}`, body }
}
