import { expect, test } from 'vitest'
import { checkLinkTemplates, checkNaming, checkProjectId, cleanName, freeId, slugOf } from './rules.ts'

test.each([
  ['Web Shop', 'web-shop'],
  ['  Größe & Maß  ', 'gro-e-ma'],
  ['Été 2026!', 'ete-2026'],
  ['日本', 'project'],
  ['archive', 'project'],
  ['x'.repeat(200), 'x'.repeat(90)],
  [`${'x'.repeat(89)} y`, 'x'.repeat(89)],
])('the name %j gives the id %j', (name, id) => {
  expect(slugOf(name)).toBe(id)
})

test('a taken id gets the first free number as a suffix', () => {
  expect(freeId('shop', new Set())).toBe('shop')
  expect(freeId('shop', new Set(['shop', 'shop-1', 'shop-3']))).toBe('shop-2')
})

test.each(['shop', 'a.b~c_d-e', '__proto__', 'x'.repeat(100)])('%j is a valid project id', (id) => {
  expect(() => checkProjectId(id)).not.toThrow()
})
test.each(['', '.', '..', '*', '[]', 'a b', 'ü', 'a/b', 'archive', 'revive', 'x'.repeat(101)])(
  '%j is not a valid project id',
  (id) => {
    expect(() => checkProjectId(id)).toThrow()
  },
)

test.each([
  ['<b>Shop</b>', 'Shop'],
  ['a < b', 'a < b'],
  [' x<script>alert(1)</script>', 'xalert(1)'],
])('the name %j is stored as %j', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
})
test('a name that consists only of markup is refused', () => {
  expect(() => cleanName('<br>')).toThrow('needs a name')
})

test.each([
  [{ pattern: null }],
  [{ pattern: '', example: '', description: null }],
  [{ pattern: '[a-z]+-\\d+', example: 'team-1', description: 'team and number' }],
  [{ pattern: '^a.*$', example: 'ab' }],
])('%j is a valid naming pattern', (naming) => {
  expect(() => checkNaming(naming)).not.toThrow()
})
test.each([
  [{ pattern: null, example: 'a' }],
  [{ pattern: '', description: 'a' }],
  [{ pattern: 'a b' }],
  [{ pattern: 'a\\sb' }],
  [{ pattern: '(' }],
  [{ pattern: 'a(?=b)' }],
  [{ pattern: '[a-z]+', example: 'abc1' }],
])('%j is not a valid naming pattern', (naming) => {
  expect(() => checkNaming(naming)).toThrow()
})

test.each(['https://issues.example.com/{{project}}/{{feature}}', 'example.com/{{feature}}'])(
  '%j is a valid link template',
  (urlTemplate) => {
    expect(() => checkLinkTemplates([{ urlTemplate }])).not.toThrow()
  },
)
test.each(['', 'javascript:alert(1)', 'https://', 'ftp://example.com'])(
  '%j is not a valid link template',
  (urlTemplate) => {
    expect(() => checkLinkTemplates([{ urlTemplate }])).toThrow()
  },
)
