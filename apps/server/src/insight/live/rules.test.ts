import { type EventType, eventTypes } from '@flagstaff/contract/event-types'
import { expect, test } from 'vitest'
import { type Caller, system } from '../../platform/write/actor.ts'
import { openClient } from './client.ts'
import { type Change, kindOf, mayKnow, startOf, toMessage } from './rules.ts'

test.each<[EventType, string]>([
  ['feature-environment-enabled', 'flag'],
  ['strategy-order-changed', 'flag'],
  ['feature-type-updated', 'flag-type'],
  ['feature-favorited', 'favorite'],
  ['project-unfavorited', 'favorite'],
  ['strategy-created', 'strategy'],
  ['segment-updated', 'segment'],
  ['context-field-deleted', 'context'],
  ['environment-updated', 'environment'],
  ['project-environment-added', 'project'],
  ['default-strategy-updated', 'project'],
  ['tag-type-created', 'tag-type'],
  ['tag-created', 'tag'],
  ['pat-created', 'token'],
  ['service-account-token-created', 'token'],
  ['service-account-created', 'user'],
  ['role-updated', 'role'],
  ['group-user-added', 'group'],
  ['setting-updated', 'setting'],
  ['change-request-approved', 'change-request'],
  ['banner-created', 'banner'],
  ['freeze-created', 'other'],
])('%s has the kind %s', (type, kind) => {
  expect(kindOf(type)).toBe(kind)
})

test('every event type about a flag, rule or project has a kind', () => {
  const others = eventTypes.filter((type) => kindOf(type) === 'other')
  expect(others.filter((type) => /feature|strategy|project|segment|environment/.test(type))).toEqual([])
})

const caller = (projects: 'all' | string[], permissions: string[] = []): Caller => ({
  actor: { type: 'user', id: 5, name: 'somebody' },
  viewer: { projects: projects === 'all' ? 'all' : new Set(projects), userId: 5 },
  may: (permission) => permissions.includes('ADMIN') || permissions.includes(permission),
  mayAnywhere: () => false,
})
const change = (type: EventType, more: Partial<Change> = {}): Change => ({
  revision: 1,
  type,
  project: null,
  environment: null,
  flag: null,
  actorId: 1,
  object: null,
  projectExists: more.project !== undefined,
  ...more,
})

test.each<[string, Caller, Change, boolean]>([
  ['a project in sight', caller(['a']), change('feature-created', { project: 'a' }), true],
  ['a project the caller cannot see', caller(['a']), change('feature-created', { project: 'b' }), false],
  ['a global segment', caller([]), change('segment-created'), true],
  [
    'a segment of a project the caller cannot see',
    caller([]),
    change('segment-created', { project: 'b' }),
    false,
  ],
  ['an account', caller('all'), change('user-updated', { object: '6' }), false],
  ['the account of the caller', caller([]), change('user-updated', { object: '5' }), true],
  ['an account, as an administrator', caller('all', ['ADMIN']), change('user-created'), true],
  ['a token', caller('all', ['READ_LOGS']), change('api-token-created'), false],
  ['a setting', caller('all'), change('setting-updated'), false],
  [
    'a favourite of the caller',
    caller('all'),
    change('feature-favorited', { project: 'a', actorId: 5 }),
    true,
  ],
  ['a favourite of others', system, change('feature-favorited', { project: 'a' }), false],
  [
    'a deleted project',
    caller('all'),
    change('feature-deleted', { project: 'a', projectExists: false }),
    false,
  ],
  [
    'a deleted project, with READ_LOGS',
    caller('all', ['READ_LOGS']),
    change('feature-deleted', { project: 'a', projectExists: false }),
    true,
  ],
])('visibility of a change: %s', (_, who, what, known) => {
  expect(mayKnow(who, what)).toBe(known)
})

test.each<[Partial<Change> & { type: EventType }, string | null]>([
  [{ type: 'feature-strategy-add', flag: 'checkout', object: '01J' }, 'checkout'],
  [{ type: 'project-access-added', project: 'shop', object: null }, 'shop'],
  [{ type: 'environment-updated', environment: 'production', object: 'x' }, 'production'],
  [{ type: 'project-favorited', project: 'shop' }, 'shop'],
  [{ type: 'segment-updated', object: '7' }, '7'],
  [{ type: 'setting-updated', object: 'maintenance' }, 'maintenance'],
  [{ type: 'drop-tags' }, null],
])('%j has the key %s', ({ type, ...more }, key) => {
  expect(toMessage(change(type, more)).key).toBe(key)
})

test.each<[string | undefined, object]>([
  [undefined, { position: 1000, greeting: 'hello' }],
  ['', { position: 1000, greeting: 'hello' }],
  ['1000', { position: 1000, greeting: 'resumed' }],
  ['500', { position: 500, greeting: 'resumed' }],
  ['499', { position: 1000, greeting: 'reset' }],
  ['1001', { position: 1000, greeting: 'reset' }],
  ['-1', { position: 1000, greeting: 'reset' }],
  ['abc', { position: 1000, greeting: 'reset' }],
  ['1e3', { position: 1000, greeting: 'reset' }],
])('reconnecting with %j at revision 1000 starts at %j', (since, start) => {
  expect(startOf(since, 1000)).toEqual(start)
})

const client = (who: Caller, since?: string) =>
  openClient({ caller: who, credential: '', identify: async () => who }, startOf(since, 10), 10)

test('a client that does not read is disconnected, and others keep their position', () => {
  const slow = client(caller('all'))
  for (let revision = 11; !slow.stream.destroyed; revision++) {
    slow.take([change('segment-updated', { revision })], caller('all'))
    if (revision > 100_000) throw new Error('nothing is dropped')
  }
  const steady = client(caller('all'))
  steady.take([change('segment-updated', { revision: 11 }), change('user-created', { revision: 12 })], system)
  steady.take([change('segment-updated', { revision: 11 })], system)
  steady.beat()
  expect(String(steady.stream.read()).match(/^(id|event|:).*/gm)).toEqual([
    'id: 10',
    'event: hello',
    'id: 11',
    'event: change',
    ': still here',
    'id: 12',
  ])
})

test('only callers who could see a project get the change that deletes it', () => {
  const deletion = change('project-deleted', { project: 'a', projectExists: false, revision: 12 })
  const told = (before: Caller, changes: Change[], since?: string) => {
    const one = client(caller([]), since)
    one.take(changes, before)
    return [...String(one.stream.read()).matchAll(/^event: (.*)/gm)].map(([, event]) => event)
  }
  expect(told(caller(['a']), [deletion])).toEqual(['hello', 'change'])
  expect(told(caller(['b']), [deletion])).toEqual(['hello'])
  const birth = change('project-created', { project: 'a', revision: 11 })
  expect(told(caller('all'), [birth, deletion])).toEqual(['hello'])
  expect(told(caller('all'), [{ ...deletion, revision: 9 }], '8')).toEqual(['reset'])
})
