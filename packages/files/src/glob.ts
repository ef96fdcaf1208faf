import { FileError } from './wire.ts'

const MOST_WILDCARDS = 6

/** A regular expression for a glob pattern with `*`, `**`, `?` and `{a,b}`. Paths have forward slashes. */
export function globPattern(glob: string): RegExp {
  // Each wildcard multiplies the time that a name without a match takes.
  if ((glob.match(/[*{]+/g) ?? []).length > MOST_WILDCARDS)
    throw new FileError('files', `A pattern can have at most ${MOST_WILDCARDS} wildcards.`)
  const tokens = glob.replace(/^\.\//, '').match(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^*?{]+|\{/g) ?? []
  return new RegExp(`^${tokens.map(expressionFor).join('')}$`)
}

/** The folder that all matching paths are in: the part before the first wildcard. */
export const globRoot = (glob: string): string =>
  glob
    .replace(/^\.\//, '')
    .split('/')
    .slice(0, -1)
    .join('/')
    .split(/\/?[^/]*[*?{]/)[0] ?? ''

function expressionFor(token: string): string {
  if (token === '**/') return '(?:[^/]+/)*'
  if (token === '**') return '.*'
  if (token === '*') return '[^/]*'
  if (token === '?') return '[^/]'
  if (token.startsWith('{') && token.endsWith('}'))
    return `(?:${token.slice(1, -1).split(',').map(escaped).join('|')})`
  return escaped(token)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
