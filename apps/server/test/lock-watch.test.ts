import { expect, test } from 'vitest'
import { createLockWatch } from './lock-watch.ts'

const project = 'select * from "projects" where "id" = $1 for share of projects'
const projectAlone = 'select * from "projects" where "id" = $1 for update of projects'
const flags = 'select * from "flags" where "project" = $1 and "name" = any($2) order by "name" for update'
const segment = 'select * from "segments" where "id" = $1 for update'

function violationsOf(statements: [text: string, ...parameters: unknown[]][]) {
  const { onStatement, violations } = createLockWatch()
  const connection = {}
  onStatement(connection, 'begin', [])
  for (const [text, ...parameters] of statements) onStatement(connection, text, parameters)
  return violations.size
}

test.each<[string, [string, ...unknown[]][], number]>([
  [
    'project, segment, flag',
    [
      [project, 'a'],
      [segment, 1],
      [flags, 'a', ['x', 'y']],
    ],
    0,
  ],
  [
    'a flag before its project',
    [
      [flags, 'a', ['x', 'y']],
      [project, 'a'],
    ],
    1,
  ],
  [
    'a segment before its project',
    [
      [segment, 1],
      [project, 'a'],
    ],
    1,
  ],
  [
    'a flag before a segment',
    [
      [flags, 'a', ['x']],
      [segment, 1],
    ],
    1,
  ],
  [
    'what is held already',
    [
      [project, 'a'],
      [flags, 'a', ['x']],
      [project, 'a'],
    ],
    0,
  ],
  [
    'a shared lock that becomes exclusive',
    [
      [project, 'a'],
      [projectAlone, 'a'],
    ],
    1,
  ],
  [
    'flags deleted before a segment is locked',
    [[project, 'a'], ['delete from flags f using d'], [segment, 1]],
    1,
  ],
])('counts violations of the lock order: %s', (_title, statements, count) => {
  expect(violationsOf(statements)).toBe(count)
})
