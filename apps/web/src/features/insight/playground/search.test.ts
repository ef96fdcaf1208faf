import { expect, test } from 'vitest'
import { environmentsOf, questionOf, readPlaySearch, varyingOf } from './search.ts'

test('links in all formats are parsed, and invalid parameters are ignored', () => {
  const context = { userId: 7, properties: { country: 'NO', beta: true, list: [] } }
  const flat = { userId: '7', country: 'NO', beta: 'true' }
  expect(readPlaySearch({ context })).toMatchObject({ context: flat })
  expect(readPlaySearch({ context: JSON.stringify(context) })).toMatchObject({ context: flat })
  expect(readPlaySearch({ context: 'nonsense', revision: -1, at: 'tuesday', show: 'all' })).toEqual(
    readPlaySearch({}),
  )
  expect(readPlaySearch({ environments: ['a', 'b'], revision: '12', case: 2 })).toMatchObject({
    environments: 'a,b',
    revision: 12,
    case: 2,
  })
})

test('production is selected by default', () => {
  const known = [
    { name: 'dev', type: 'development' },
    { name: 'live', type: 'production' },
  ]
  expect(environmentsOf({}, known)).toEqual(['live'])
  expect(environmentsOf({ environments: 'dev, live' }, known)).toEqual(['dev', 'live'])
  expect(environmentsOf({}, known.slice(0, 1))).toEqual(['dev'])
})

test('empty fields are left out, and all but the standard SDK fields are properties', () => {
  const search = readPlaySearch({ context: { userId: '1,2', country: 'NO', plan: ' ' }, revision: 3 })
  expect(questionOf(search, ['dev'])).toEqual({
    environments: ['dev'],
    projects: '*',
    atRevision: 3,
    context: { appName: 'playground', userId: '1,2', properties: { country: 'NO' } },
  })
})

test('a field with several values distinguishes contexts', () => {
  expect(varyingOf({ userId: '1,2', country: 'NO', plan: 'a,' })).toEqual(['userId'])
})
