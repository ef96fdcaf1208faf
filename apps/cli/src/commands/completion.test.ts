import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { buildProgram, everyOf } from '../program.ts'
import { completionFor, wordsOf } from './completion.ts'

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

test('bash completes commands and options', () => {
  const complete = (...line: string[]) => {
    const test = `${completionFor('bash', program)}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${line.length - 1}
_flagstaff; echo "\${COMPREPLY[@]}"`
    return spawnSync('bash', ['-c', test], { encoding: 'utf8' }).stdout.trim().split(' ')
  }
  expect(complete('flagstaff', 'wh')).toEqual(['whoami'])
  expect(complete('flagstaff', '--json', 'flags', 'ar')).toEqual(['archive'])
  expect(complete('flagstaff', 'flags', 'on', 'my-flag', '--pro')).toEqual(['--project', '--propose'])
})

test('an unknown shell has no script', () => {
  expect(completionFor('tcsh', program)).toBeUndefined()
})
