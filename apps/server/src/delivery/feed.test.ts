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
  ['nothing is new', {}, 'nothing'],
  ['something is new', { revision: 7 }, 'apply'],
  ['another change has the number that the store has', { hashThere: 'bbbbbbbb' }, 'restart'],
  ['the number was given again and passed', { revision: 9, hashThere: 'bbbbbbbb' }, 'restart'],
  ['a primary does not have the revision', { revision: 3, hashThere: null }, 'restart'],
  ['a standby does not have the revision yet', { revision: 3, hashThere: null, standby: true }, 'wait'],
  ['a standby follows another history', { hashThere: 'bbbbbbbb', standby: true }, 'restart'],
  ['another server found another history', { epoch: 'f' }, 'follow'],
  ['history was pruned past the store', { revision: 9, historyFloor: 6 }, 'reload'],
])('%s', (_title, more, step) => {
  expect(nextStep(store, news(more), now)).toBe(step)
})

test('the first load, an empty log and a long absence', () => {
  expect(nextStep({ ...store, syncedAt: 0 }, news({}), now)).toBe('reload')
  expect(nextStep({ ...store, revision: 0, hash: '00000000' }, news({ hashThere: null }), now)).toBe('apply')
  expect(nextStep({ ...store, syncedAt: now - 3_600_000 }, news({ revision: 7 }), now)).toBe('reload')
})
