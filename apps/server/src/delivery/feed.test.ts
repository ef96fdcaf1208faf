import { expect, test } from 'vitest'
import { nextStep } from './feed.ts'
import type { News } from './published-queries.ts'

const now = 1_000_000
const store = { revision: 5, hash: 'aaaaaaaa', epoch: 'e', syncedAt: now - 1_000 }
const news = (more: Partial<News>): News => ({
  revision: 5,
  hash: 'aaaaaaaa',
  epoch: 'e',
  historyFloor: 0,
  standby: false,
  clock: now,
  hashThere: 'aaaaaaaa',
  closed: [],
  opened: [],
  heads: [],
  ...more,
})

test.each<[string, Partial<News>, string]>([
  ['does nothing if nothing is new', {}, 'nothing'],
  ['applies new changes', { revision: 7 }, 'apply'],
  ['restarts if the revision of the store has a different hash', { hashThere: 'bbbbbbbb' }, 'restart'],
  ['restarts if the revision was reused and passed', { revision: 9, hashThere: 'bbbbbbbb' }, 'restart'],
  ['restarts if a primary does not have the revision', { revision: 3, hashThere: null }, 'restart'],
  [
    'waits for a standby that does not have the revision yet',
    { revision: 3, hashThere: null, standby: true },
    'wait',
  ],
  ['restarts if a standby has a different history', { hashThere: 'bbbbbbbb', standby: true }, 'restart'],
  ['follows if another server found a different history', { epoch: 'f' }, 'follow'],
  ['reloads if history was pruned past the store', { revision: 9, historyFloor: 6 }, 'reload'],
  [
    'reloads if the event of the store was removed from the log',
    { revision: 9, historyFloor: 6, hashThere: null },
    'reload',
  ],
])('%s', (_title, more, step) => {
  expect(nextStep(store, news(more), now)).toBe(step)
})

test('the first load and a long gap cause a reload, a store at revision 0 does not', () => {
  expect(nextStep({ ...store, syncedAt: 0 }, news({}), now)).toBe('reload')
  expect(nextStep({ ...store, revision: 0, hash: '00000000' }, news({ hashThere: null }), now)).toBe('apply')
  expect(nextStep({ ...store, syncedAt: now - 3_600_000 }, news({ revision: 7 }), now)).toBe('reload')
})
