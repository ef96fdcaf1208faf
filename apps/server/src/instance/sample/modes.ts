import { createHmac } from 'node:crypto'
import { identifyingFields } from '@flagstaff/contract/evaluation-sample'
import type { Context } from '@flagstaff/engine'

/** Replaces the value of a field. */
export type Pseudonymise = (field: string, value: string) => string

export type Modes = {
  /** The fields that are stored. */
  fields: readonly string[]
  pseudonyms: ReadonlySet<string>
  /** Undefined without a key: then fields with pseudonyms are not stored at all. */
  pseudonymise: Pseudonymise | undefined
}

type Setting = { properties: readonly string[]; pseudonyms?: readonly string[] | undefined }

/** These fields belong to the context itself; all others are properties. */
export const topLevel = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName'])

/** Known without storing them with each context, or no plain name. */
const unstored = new Set(['appName', 'environment', '__proto__'])

const LONGEST = 200
/** 48 bits: two of 10,000 values are equal with a probability of one in five million. */
const LENGTH = 8

export const pseudonymsOf = ({ properties, pseudonyms = identifyingFields }: Setting): string[] =>
  properties.filter((name) => pseudonyms.includes(name))

export const modesOf = (setting: Setting, key: string | undefined): Modes => ({
  fields: setting.properties,
  pseudonyms: new Set(pseudonymsOf(setting)),
  pseudonymise: key === undefined ? undefined : pseudonymiser(key),
})

/** The field is part of the hash, so that equal values of two fields have different pseudonyms. */
export const pseudonymiser =
  (key: string): Pseudonymise =>
  (field, value) =>
    // An empty value counts as missing in rollouts, so it must stay empty.
    value === ''
      ? ''
      : createHmac('sha256', key).update(`${field}\0${value}`).digest('base64url').slice(0, LENGTH)

/** The values of a context that are stored, by field. */
export function storedPart(
  context: Context,
  { fields, pseudonyms, pseudonymise }: Modes,
): Map<string, string> {
  const stored = new Map<string, string>()
  for (const name of fields) {
    if (unstored.has(name)) continue
    const source: Readonly<Record<string, unknown>> =
      (topLevel.has(name) ? context : context.properties) ?? {}
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    if (!['string', 'number', 'boolean'].includes(typeof value)) continue
    if (!pseudonyms.has(name)) stored.set(name, String(value).slice(0, LONGEST))
    else if (pseudonymise) stored.set(name, pseudonymise(name, String(value)))
  }
  return stored
}
