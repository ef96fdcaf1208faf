import { type EventType, eventTypes } from '@flagstaff/contract/event-types'
import { expect, test } from 'vitest'
import type { LoggedEvent } from '../../../platform/background/follower.ts'
import { reasonsOf } from './rules.ts'

const event = (type: EventType, more: Partial<LoggedEvent> = {}): LoggedEvent => ({
  revision: 7,
  type,
  createdAt: new Date(1_000),
  actor: { type: 'user', id: 3, name: 'ada' },
  project: 'shop',
  environment: null,
  flag: null,
  tags: [],
  group: null,
  data: null,
  preData: null,
  ...more,
})
const kinds = (...events: LoggedEvent[]) =>
  reasonsOf(events).map(({ kind, audience }) => `${kind} ${audience}`)

test.each<[EventType, string[]]>([
  ['change-request-sent-to-review', ['review-requested reviewers']],
  ['change-request-approved', ['review-decided author']],
  ['change-request-schedule-suspended', ['schedule-failed author']],
  ['guard-tripped', ['guard-tripped keepers', 'own-flag followers']],
  ['feature-environment-enabled', ['own-flag followers', 'project-flag members']],
  ['feature-potentially-stale-on', ['own-flag followers']],
  ['feature-created', ['project-flag members']],
  ['feature-favorited', []],
  ['feature-watched', []],
  ['feature-comment-added', ['own-flag followers']],
  ['feature-comment-deleted', []],
  ['feature-owner-updated', ['own-flag followers']],
  ['change-added', []],
  ['user-updated', []],
])('%s notifies %j', (type, expected) => {
  expect(kinds(event(type, { flag: 'checkout' }))).toEqual(expected)
})

test('a comment notifies the people whom it mentions', () => {
  const [first] = reasonsOf([
    event('feature-comment-added', { flag: 'checkout', data: { commentId: 1, mentions: [5, 6] } }),
  ])
  expect(first).toMatchObject({ kind: 'mentioned', audience: 'mentioned', accounts: [5, 6] })
})

test('an event without a flag is no news about one', () => {
  const aboutNoFlag = eventTypes.filter((type) =>
    kinds(event(type)).some((reason) => reason.endsWith('followers') || reason.endsWith('members')),
  )
  expect(aboutNoFlag).toEqual([])
})

test('an integration that the system turned off is news, one that a person turned off is not', () => {
  const off = { preData: { enabled: true }, data: { enabled: false } }
  const system = { type: 'system', id: -1, name: 'system' } as const
  expect(kinds(event('addon-config-updated', { ...off, actor: system }))).toEqual([
    'integration-failing holders',
  ])
  expect(kinds(event('addon-config-updated', off))).toEqual([])
  expect(kinds(event('addon-config-updated', { actor: system, data: { enabled: true } }))).toEqual([])
})

test('the events of one change share a source, those of another change or project do not', () => {
  const sources = reasonsOf([
    event('feature-archived', { flag: 'a' }),
    event('feature-archived', { flag: 'b' }),
    event('feature-archived', { flag: 'c', project: 'other' }),
    event('feature-archived', { flag: 'd', createdAt: new Date(2_000) }),
  ]).filter(({ kind }) => kind === 'own-flag')
  expect(new Set(sources.map(({ source }) => source)).size).toBe(3)
})
