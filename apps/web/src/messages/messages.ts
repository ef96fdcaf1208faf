import { IntlMessageFormat } from 'intl-messageformat'

/** Texts by key, in ICU message syntax. */
export type Catalogue = Readonly<Record<string, string>>
// biome-ignore lint/suspicious/noExplicitAny: message parameters can have any type, including elements
export type Values = Record<string, any>

const compiled = new Map<string, IntlMessageFormat>()

/**
 * Pseudo-localisation: lengthens and accents every text to reveal hard-coded texts and overflows. Set
 * `localStorage.flagstaff-locale`.
 */
const isPseudo = () => localStorage.getItem('flagstaff-locale') === 'pseudo'

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Å',
  E: 'É',
  O: 'Ø',
  U: 'Ü',
  n: 'ñ',
}

/** Leaves braces and tags unchanged, since they contain the names of values. */
function pseudo(text: string): string {
  let depth = 0
  let tag = false
  const changed = [...text].map((letter) => {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (letter === '<') tag = true
    if (letter === '>') tag = false
    return depth === 0 && !tag ? (accents[letter] ?? letter) : letter
  })
  return `⟦${changed.join('')}${'·'.repeat(Math.ceil(text.length / 4))}⟧`
}

function messageFor(text: string): IntlMessageFormat {
  const known = compiled.get(text)
  if (known) return known
  const fresh = new IntlMessageFormat(isPseudo() ? pseudo(text) : text, 'en')
  compiled.set(text, fresh)
  return fresh
}

export const formatMessage = (text: string, values?: Values): string => {
  const formatted = messageFor(text).format(values)
  return Array.isArray(formatted) ? formatted.join('') : String(formatted)
}

/** For texts with tags: `<b>…</b>` is passed to the function `b` in the values. */
export const formatRich = <T>(text: string, values: Values): (string | T)[] => {
  const formatted = messageFor(text).format<T>(values)
  return (Array.isArray(formatted) ? formatted : [formatted]) as (string | T)[]
}

/** Looks up texts by key; its type makes a misspelt key a compile error. */
export const translator =
  <C extends Catalogue>(catalogue: C) =>
  (key: keyof C & string, values?: Values): string =>
    formatMessage(catalogue[key] ?? key, values)
