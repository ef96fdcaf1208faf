import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eventTypes } from '@flagstaff/contract/event-types'
import { code, table } from './markdown.mts'

const source = fileURLToPath(new URL('../../server/src/', import.meta.url))

/** These speak of every type of event without recording any. */
const onlySpeakOfThem = new Set(['platform', 'events', 'live'])

/** The event types that the server records today, by slice: those whose names stand in its source. */
export function eventTable(): string {
  const rows: string[][] = []
  for (const slice of readdirSync(source, { withFileTypes: true })) {
    if (!slice.isDirectory() || onlySpeakOfThem.has(slice.name)) continue
    const texts = readdirSync(`${source}${slice.name}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(`${source}${slice.name}/${name}`, 'utf8'))
      .join('\n')
    const recorded = eventTypes.filter((type) => texts.includes(`'${type}'`))
    if (recorded.length > 0) rows.push([slice.name, recorded.map(code).join(', ')])
  }
  if (rows.length === 0) throw new Error('no event types were found in the server')
  return table(['Slice', 'Event types'], rows)
}
