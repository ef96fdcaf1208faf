import type { LegalValue } from '@flagstaff/contract/context'

const LONGEST = 100

/** Parses lines or CSV: the value first, then an optional description. Duplicates are removed. */
export function parseLegalValues(text: string): LegalValue[] {
  const values = new Map<string, LegalValue>()
  for (const line of text.split(/\r?\n/)) {
    const [value = '', ...rest] = splitLine(line)
    const description = rest.filter(Boolean).join(', ')
    if (value !== '' && !values.has(value))
      values.set(value, { value, ...(description ? { description } : {}) })
  }
  return [...values.values()]
}

/** Splits at the first separator in the line, except inside quotes. */
function splitLine(line: string): string[] {
  const separator = /[\t;,]/.exec(line.replace(/"[^"]*"/g, ''))?.[0] ?? ','
  const parts: string[] = []
  let part = ''
  let quoted = false
  for (let index = 0; index < line.length; index += 1) {
    const letter = line[index]
    if (letter === '"' && quoted && line[index + 1] === '"') {
      part += '"'
      index += 1
    } else if (letter === '"') quoted = !quoted
    else if (letter === separator && !quoted) {
      parts.push(part.trim())
      part = ''
    } else part += letter
  }
  return [...parts, part.trim()]
}

/** Appends new values to the existing ones. */
export const addLegalValues = (
  present: readonly LegalValue[],
  added: readonly LegalValue[],
): LegalValue[] => [...present, ...added.filter(({ value }) => !present.some((one) => one.value === value))]

export type LegalFault = { kind: 'blank' } | { kind: 'long' } | { kind: 'twice'; value: string }

export function faultOf(values: readonly LegalValue[]): LegalFault | undefined {
  const seen = new Set<string>()
  for (const { value } of values) {
    if (value.trim() === '') return { kind: 'blank' }
    if (value.length > LONGEST) return { kind: 'long' }
    if (seen.has(value)) return { kind: 'twice', value }
    seen.add(value)
  }
  return undefined
}
