import { expect, test } from 'vitest'
import { draftOf, newField, settingOf } from './sample.ts'

test('a setting stays the same when it is edited', () => {
  const setting = {
    enabled: true,
    share: 0.125,
    properties: ['userId', 'country'],
    pseudonyms: ['userId'],
  }
  expect(settingOf(draftOf({ ...setting, environments: [] }))).toEqual(setting)
})

test('fields that identify a person start as pseudonyms', () => {
  expect(newField('userId').mode).toBe('pseudonym')
  expect(newField('country').mode).toBe('plain')
})
