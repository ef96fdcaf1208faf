import { expect, test } from 'vitest'
import { environmentsOf, questionOf, readPlaySearch, varyingOf } from './search.ts'

test('a link is read whatever it was made by', () => {
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

test('production is asked about unless somebody says otherwise', () => {
  const known = [
    { name: 'dev', type: 'development' },
    { name: 'live', type: 'production' },
  ]
  expect(environmentsOf({}, known)).toEqual(['live'])
  expect(environmentsOf({ environments: 'dev, live' }, known)).toEqual(['dev', 'live'])
  expect(environmentsOf({}, known.slice(0, 1))).toEqual(['dev'])
})

test('what is empty is not asked, and only what an SDK has of its own stands outside the properties', () => {
  const search = readPlaySearch({ context: { userId: '1,2', country: 'NO', plan: ' ' }, revision: 3 })
  expect(questionOf(search, ['dev'])).toEqual({
    environments: ['dev'],
    projects: '*',
    atRevision: 3,
    context: { appName: 'playground', userId: '1,2', properties: { country: 'NO' } },
  })
})

test('a field with several values tells contexts apart', () => {
  expect(varyingOf({ userId: '1,2', country: 'NO', plan: 'a,' })).toEqual(['userId'])
})
