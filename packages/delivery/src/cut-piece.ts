import type { StoredRow } from './documents.ts'
import { Piece } from './pieces.ts'

/** The text of a flag as the server writes it, without dependencies. */
const FLAG =
  /^(\{"name":"([^"\\]*)","type":"[^"\\]*","project":"([^"\\]*)","stale":(?:true|false),"description":(?:null|"[^"\\]*(?:\\.[^"\\]*)*"),"impressionData":(?:true|false),"enabled":(true|false)),"strategies":\[(.*)\](,"variants":\[.*\]),"dependencies":\[\]((,"released":true)?(?:,"valueType":"[a-z]+")?)\}$/
/** The text of a rule without variants; a brace in one of its texts would be taken for an object. */
const RULE =
  /(\{"name":"[^"\\]*","parameters":\{[^{}]*\},"constraints":\[(?:\{[^{}]*\},?)*\],"variants":\[\])(,"segments":\[([\d,]*)\])\},?/y
const NO_TAGS = '{"tags":[],'

/**
 * Cuts the wire format of a flag out of its stored text, which is valid JSON. To parse the document and serialise it
 * again takes several times as long. It is done for flags with tags, dependencies or other rules, and for documents that
 * the server did not write.
 */
export function cutPiece({ name, project, doc, meta }: StoredRow): Piece | undefined {
  const [, start, cutName, cutProject, enabled, list, variants, end, released] = FLAG.exec(doc) ?? []
  if (list === undefined || project === null || !meta.startsWith(NO_TAGS)) return undefined
  if (cutName !== name || cutProject !== project) return undefined
  const rules = cutRules(list)
  if (!rules) return undefined
  return new Piece({
    name,
    project,
    enabled: enabled === 'true',
    released: released !== undefined,
    tags: [],
    parents: [],
    segments: rules.segments,
    // Joined, because a template would keep the whole stored text in memory.
    text: [start, variants, end, ',"strategies":[', rules.text, ']}'].join(''),
  })
}

function cutRules(list: string): { text: string; segments: number[] } | undefined {
  const rules: string[] = []
  const segments = new Set<number>()
  RULE.lastIndex = 0
  for (let at = 0; at < list.length; at = RULE.lastIndex) {
    const [, start, used, ids] = RULE.exec(list) ?? []
    if (ids === undefined) return undefined
    rules.push(ids === '' ? `${start}}` : `${start}${used}}`)
    if (ids !== '') for (const id of ids.split(',')) segments.add(Number(id))
  }
  return { text: rules.join(','), segments: [...segments] }
}
