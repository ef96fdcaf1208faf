import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { buildProgram, everyOf } from '../../program.ts'
import { completionFor } from './scripts.ts'
import { flagPaths, wordsOf } from './words.ts'

const program = buildProgram()

test.each(['bash', 'zsh', 'fish', 'powershell'])(
  'the script for %s has every command and option',
  (shell) => {
    const script = completionFor(shell, program) ?? ''
    for (const command of everyOf(program).slice(1)) {
      expect(script).toContain(command.name())
      for (const { long } of command.options) expect(script).toContain(long)
    }
  },
)

test('a command has its own options and those of the program', () => {
  const words = wordsOf(program)
  expect(words.get('flags')).toEqual(expect.arrayContaining(['list', 'on', '--json', '--help']))
  expect(words.get('flags on')).toEqual(expect.arrayContaining(['--env', '--propose', '--json']))
})

test('bash completes commands, options and names on the server', () => {
  const complete = (...line: string[]) => {
    // As the command would: what it prints for each kind.
    const test = `flagstaff() { echo "$3-a $3-b"; }
${completionFor('bash', program)}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${line.length - 1}
_flagstaff; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', test], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  expect(complete('flagstaff', 'wh')).toEqual(['whoami'])
  expect(complete('flagstaff', '--json', 'flags', 'ar')).toEqual(['archive'])
  expect(complete('flagstaff', 'flags', 'on', 'my-flag', '--pro')).toEqual(['--project', '--propose'])
  expect(complete('flagstaff', 'flags', 'on', 'flags-')).toEqual(['flags-a', 'flags-b'])
  expect(complete('flagstaff', 'flags', 'on', 'x', '--env', '')).toEqual(['environments-a', 'environments-b'])
  expect(complete('flagstaff', 'flags', 'list', '--project', 'projects-b')).toEqual(['projects-b'])
  expect(complete('flagstaff', 'whoami', 'fl')).toEqual([''])
})

test('commands that take a flag are known', () => {
  expect(flagPaths(program)).toEqual(expect.arrayContaining(['flags show', 'flags on', 'explain', 'open']))
  expect(flagPaths(program)).not.toContain('flags list')
})

test('an unknown shell has no script', () => {
  expect(completionFor('tcsh', program)).toBeUndefined()
})
