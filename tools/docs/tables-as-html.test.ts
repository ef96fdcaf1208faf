import { expect, test } from 'vitest'
import { tablesAsHtml } from '../../apps/docs/tools/tables-as-html.mts'

const text = (value: string) => ({ type: 'text', value })
const element = (tagName: string, children: object[], properties = {}) => ({
  type: 'element',
  tagName,
  properties,
  children,
})
function transformed(cell: object[], properties = {}) {
  const row = element('tr', [element('td', cell, properties)])
  const tree = { type: 'root', children: [element('table', [element('tbody', [row])])] }
  tablesAsHtml()(tree as never)
  return tree.children[0]
}

test('the text of a table is escaped', () => {
  const html = '<tbody><tr><td><code>&lt;script&gt;&amp;amp;</code><br></td></tr></tbody>'
  expect(transformed([element('code', [text('<script>&amp;')]), element('br', [])])).toMatchObject({
    name: 'HtmlTable',
    attributes: [{ name: 'html', value: html }],
  })
})

test.each<[string, object[], object]>([
  ['a link', [element('a', [text('docs')], { href: 'javascript:alert(1)' })], {}],
  ['a script', [element('script', [text('alert(1)')])], {}],
  ['an attribute', [text('cell')], { onclick: 'alert(1)' }],
  ['HTML in the page', [{ type: 'raw', value: '<img onerror=alert(1)>' }], {}],
])('a table with %s stays an element', (_what, cell, properties) => {
  expect(transformed(cell, properties)).toMatchObject({ tagName: 'table' })
})
