import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventTypes } from '@flagstaff/contract/event-types'
import { code, table } from './markdown.mts'

const source = fileURLToPath(new URL('../../server/src/', import.meta.url))

/** These mention every type of event without recording any. */
const onlyMention = new Set(['insight/events', 'insight/live'])

/** The event types that the server records, by slice: those named in its source. */
export function eventTable(): string {
  const rows: string[][] = []
  const slices = globSync('**/slice.ts', { cwd: source })
    .map((file) => dirname(file))
    .sort()
  for (const slice of slices) {
    if (onlyMention.has(slice)) continue
    const texts = globSync(`${slice}/**/*.ts`, { cwd: source })
      .filter((name) => !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${source}${name}`, 'utf8'))
      .join('\n')
    const recorded = eventTypes.filter((type) => texts.includes(`'${type}'`))
    if (recorded.length > 0) rows.push([slice.split('/').at(-1) ?? '', recorded.map(code).join(', ')])
  }
  if (rows.length === 0) throw new Error('no event types were found in the server')
  return table(['Slice', 'Event types'], rows)
}
