import { expect, test } from 'vitest'
import { isWanted, project } from './projection.ts'

const resource = {
  schemas: ['s'],
  id: '1',
  userName: 'ada',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'ada@example.com', type: 'work' }],
}

test('attributes selects the requested attributes, and always the id', () => {
  expect(project(resource, { attributes: 'USERNAME, name.givenName' })).toEqual({
    schemas: ['s'],
    id: '1',
    userName: 'ada',
    name: { givenName: 'Ada' },
  })
  expect(project(resource, { attributes: 'emails.value' }).emails).toEqual([{ value: 'ada@example.com' }])
  expect(project(resource, { attributes: 'urn:ietf:params:scim:schemas:core:2.0:User:userName' })).toEqual({
    schemas: ['s'],
    id: '1',
    userName: 'ada',
  })
})

test('excludedAttributes omits attributes, but never the id', () => {
  expect(project(resource, { excludedAttributes: 'id,emails,name.familyName' })).toEqual({
    schemas: ['s'],
    id: '1',
    userName: 'ada',
    name: { givenName: 'Ada' },
  })
})

test('without projection parameters all attributes are returned', () => {
  expect(project(resource, {})).toEqual(resource)
})

test('members need not be read if they are not requested', () => {
  expect(isWanted('members', {})).toBe(true)
  expect(isWanted('members', { excludedAttributes: 'Members' })).toBe(false)
  expect(isWanted('members', { attributes: 'displayName' })).toBe(false)
  expect(isWanted('members', { attributes: 'members.value' })).toBe(true)
})
