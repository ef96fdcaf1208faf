import type { Command } from 'commander'
import type { Kind } from './names.ts'

/** The words that can follow a path of commands: subcommands and options. */
export type Words = ReadonlyMap<string, readonly string[]>

export function wordsOf(command: Command, path: readonly string[] = []): Words {
  const options = [...(path.length > 0 ? [] : ['--version']), ...optionsOf(command)]
  const own = [...command.commands.map((one) => one.name()), ...options, '--help']
  const below = command.commands.flatMap((one) => [...wordsOf(one, [...path, one.name()])])
  return new Map([[path.join(' '), [...new Set(own)]], ...below])
}

/** With those of the commands above, which can be given anywhere. */
const optionsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => (long && long !== '--version' ? [long] : [])),
  ...(command.parent ? optionsOf(command.parent) : []),
]

/** Options whose values are names on the server. */
export const namedOptions: Record<string, Kind> = { '--project': 'projects', '--env': 'environments' }

/** Paths of commands whose first argument is a flag. */
export function flagPaths(command: Command, path: readonly string[] = []): string[] {
  const own = command.registeredArguments[0]?.name() === 'flag' ? [path.join(' ')] : []
  return [...own, ...command.commands.flatMap((one) => flagPaths(one, [...path, one.name()]))]
}
