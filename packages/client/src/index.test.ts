import { expect, expectTypeOf, test } from 'vitest'
import { type InputOf, type ResultOf, requestOf } from './index.ts'

test('a request has its parameters in the path, escaped', () => {
  expect(requestOf('GET /api/admin/segments/:id', { params: { id: 7 } })).toEqual({
    method: 'GET',
    path: '/api/admin/segments/7',
    body: undefined,
  })
  const names = { type: 'simple', value: 'a/b c' }
  expect(requestOf('GET /api/admin/tags/:type/:value', { params: names }).path).toBe(
    '/api/admin/tags/simple/a%2Fb%20c',
  )
})

test('query parameters are escaped, lists are repeated, and undefined ones are left out', () => {
  const query = { limit: 5, query: 'a&b', tag: undefined } as never
  expect(requestOf('GET /api/admin/search/features', { query }).path).toBe(
    '/api/admin/search/features?limit=5&query=a%26b',
  )
  const many = { project: ['one', 'two'] } as never
  expect(requestOf('GET /api/admin/search/features', { query: many }).path).toContain(
    'project=one&project=two',
  )
})

test('a missing parameter is an error, not part of the path', () => {
  expect(() => requestOf('GET /api/admin/segments/:id', { params: {} as never })).toThrow(
    'needs the parameter id',
  )
})

test.each(['', '.', '..'])('a parameter that would change the path is an error: "%s"', (legalValue) => {
  const params = { contextField: 'country', legalValue }
  expect(() =>
    requestOf('DELETE /api/admin/context/:contextField/legal-values/:legalValue', { params }),
  ).toThrow(`legalValue cannot be "${legalValue}" in a URL`)
})

test('input and result have the types of the contract', () => {
  expectTypeOf<InputOf<'POST /api/admin/segments'>>().toHaveProperty('body')
  expectTypeOf<ResultOf<'GET /api/admin/segments/:id'>>().toHaveProperty('constraints')
  expectTypeOf<ResultOf<'DELETE /api/admin/segments/:id'>>().toEqualTypeOf<undefined>()
  // @ts-expect-error: there is no such operation
  expect(requestOf('GET /api/admin/nothing').path).toBe('/api/admin/nothing')
  // @ts-expect-error: this one needs a body
  expect(requestOf('POST /api/admin/segments').body).toBe(undefined)
})
