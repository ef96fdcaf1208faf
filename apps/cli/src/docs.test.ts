import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { buildProgram } from './program.ts'

const page = readFileSync(new URL('../../docs/docs/reference/command-line.md', import.meta.url), 'utf8')
const program = buildProgram()
const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

test('the docs list every command with its options', () => {
  const rows = [...page.matchAll(/^\| `(flagstaff [^`]+)`/gm)].map(([, text = '']) => text)
  for (const command of leaves(program)) {
    const row = rows.find((text) => new RegExp(`^${pathOf(command)}( |$)`).test(text))
    expect(row, pathOf(command)).toBeDefined()
    for (const { name, required } of command.registeredArguments.map((one) => ({
      name: one.name(),
      required: one.required,
    })))
      expect(row).toContain(required ? `<${name}>` : `[${name}]`)
  }
  expect(rows).toHaveLength(leaves(program).length)
})

test('every command and option in the docs exists', () => {
  const lines = [
    ...page.matchAll(/^(?:source <\()?(flagstaff [^\n)]+)/gm),
    ...page.matchAll(/^\| `(flagstaff [^`]+)`/gm),
  ]
  expect(lines.length).toBeGreaterThan(20)
  for (const [, line = ''] of lines) {
    const command = leaves(program).find((one) => new RegExp(`^${pathOf(one)}( |$)`).test(line))
    expect(command, line).toBeDefined()
    const known = [...(command?.options ?? []), ...program.options].map(({ long }) => long)
    for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(known, line).toContain(option)
  }
})
