import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'

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

const cases = (words: Words, line: (path: string, list: string) => string) =>
  [...words].map(([path, list]) => line(path, list.join(' '))).join('\n')

/** The commands typed so far are the words before the cursor that are not options. */
const scripts: Record<string, (words: Words) => string> = {
  bash: (words) => `_flagstaff() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${commandCases(words, '      ')}
    esac
  done
  local words=""
  case "$path" in
${cases(words, (path, list) => `    "${path === '' ? '' : ` ${path}`}") words="${list}" ;;`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _flagstaff flagstaff`,
  zsh: (words) => `#compdef flagstaff
_flagstaff() {
  local commands="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$commands $word" in
${commandCases(words, '      ', 'commands')}
    esac
  done
  case "$commands" in
${cases(words, (path, list) => `    "${path === '' ? '' : ` ${path}`}") compadd -- ${list} ;;`)}
  esac
}
compdef _flagstaff flagstaff`,
  fish: (words) => `function __flagstaff_words
  set -l path ""
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
${[...words.keys()]
  .filter(Boolean)
  .map((path) => `      case " ${path}"\n        set path " ${path}"`)
  .join('\n')}
    end
  end
  switch "$path"
${cases(words, (path, list) => `    case "${path === '' ? '' : ` ${path}`}"\n      printf '%s\\n' ${list}`)}
  end
end
complete -c flagstaff -f -a '(__flagstaff_words)'`,
  powershell: (words) => `Register-ArgumentCompleter -Native -CommandName flagstaff -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @{
${cases(words, (path, list) => `    '${path}' = '${list}'`)}
  }
  $path = ''
  foreach ($one in $ast.CommandElements | Select-Object -Skip 1) {
    $next = "$path $one".Trim()
    if ($words.ContainsKey($next)) { $path = $next }
  }
  $words[$path] -split ' ' | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`,
}

const commandCases = (words: Words, indent: string, name = 'path') =>
  [...words.keys()]
    .filter(Boolean)
    .map((path) => `${indent}" ${path}") ${name}=" ${path}" ;;`)
    .join('\n')

export const completionFor = (shell: string, program: Command): string | undefined =>
  scripts[shell]?.(wordsOf(program))

export async function completion({ program }: Context, shell: string) {
  const script = completionFor(shell, program)
  if (script === undefined)
    throw new CliError(
      `There is no completion for ${shell}. Choose bash, zsh, fish or powershell.`,
      exits.wrongUse,
    )
  process.stdout.write(`${script}\n`)
}
