import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openOutput } from './output.ts'

function capture({ json = false, isTTY = false } = {}) {
  let text = ''
  const stream = Object.assign(new PassThrough(), { isTTY })
  stream.on('data', (chunk) => (text += chunk))
  const output = openOutput({ json }, { stdout: stream, stderr: stream })
  return { output, text: () => text }
}
const rows = [{ name: 'one' }, { name: 'a longer\tname\u001b[31m' }]
const columns = [
  { label: 'NAME', of: (row: { name: string }) => row.name },
  { label: 'SIZE', of: (row: { name: string }) => row.name.length },
]

test('tables are aligned on a terminal', () => {
  const { output, text } = capture({ isTTY: true })
  output.table(rows, columns, {})
  expect(text()).toContain('one                 3\n')
  expect(text()).toContain('NAME')
})

test('elsewhere, cells are separated by tabs and there is no head', () => {
  const { output, text } = capture()
  output.table(rows, columns, {})
  expect(text()).toBe('one\t3\na longer name [31m\t18\n')
})

test('with --json there is one document', () => {
  const { output, text } = capture({ json: true })
  output.table(rows, columns, { rows: 2 })
  output.progress('not on a pipe')
  expect(JSON.parse(text())).toEqual({ rows: 2 })
})
