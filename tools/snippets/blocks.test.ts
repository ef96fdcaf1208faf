import { expect, test } from 'vitest'
import { findBlocks } from './blocks.ts'

const page = (...lines: string[]) => lines.join('\n')

test('sh and bash blocks are commands, others are illustrations', () => {
  const { blocks, problems } = findBlocks(
    page(
      '# A',
      '```sh',
      'one',
      '',
      'two',
      '```',
      '```json',
      '{}',
      '```',
      '```bash title="x"',
      'three',
      '```',
    ),
  )
  expect(blocks).toEqual([
    { line: 2, text: 'one\n\ntwo' },
    { line: 10, text: 'three' },
  ])
  expect(problems).toEqual([])
})

test('a block in a list loses the indentation of its fence', () => {
  const { blocks } = findBlocks(
    page('1. Step:', '', '   ```sh', '   if true; then', '     one', '   fi', '   ```'),
  )
  expect(blocks).toEqual([{ line: 3, text: 'if true; then\n  one\nfi' }])
})

test('a fence inside of a longer fence is text', () => {
  const { blocks } = findBlocks(page('````md', '```sh', 'one', '```', '````', '~~~sh', 'two', '~~~'))
  expect(blocks).toEqual([{ line: 6, text: 'two' }])
})

test('a comment directly above a block is the reason why it is not run', () => {
  const { blocks, problems } = findBlocks(
    page(
      '<!-- not run: needs Docker -->',
      '```sh',
      'one',
      '```',
      '  {/* not run: needs a key */}',
      '  ```bash',
      '  ```',
    ),
  )
  expect(blocks.map(({ reason }) => reason)).toEqual(['needs Docker', 'needs a key'])
  expect(problems).toEqual([])
})

test('a comment without a reason or without a block is a problem', () => {
  const at = (...lines: string[]) => findBlocks(page(...lines)).problems
  expect(at('<!-- not run -->', '```sh', '```')).toEqual(['line 1: a block that is not run needs a reason'])
  expect(at('<!-- not run: why -->', '', '```sh', '```')).toEqual([
    'line 1: the comment is not directly above an sh or bash block',
  ])
  expect(at('<!-- not run: why -->', '```json', '```')).toHaveLength(1)
})

test('a block without an end is a problem', () => {
  expect(findBlocks(page('# A', '```sh', 'one')).problems).toEqual(['line 2: the block has no end'])
})

test('a set-up comment is run, and not shown', () => {
  const { blocks, problems } = findBlocks(
    page('1. Step:', '', '   <!-- setup', '   one', '   -->', '   ```sh', '   two', '   ```'),
  )
  expect(blocks).toEqual([
    { line: 3, text: 'one', isHidden: true },
    { line: 6, text: 'two' },
  ])
  expect(problems).toEqual([])
  expect(findBlocks(page('<!-- setup', 'one')).problems).toEqual(['line 1: the block has no end'])
})
