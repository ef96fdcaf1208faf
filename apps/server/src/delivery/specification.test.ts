import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  createReceipts,
  createStore,
  type DocumentRow,
  delivery,
  type FlagDocument,
  linearRegex,
  type RuleDocument,
  START,
} from '@flagstaff/delivery'
import type { Flag, Segment } from '@flagstaff/engine'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'

// Runs the public client specification over HTTP: every API that evaluates must agree with the engine.

type Context = { properties?: Record<string, unknown>; [field: string]: unknown }
type Variant = {
  name: string
  enabled: boolean
  payload?: { type: string; value: string }
  feature_enabled: boolean
}
type Case<Expected> = { description: string; context: Context; toggleName: string; expectedResult: Expected }
type DeltaEvent = { type: string; features?: Flag[]; segments?: Segment[]; feature?: Flag; segment?: Segment }
type Specification = {
  name: string
  state: { features?: Flag[]; segments?: Segment[]; events?: DeltaEvent[] }
  tests?: Case<boolean>[]
  variantTests?: Case<Variant>[]
}

const BACKEND = '*:development.backend'
const FRONTEND = '*:development.frontend'
const index = createRequire(import.meta.url).resolve(
  '@unleash/client-specification/specifications/index.json',
)
const read = (file: string) => JSON.parse(readFileSync(new URL(file, `file://${index}`), 'utf8'))
const specifications: Specification[] = read('index.json').map(read)

const list = <T>(values: readonly T[] | null | undefined): T[] => [...(values ?? [])]
const toDocument = (flag: Flag): FlagDocument => ({
  name: flag.name,
  type: 'release',
  project: 'default',
  stale: false,
  description: null,
  impressionData: false,
  enabled: flag.enabled,
  variants: list(flag.variants),
  strategies: list(flag.strategies).map((rule) => ({
    name: rule.name,
    parameters: (rule.parameters ?? {}) as RuleDocument['parameters'],
    constraints: list(rule.constraints),
    variants: list(rule.variants),
    segments: list(rule.segments),
  })),
  dependencies: list(flag.dependencies).map(({ feature, enabled, variants }) => ({
    feature,
    enabled: enabled !== false,
    variants: list(variants),
  })),
})
const toRows = ({ features = [], segments = [] }: Specification['state']): DocumentRow[] => [
  ...segments.map((segment): DocumentRow => {
    const doc = { id: segment.id, name: String(segment.id), constraints: list(segment.constraints) }
    return { kind: 'segment', environment: 'development', name: String(segment.id), doc }
  }),
  ...features.flatMap((feature) =>
    ['*', 'development'].map((environment): DocumentRow => {
      const doc = toDocument(feature)
      return { kind: 'flag', environment, name: doc.name, doc, meta: { tags: [], rules: [] } }
    }),
  ),
]
const token = (secret: string, type: string): DocumentRow => ({
  kind: 'token',
  environment: 'development',
  name: hash('sha256', secret, 'hex'),
  doc: { type, environment: 'development', projects: ['*'], name: 'test', expiresAt: null },
})

const store = createStore({ regex: linearRegex }, { origins: [], enabled: true })
const app = Fastify({ routerOptions: { maxParamLength: 1_000 } })
const nothing = { add: async () => {}, seen: () => {}, offer: () => {} }
await app.register(async (scope) =>
  delivery(scope, {
    store,
    usage: nothing,
    registrations: nothing,
    impact: nothing,
    sample: nothing,
    edges: nothing,
    bulks: nothing,
    outcomes: nothing,
    receipts: createReceipts(store),
    version: '1',
  }),
)
afterAll(() => app.close())

function load(state: Specification['state']) {
  const rows = [token(BACKEND, 'backend'), token(FRONTEND, 'frontend'), ...toRows(state)]
  store.apply({ revision: 1, epoch: '1', hash: START.hash, complete: true, rows, heads: [] })
}

/** Deltas are applied by clients; the states they lead to are in the other files. */
const stated = specifications.filter(({ state }) => !state.events)

const valueFor = (name: string, payload: Variant['payload']) => {
  if (payload?.type === 'number') return Number(payload.value)
  return payload?.type === 'json' ? JSON.parse(payload.value) : (payload?.value ?? name)
}

/** Context fields that the frontend API fills in if they are missing. */
const filledIn = new Map([
  ['04-gradual-rollout-session-id-strategy', 'sessionId'],
  ['06-remote-address-strategy', 'remoteAddress'],
])
/** The frontend API ignores the time sent by browsers, and fills in session and address. */
const isCarried = (name: string, context: Context) =>
  !('currentTime' in context) && (filledIn.get(name) ?? 'properties') in { properties: {}, ...context }

test('nearly all cases of the specification can be tested over HTTP', () => {
  const cases = stated.flatMap(({ name, tests = [], variantTests = [] }) =>
    [...tests, ...variantTests].map(({ context }) => ({ name, context })),
  )
  const carried = cases.filter(({ name, context }) => isCarried(name, context))
  expect([cases.length, carried.length]).toEqual([275, 264])
})

for (const { name, state, tests = [], variantTests = [] } of stated) {
  test(`OFREP decides ${name}`, async () => {
    load(state)
    const ask = async ({ toggleName, context: { properties, ...fields } }: Case<unknown>) =>
      (
        await app.inject({
          method: 'POST',
          url: `/ofrep/v1/evaluate/flags/${encodeURIComponent(toggleName)}`,
          headers: { authorization: BACKEND },
          payload: { context: { ...properties, ...fields } },
        })
      ).json()
    for (const one of tests) {
      const answer = await ask(one)
      // An error or a missing flag counts as off.
      expect([one.description, answer.errorCode ? false : (answer.value ?? false) !== false]).toEqual([
        one.description,
        one.expectedResult,
      ])
    }
    for (const one of variantTests) {
      const { name: variant, enabled, payload } = one.expectedResult
      const answer = await ask(one)
      const drawn = ['on', 'off', undefined].includes(answer.variant) ? undefined : answer
      expect([one.description, drawn?.variant, drawn?.value]).toEqual(
        enabled
          ? [one.description, variant, valueFor(variant, payload)]
          : [one.description, undefined, undefined],
      )
    }
  })

  test(`the frontend API decides ${name}`, async () => {
    load(state)
    const ask = async ({ toggleName, context }: Case<unknown>) => {
      const { toggles } = (
        await app.inject({
          method: 'POST',
          url: '/api/frontend',
          headers: { authorization: FRONTEND },
          payload: { context },
        })
      ).json()
      return toggles.find((toggle: { name: string }) => toggle.name === toggleName)
    }
    const carried = <T>(cases: Case<T>[]) => cases.filter(({ context }) => isCarried(name, context))
    for (const one of carried(tests)) {
      expect([one.description, (await ask(one)) !== undefined]).toEqual([one.description, one.expectedResult])
    }
    for (const one of carried(variantTests)) {
      const { expectedResult: expected } = one
      const variant = { ...expected, featureEnabled: expected.feature_enabled }
      expect([one.description, (await ask(one))?.variant]).toEqual([
        one.description,
        expected.feature_enabled ? variant : undefined,
      ])
    }
  })
}
