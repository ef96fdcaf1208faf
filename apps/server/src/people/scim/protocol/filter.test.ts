import { expect, test } from 'vitest'
import { ratio } from '../../../../test/effort.ts'
import { parseFilter } from './filter.ts'

const compared = (path: string, operator: string, literal: unknown) => ({
  is: 'compared',
  path,
  operator,
  literal,
})

test('parses comparisons, with operators in any case', () => {
  expect(parseFilter('userName eq "ada"')).toEqual(compared('userName', 'eq', 'ada'))
  expect(parseFilter('active EQ False')).toEqual(compared('active', 'eq', false))
  expect(parseFilter('title ne null')).toEqual(compared('title', 'ne', null))
  expect(parseFilter('emails pr')).toEqual({ is: 'present', path: 'emails' })
})

test('quoted strings can contain blanks, brackets, keywords and escapes', () => {
  expect(parseFilter('userName eq "a and (b) or not [c] \\"d\\""')).toEqual(
    compared('userName', 'eq', 'a and (b) or not [c] "d"'),
  )
})

test('and binds tighter than or, and parentheses override both', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((path) => ({ is: 'present', path }))
  expect(parseFilter('a pr or b pr and c pr')).toEqual({
    is: 'or',
    left: a,
    right: { is: 'and', left: b, right: c },
  })
  expect(parseFilter('(a pr or b pr) and c pr')).toEqual({
    is: 'and',
    left: { is: 'or', left: a, right: b },
    right: c,
  })
  expect(parseFilter('not (a pr)')).toEqual({ is: 'not', inner: a })
})

test('a filter in brackets applies to the attribute before it', () => {
  expect(parseFilter('emails[type eq "work"]')).toEqual(compared('emails.type', 'eq', 'work'))
  expect(parseFilter('emails[type eq "work"].value eq "a@b"')).toEqual({
    is: 'and',
    left: compared('emails.type', 'eq', 'work'),
    right: compared('emails.value', 'eq', 'a@b'),
  })
})

test('attributes can have a schema prefix', () => {
  expect(parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"')).toEqual(
    compared('userName', 'eq', 'a'),
  )
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq ada',
  'userName is "ada"',
  'userName eq "ada',
  'userName eq "ada" and',
  'userName eq "ada" "bob"',
  '(userName eq "ada"',
  'emails[type eq "work"',
  'not userName pr',
  '"userName" eq "ada"',
  'userName eq {"a":1}',
  'userName eq [1]',
])('%s is not a valid filter', (text) => {
  expect(() => parseFilter(text)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidFilter' }))
})

test('filters that are too long, too deep or too complex are refused', () => {
  const refusal = expect.objectContaining({ scimType: 'invalidFilter' })
  expect(() => parseFilter(`${'('.repeat(900)}a pr${')'.repeat(900)}`)).toThrow(refusal)
  expect(() => parseFilter(`a eq "${'x'.repeat(5_000)}"`)).toThrow(refusal)
  expect(() => parseFilter(Array.from({ length: 60 }, () => 'a pr').join(' or '))).toThrow(refusal)
})

const ordinary = Array.from({ length: 40 }, (_, index) => `a eq "${index}"`).join(' or ')

test.each(['"\\'.repeat(900), '(a pr or b pr) and '.repeat(100), 'a['.repeat(900), '.'.repeat(1_900)])(
  'a hostile filter takes about as long as an ordinary one: %.20s',
  async (text) => {
    const refused = () => expect(() => parseFilter(text)).toThrow()
    expect(await ratio(refused, () => parseFilter(ordinary))).toBeLessThan(1_000)
  },
)
