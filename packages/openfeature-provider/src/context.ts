import type { Context } from '@flagstaff/engine'
import type { EvaluationContext } from '@openfeature/server-sdk'

/** What the context has by default. */
export type ContextDefaults = { readonly appName: string; readonly environment: string }

/**
 * An OpenFeature context as context fields. `targetingKey` is the user, also if there is a `userId`. The engine ignores
 * lists and objects, so the context serves as the properties without a copy, which would take as long as a rule.
 */
export function toContext(given: EvaluationContext, defaults: ContextDefaults): Context {
  return {
    userId: scalar(given.targetingKey || given.userId),
    sessionId: scalar(given.sessionId),
    remoteAddress: scalar(given.remoteAddress),
    appName: scalar(given.appName) ?? defaults.appName,
    environment: scalar(given.environment) ?? defaults.environment,
    currentTime: timeOf(given.currentTime),
    properties: given,
  }
}

const scalar = (value: unknown): string | number | boolean | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

const timeOf = (value: unknown): Context['currentTime'] =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : undefined

/** Tokens have the form `project:environment.secret`. */
export const environmentOf = (token: string): string => /^[^:]*:([^.]+)\./.exec(token)?.[1] ?? 'default'
