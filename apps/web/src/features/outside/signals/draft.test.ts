import { expect, test, vi } from 'vitest'
import { bodyOf, conditionsOf, type Draft, draftOf, faultOf, newDraft, newStep } from './draft.ts'
import { presets } from './presets.ts'

// Texts ask there whether they are lengthened.
vi.stubGlobal('localStorage', { getItem: () => null })

const options = {
  signalEndpoints: [{ id: 3, name: 'grafana', enabled: true }],
  serviceAccounts: [{ id: 7, name: 'robot' }],
}
const draft: Draft = {
  ...newDraft(options, ['development', 'production']),
  steps: [{ ...newStep('production'), flag: 'checkout' }],
}

test('the only endpoint and account are chosen, and the last environment', () => {
  expect(draft).toMatchObject({ endpoint: 3, actor: 7, steps: [{ environment: 'production' }] })
  expect(newDraft({ ...options, signalEndpoints: [] }, []).endpoint).toBeNull()
  expect(faultOf(draft)).toBeUndefined()
})

test('a draft survives being stored', () => {
  const body = bodyOf({ ...draft, conditions: conditionsOf(presets[0]?.filters ?? {}) })
  const stored = {
    ...body,
    id: 1,
    description: null,
    enabled: true,
    project: 'default',
    onProtected: 'fail' as const,
    createdAt: '',
    createdByUserId: 1,
    objectVersion: 1,
    actions: body.actions.map((action, id) => ({
      ...action,
      id,
      executionParams: action.executionParams ?? {},
      createdAt: '',
      createdByUserId: 1,
    })),
  }
  expect(bodyOf(draftOf(stored))).toEqual(body)
})

test.for<[fault: string, change: Partial<Draft>]>([
  ['Enter a name.', { name: ' ' }],
  ['Choose a signal endpoint.', { endpoint: null }],
  ['Choose a service account.', { actor: null }],
  [
    'Enter the path of every condition.',
    { conditions: conditionsOf({ ' ': { operator: 'IN', values: ['a'] } }) },
  ],
  ['Enter a value for a.', { conditions: conditionsOf({ a: { operator: 'NUM_GT', value: ' ' } }) }],
  ['Add an action.', { steps: [] }],
  ['Choose an environment for every action.', { steps: [newStep('')] }],
  ['Choose a flag for every action.', { steps: [newStep('production')] }],
  [
    'Choose a tag for every action, such as simple:checkout.',
    { steps: [{ ...newStep('production'), action: 'TOGGLE_FEATURES_ON_BY_TAG', tag: 'simple' }] },
  ],
])('%s', ([fault, change]) => {
  expect(faultOf({ ...draft, ...change })).toBe(fault)
})

test('every sample payload has the values that its condition asks for', () => {
  const read = (payload: object, path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], payload)
  for (const { payload, filters } of presets)
    for (const [path, { values }] of Object.entries(filters)) expect(values).toContain(read(payload, path))
})
