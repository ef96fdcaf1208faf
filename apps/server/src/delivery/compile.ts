import { EVERYWHERE } from '@flagstaff/delivery'
import type { Reader } from '../platform/database/database.ts'
import type { Compile, PublishedDocument, Touch } from '../platform/write/write.ts'
import { FORMAT, flagDocuments, segmentDocument } from './documents.ts'
import { readFlags, readSegments, readSetting, readTokens } from './queries.ts'

/** Compiles the documents of everything a change touched, from the current tables. */
export const compile: Compile = async (db, touches) => {
  const documents = await Promise.all([
    // Segments first, so that no flag is published before the segments it uses.
    segments(db, touches),
    flags(db, touches),
    tokens(db, touches),
    settings(db, touches),
  ])
  return documents.flat()
}

const namesOf = (touches: readonly Touch[], kind: Touch['kind']) => [
  ...new Set(touches.filter((touch) => touch.kind === kind).map((touch) => touch.name)),
]

async function flags(db: Reader, touches: readonly Touch[]): Promise<PublishedDocument[]> {
  const names = namesOf(touches, 'flag')
  if (names.length === 0) return []
  const touched = touches.filter((touch) => touch.kind === 'flag')
  const wanted = new Set(touched.map((t) => JSON.stringify([t.name, t.environment])))
  const isTouched = ({ name, environment }: PublishedDocument) =>
    wanted.has(JSON.stringify([name, undefined])) || wanted.has(JSON.stringify([name, environment]))
  const environments = touched.every((touch) => touch.environment !== undefined)
    ? [...new Set(touched.flatMap((touch) => touch.environment ?? []))]
    : null
  return (await readFlags(db, names, environments)).flatMap(flagDocuments).filter(isTouched)
}

async function segments(db: Reader, touches: readonly Touch[]): Promise<PublishedDocument[]> {
  const ids = namesOf(touches, 'segment').map(Number)
  if (ids.length === 0) return []
  return (await readSegments(db, ids)).flatMap(({ uses, ...segment }) =>
    uses.map(({ environment, projects }) => segmentDocument(segment, environment, projects)),
  )
}

async function tokens(db: Reader, touches: readonly Touch[]): Promise<PublishedDocument[]> {
  const digests = namesOf(touches, 'token')
  if (digests.length === 0) return []
  return (await readTokens(db, digests)).map(({ digest, ...doc }) => ({
    kind: 'token',
    environment: doc.environment,
    name: digest,
    project: null,
    format: FORMAT,
    doc,
    meta: {},
    heads: [],
  }))
}

async function settings(db: Reader, touches: readonly Touch[]): Promise<PublishedDocument[]> {
  const found = await Promise.all(
    namesOf(touches, 'setting').map(async (name) => ({ name, row: await readSetting(db, name) })),
  )
  return found.flatMap(({ name, row }) =>
    row
      ? [
          {
            kind: 'setting',
            environment: EVERYWHERE,
            name,
            project: null,
            format: FORMAT,
            doc: row.value,
            meta: {},
            heads: [],
          },
        ]
      : [],
  )
}
