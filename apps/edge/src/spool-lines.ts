import { crc32 } from 'node:zlib'
import type { Item } from './spool.ts'

const LINE = /^(?:([0-9a-f]{8}) )?(\{.*)$/

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0')

/** An item as a line of its own, with a checksum in front. */
export function toLine(item: Item): string {
  const text = JSON.stringify(item)
  return `${checksum(text)} ${text}\n`
}

/** The items of a file, and the lines that are not what was written. */
export function readLines(content: string): { items: Item[]; unreadable: string[] } {
  const items: Item[] = []
  const unreadable: string[] = []
  for (const line of content.split('\n')) {
    if (line === '') continue
    const item = readLine(line)
    if (item) items.push(item)
    else unreadable.push(line)
  }
  return { items, unreadable }
}

function readLine(line: string): Item | undefined {
  const [, sum, text = ''] = LINE.exec(line) ?? []
  // Edges of earlier versions wrote no checksums.
  if (sum !== undefined && sum !== checksum(text)) return undefined
  try {
    return JSON.parse(text) as Item
  } catch {
    return undefined
  }
}
