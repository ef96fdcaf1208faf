import { expect, test } from 'vitest'
import { returnPath } from './addresses.ts'

test.each([
  ['/projects', '/projects'],
  ['/projects/default?tab=a&b=%20c#here', '/projects/default?tab=a&b=%20c#here'],
  ['/search?redirect=https://evil.example', '/search?redirect=https://evil.example'],
])('%s is accepted as a return path', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path)
})

test.each([
  [undefined],
  [''],
  ['projects'],
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['/./\\evil.example'],
  ['/.//evil.example'],
  ['/a/..//evil.example'],
  ['https://evil.example'],
  ['https:evil.example'],
  ['javascript:alert(1)'],
  ['/logout'],
  ['/auth/oidc/login'],
  ['/x/../auth/oidc/login'],
  ['/api/admin/user'],
  ['/login?redirect=/login'],
  ['/signed-out'],
  [`/${'a'.repeat(3_000)}`],
])('%s is replaced by the start page, which prevents open redirects', (wanted) => {
  expect(returnPath(wanted)).toBe('/')
})
