import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStore, START, toMark } from '@flagstaff/delivery'
import { beforeEach, expect, test } from 'vitest'
import { createSnapshot } from '../snapshot.ts'
import { createSource, type Source } from './source.ts'

const feature = (name: string, project: string, enabled = true) => ({
  name,
  type: 'release',
  project,
  enabled,
  stale: false,
  description: null,
  impressionData: false,
  strategies: [{ name: 'default', parameters: {}, constraints: [] }],
  variants: [],
})
const all = { environment: 'development', projects: '*' as const }

let store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
let source: Source
const head = (projects: '*' | string[] = '*') => store.head('development', projects).tag
const isOn = (name: string) => store.piece('development', name)?.doc.enabled

beforeEach(() => {
  store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  source = createSource(store, 'secret', all)
  source.replace([feature('a', 'shop'), feature('b', 'search')], [], toMark(90, 'aaaaaaaa'))
  const off = { type: 'feature-updated' as const, eventId: 100, feature: feature('a', 'shop', false) }
  source.take([off], toMark(100, 'bbbbbbbb'))
})

test('each project has the mark of the newest state that affects it', () => {
  expect([head(), head(['shop']), head(['search'])]).toEqual(['100-bbbbbbbb', '100-bbbbbbbb', '90-aaaaaaaa'])
  expect([isOn('a'), isOn('b')]).toEqual([false, true])
})

test.each([
  ['to a smaller number', 85],
  ['to the same number of another history', 100],
])('after a rollback %s, no project keeps an outdated mark', (_title, revision) => {
  source.replace([feature('a', 'shop'), feature('b', 'search')], [], toMark(revision, 'cccccccc'))
  const tag = `${revision}-cccccccc`
  expect([head(), head(['shop']), head(['search'])]).toEqual([tag, tag, tag])
  expect(isOn('a')).toBe(true)
})

test('a delta of a different history also resets all marks', () => {
  const on = { type: 'feature-updated' as const, eventId: 85, feature: feature('a', 'shop') }
  source.take([on], toMark(85, 'cccccccc'))
  expect([head(), head(['search'])]).toEqual(['85-cccccccc', '85-cccccccc'])
  expect(store.since('development', toMark(100, 'bbbbbbbb'))).toBeUndefined()
})

test('the type of a flag is taken from upstream', () => {
  const typed = { ...feature('a', 'shop', true), valueType: 'integer' as const }
  source.take([{ type: 'feature-updated', eventId: 110, feature: typed }], toMark(110, 'dddddddd'))
  expect(store.piece('development', 'a')?.doc.valueType).toBe('integer')
  source.take(
    [{ type: 'feature-updated', eventId: 111, feature: feature('a', 'shop', true) }],
    toMark(111, 'eeeeeeee'),
  )
  expect(store.piece('development', 'a')?.doc).not.toHaveProperty('valueType')
})

test('a flag that was on before is still marked as released, after a change from upstream and from disk', async () => {
  const withdrawn = { ...feature('a', 'shop', false), released: true }
  source.take([{ type: 'feature-updated', eventId: 110, feature: withdrawn }], toMark(110, 'dddddddd'))
  const released = (from: typeof store) => from.piece('development', 'a')?.doc.released
  expect(released(store)).toBe(true)

  const folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const snapshot = createSnapshot(folder, 'key')
  await snapshot.save(store, [source])
  const [scope] = (await snapshot.load())?.scopes ?? []
  expect(scope?.mark).toBe('110-dddddddd')
  const restored = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  createSource(restored, 'secret', all).take(scope?.events ?? [], toMark(110, 'dddddddd'))
  expect(released(restored)).toBe(true)
  await rm(folder, { recursive: true })
})

test('a backup in the format before released flags is served, and all flags are loaded again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const snapshot = createSnapshot(folder, 'key')
  await snapshot.save(store, [source])
  const path = join(folder, 'flags.json')
  const body = (await readFile(path, 'utf8')).split('\n')[1]?.replace('"format":3', '"format":2') ?? ''
  await writeFile(path, `${createHmac('sha256', 'key').update(body).digest('hex')}\n${body}`)
  const [scope] = (await snapshot.load())?.scopes ?? []
  expect(scope?.mark).toBe(START.tag)
  expect(scope?.events.length).toBeGreaterThan(0)
  await rm(folder, { recursive: true })
})
