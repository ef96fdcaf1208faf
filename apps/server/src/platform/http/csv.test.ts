import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('cells are quoted if necessary, and formulas are escaped', () => {
  const rows = [
    { name: 'Ada, "the first"', note: '=HYPERLINK("x")', count: -1 },
    { name: 'two\nlines', note: null, count: 0 },
  ]
  expect(toCsv(['name', 'note', 'count'], rows)).toBe(
    'name,note,count\r\n"Ada, ""the first""","\'=HYPERLINK(""x"")",-1\r\n"two\nlines",,0\r\n',
  )
})
