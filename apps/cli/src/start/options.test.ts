import { expect, test } from 'vitest'
import { inOrder } from './copy.ts'
import { Failure } from './failure.ts'
import { isEdgeHelp, readMoveOptions, readStartOptions } from './options.ts'

test('the port comes from the option, then from the environment, then is 4242', () => {
  expect(readStartOptions(['--port', '5000'], { PORT: '6000' })?.port).toBe(5000)
  expect(readStartOptions([], { PORT: '6000' })?.port).toBe(6000)
  expect(readStartOptions([], {})).toEqual({
    port: 4242,
    data: undefined,
    name: 'default',
    temporary: false,
    demo: false,
    open: true,
  })
})

test.each([
  [['--port', '0']],
  [['--port', '70000']],
  [['--name', '../elsewhere']],
  [['--temporary', '--data', 'somewhere']],
  [['--unknown']],
])('refuses %j as wrong use', (args) => {
  expect(() => readStartOptions(args, {})).toThrow(Failure)
  expect(() => readStartOptions(args, {})).toThrow(expect.objectContaining({ exitCode: 2 }))
})

test('an edge has help and no other options', () => {
  expect(isEdgeHelp([])).toBe(false)
  expect(isEdgeHelp(['--help'])).toBe(true)
  expect(() => isEdgeHelp(['--port', '3063'])).toThrow('Its settings are environment variables')
  expect(() => isEdgeHelp(['--port', '3063'])).toThrow(Failure)
})

test('a move needs a database to move to', () => {
  expect(() => readMoveOptions([])).toThrow('--to postgres://')
  expect(() => readMoveOptions(['--to', 'mysql://host/db'])).toThrow('--to postgres://')
  expect(readMoveOptions(['--to', 'postgres://host/db'])?.to).toBe('postgres://host/db')
})

test('tables are copied after those that they refer to', () => {
  const table = (name: string, ...needs: string[]) => ({ name, needs, columns: '' })
  const sorted = inOrder([table('rules', 'flags'), table('flags', 'projects'), table('projects')])
  expect(sorted.map(({ name }) => name)).toEqual(['projects', 'flags', 'rules'])
  expect(() => inOrder([table('a', 'b'), table('b', 'a')])).toThrow('circle')
})
