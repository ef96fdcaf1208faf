import { crc32 } from 'node:zlib'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { Item } from './spool.ts'

const LINE = /^(?:([0-9a-f]{8}) )?(\{.*)$/

const Usage = Type.Object({
  app: Type.String(),
  environment: Type.String(),
  at: Type.Number(),
  counts: Type.Array(
    Type.Object({
      flag: Type.String(),
      yes: Type.Number(),
      no: Type.Number(),
      variants: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
    }),
  ),
})
const Registration = Type.Object({ app: Type.String(), instance: Type.String(), environment: Type.String() })
const Metric = Type.Object({
  name: Type.String(),
  samples: Type.Array(Type.Object({ bounds: Type.Array(Type.Number()), buckets: Type.Array(Type.Number()) })),
})
const Outcomes = Type.Object({
  environment: Type.String(),
  projects: Type.Array(Type.String()),
  outcomes: Type.Array(Type.Object({ flag: Type.String(), metric: Type.String() })),
})
/** The fields that forwarding relies on. An invalid line would block the forwarding of all others. */
const usable = Compile(
  Type.Union([
    Type.Object({ kind: Type.Literal('usage'), usage: Usage }),
    Type.Object({ kind: Type.Literal('application'), registration: Registration }),
    Type.Object({ kind: Type.Literal('impact'), environment: Type.String(), metrics: Type.Array(Metric) }),
    Type.Object({ kind: Type.Literal('outcomes'), report: Outcomes }),
    Type.Object({
      kind: Type.Literal('bulk'),
      bulk: Type.Object({
        id: Type.String(),
        environment: Type.String(),
        usages: Type.Array(Usage),
        registrations: Type.Array(Registration),
        impact: Type.Array(Metric),
        outcomes: Type.Optional(Type.Array(Outcomes)),
      }),
    }),
  ]),
)

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0')

/** Serializes an item as one line, prefixed with a checksum. */
export function toLine(item: Item): string {
  const text = JSON.stringify(item)
  return `${checksum(text)} ${text}\n`
}

/** Parses a file into its items and the lines that are damaged. */
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
    const item: unknown = JSON.parse(text)
    return sum !== undefined || usable.Check(item) ? (item as Item) : undefined
  } catch {
    return undefined
  }
}
