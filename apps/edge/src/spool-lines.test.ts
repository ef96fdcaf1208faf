import { expect, test } from 'vitest'
import type { Item } from './spool.ts'
import { readLines, toLine } from './spool-lines.ts'

const item = (app: string): Item => ({
  kind: 'usage',
  usage: {
    app,
    environment: 'development',
    at: 1,
    counts: [{ flag: 'naïve\n', yes: 1, no: 0, variants: [] }],
  },
})

test('items that were written to a file are read back', () => {
  const items = [item('shop'), item('till')]
  expect(readLines(items.map(toLine).join(''))).toEqual({ items, unreadable: [] })
})

test('damaged lines are set aside without affecting other lines', () => {
  const [shop, till] = [toLine(item('shop')), toLine(item('till'))]
  const changed = shop.replace('"yes":1', '"yes":9')
  const cut = till.slice(0, 40)
  const { items, unreadable } = readLines(`${shop}${changed}${till}${cut}`)
  expect(items).toEqual([item('shop'), item('till')])
  expect(unreadable).toEqual([changed.trimEnd(), cut])
})

test('lines of earlier versions, which have no checksum, are read', () => {
  expect(readLines(`${JSON.stringify(item('shop'))}\n`).items).toEqual([item('shop')])
})

test.each([
  '{}',
  '{"kind":"usage"}',
  '{"kind":"usage","usage":{"environment":"production","counts":[{}]}}',
  '{"kind":"application","registration":null}',
  '{"kind":"impact","environment":"production","metrics":{}}',
  '{"kind":"bulk","bulk":{"id":"1","environment":"production","usages":[]}}',
  '{"kind":"outcomes","report":{"environment":"production","projects":[]}}',
  '{"kind":"new"}',
])('an invalid line without a checksum is set aside: %s', (line) => {
  expect(readLines(`${line}\n`)).toEqual({ items: [], unreadable: [line] })
})
