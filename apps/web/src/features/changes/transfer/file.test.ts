import { expect, test } from 'vitest'
import { readText } from './file.ts'

test('a text is parsed as an export, or gives the reason why not', () => {
  expect(readText('{')).toEqual({ problem: 'notJson' })
  expect(readText('[]')).toEqual({ problem: 'notExport' })
  expect(readText('{"flags":[]}')).toEqual({ problem: 'notExport' })
  expect(readText('{"features":[]}')).toEqual({
    data: { features: [], featureStrategies: [], tagTypes: [] },
  })
})
