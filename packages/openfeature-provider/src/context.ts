import type { Context } from '@flagstaff/engine'
import type { EvaluationContext } from '@openfeature/server-sdk'

/** What the context has by default. */
export type ContextDefaults = { readonly appName: string; readonly environment: string }

/**
 * An OpenFeature context as context fields. `targetingKey` is the user, also if there is a `userId`. The engine reads
 * other top-level names like properties and ignores lists and objects, so they need no conversion.
 */
export function toContext(given: EvaluationContext, defaults: ContextDefaults): Context {
  return {
    appName: defaults.appName,
    environment: defaults.environment,
    ...given,
    userId: scalar(given.targetingKey || given.userId),
    targetingKey: undefined,
    properties: undefined,
    currentTime: timeOf(given.currentTime),
  }
}

const scalar = (value: unknown): string | number | boolean | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

const timeOf = (value: unknown): Context['currentTime'] =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : undefined

/** Tokens have the form `project:environment.secret`. */
export const environmentOf = (token: string): string => /^[^:]*:([^.]+)\./.exec(token)?.[1] ?? 'default'
