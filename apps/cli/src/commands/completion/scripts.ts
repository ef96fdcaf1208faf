import type { Command } from 'commander'
import { flagPaths, namedOptions, type Words, wordsOf } from './words.ts'

type Tree = { words: Words; flags: readonly string[] }

const asked = (kind: string) => `flagstaff completion --names ${kind} 2>/dev/null`
const quoted = (path: string) => `"${path === '' ? '' : ` ${path}`}"`
const lines = (all: Iterable<string>) => [...all].join('\n')
const cases = (words: Words, line: (path: string, list: string) => string) =>
  lines([...words].map(([path, list]) => line(path, list.join(' '))))
const commandCases = ({ words }: Tree, indent: string, name = 'path') =>
  lines(
    [...words.keys()].filter(Boolean).map((path) => `${indent}${quoted(path)}) ${name}=${quoted(path)} ;;`),
  )
const options = Object.entries(namedOptions)

/** The commands typed so far are the words before the cursor that are not options. */
const scripts: Record<string, (tree: Tree) => string> = {
  bash: (tree) => `_flagstaff() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${commandCases(tree, '      ')}
    esac
  done
  local words=""
  case "$path" in
${cases(tree.words, (path, list) => `    ${quoted(path)}) words="${list}" ;;`)}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${lines(options.map(([option, kind]) => `    ${option}) words=$(${asked(kind)}) ;;`))}
    *) case "\${COMP_WORDS[COMP_CWORD]}$path" in
      -*) ;;
${lines(tree.flags.map((path) => `      *" ${path}") words="$words $(${asked('flags')})" ;;`))}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _flagstaff flagstaff`,
  zsh: (tree) => `#compdef flagstaff
_flagstaff() {
  local commands="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$commands $word" in
${commandCases(tree, '      ', 'commands')}
    esac
  done
  case "\${words[CURRENT-1]}" in
${lines(options.map(([option, kind]) => `    ${option}) compadd -- \${(f)"$(${asked(kind)})"}; return ;;`))}
  esac
  case "$commands" in
${cases(tree.words, (path, list) => `    ${quoted(path)}) compadd -- ${list} ;;`)}
  esac
  case "$commands" in
${lines(tree.flags.map((path) => `    ${quoted(path)}) compadd -- \${(f)"$(${asked('flags')})"} ;;`))}
  esac
}
compdef _flagstaff flagstaff`,
  fish: (tree) => `function __flagstaff_words
  set -l path ""
  set -l typed (commandline -opc)
  for word in $typed[2..-1]
    switch "$path $word"
${lines(
  [...tree.words.keys()]
    .filter(Boolean)
    .map((path) => `      case ${quoted(path)}\n        set path ${quoted(path)}`),
)}
    end
  end
  switch "$typed[-1]"
${lines(options.map(([option, kind]) => `    case ${option}\n      ${asked(kind)}\n      return`))}
  end
  switch "$path"
${cases(tree.words, (path, list) => `    case ${quoted(path)}\n      printf '%s\\n' ${list}`)}
  end
  switch "$path"
    case ${tree.flags.map(quoted).join(' ')}
      ${asked('flags')}
  end
end
complete -c flagstaff -f -a '(__flagstaff_words)'`,
  powershell: ({ words, flags }) => `Register-ArgumentCompleter -Native -CommandName flagstaff -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @{
${cases(words, (path, list) => `    '${path}' = '${list}'`)}
  }
  $named = @{ ${options.map(([option, kind]) => `'${option}' = '${kind}'`).join('; ')} }
  $flags = @(${flags.map((path) => `'${path}'`).join(', ')})
  $path = ''
  $before = ''
  foreach ($one in $ast.CommandElements | Select-Object -Skip 1) {
    $next = "$path $one".Trim()
    if ($words.ContainsKey($next)) { $path = $next }
    if ("$one" -ne $word) { $before = "$one" }
  }
  $found = $words[$path] -split ' '
  if ($flags -contains $path) { $found += flagstaff completion --names flags 2>$null }
  if ($named.ContainsKey($before)) { $found = flagstaff completion --names $named[$before] 2>$null }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`,
}

export const completionFor = (shell: string, program: Command): string | undefined =>
  scripts[shell]?.({ words: wordsOf(program), flags: flagPaths(program) })
