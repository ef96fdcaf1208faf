import type { Node } from 'ts-morph'
import type { Work } from './work.ts'

type Range = { start: number; end: number }

/** The blank characters at the beginning of the line. */
export function indentAt(source: string, position: number): string {
  const line = source.slice(source.lastIndexOf('\n', position - 1) + 1)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** Removes a statement with the comment above it and its lines. */
export function removeLines(node: Node, { edits, source }: Work): void {
  const { start, end } = linesOf(node, source)
  edits.remove(start, end)
}

function linesOf(node: Node, source: string): Range {
  const start = startOfLine(source, startWithComments(node, source))
  const rest = /^[ \t;,]*(\/\/[^\n]*)?\r?\n?/.exec(source.slice(node.getEnd()))?.[0] ?? ''
  const isOwnLine = /^\s*$/.test(source.slice(start, startWithComments(node, source)))
  const isLast = rest.endsWith('\n') || node.getEnd() + rest.length === source.length
  if (!isOwnLine || !isLast) return { start: node.getStart(true), end: node.getEnd() }
  return withoutDoubleBlank(source, { start, end: node.getEnd() + rest.length })
}

/** Of two blank lines, or one at the edge of a block, one goes too. */
function withoutDoubleBlank(source: string, { start, end }: Range): Range {
  const isAfterBlank =
    start === 0 || /(\n|\{|\()[ \t]*\r?\n$/.test(source.slice(Math.max(0, start - 40), start))
  const blank = /^[ \t]*\r?\n/.exec(source.slice(end))?.[0]
  if (isAfterBlank && blank) return { start, end: end + blank.length }
  const above = /\n([ \t]*\r?\n)$/.exec(source.slice(0, start))?.[1]
  return above && /^\s*[})]/.test(source.slice(end)) ? { start: start - above.length, end } : { start, end }
}

const startOfLine = (source: string, position: number) => {
  const before = source.lastIndexOf('\n', position - 1) + 1
  return /^[ \t]*$/.test(source.slice(before, position)) ? before : position
}

/** Comments that touch the node belong to it, except at the top of a file. */
function startWithComments(node: Node, source: string): number {
  let start = node.getStart(true)
  for (const comment of node.getLeadingCommentRanges().toReversed()) {
    const isTouching = /^[ \t]*\r?\n?[ \t]*$/.test(source.slice(comment.getEnd(), start))
    if (comment.getPos() === 0 || comment.getPos() >= start || !isTouching) continue
    const before = source.slice(source.lastIndexOf('\n', comment.getPos()) + 1, comment.getPos())
    if (before.trim() !== '') break
    start = comment.getPos()
  }
  return start
}

/** Removes everything of the node except the kept range, and moves that to the left. */
export function keepRange(node: Node, kept: Range, { edits, source }: Work): void {
  const by = indentAt(source, kept.start).length - indentAt(source, node.getStart()).length
  edits.remove(node.getStart(), kept.start)
  edits.remove(kept.end, node.getEnd())
  if (by > 0) edits.dedent(kept.start, kept.end, by)
}

/** The range between braces without the white space at its ends. */
export function insideOf(source: string, start: number, end: number): Range {
  const text = source.slice(start, end)
  return {
    start: start + text.length - text.trimStart().length,
    end: end - (text.length - text.trimEnd().length),
  }
}

/** Removes an element of a list with its comma. */
export function removeElement(node: Node, siblings: readonly Node[], { edits, source }: Work): void {
  const { start, end } = elementOf(node, siblings, source)
  edits.remove(start, end)
}

function elementOf(node: Node, siblings: readonly Node[], source: string): Range {
  const lines = linesOf(node, source)
  if (source.slice(lines.start, lines.end).endsWith('\n')) return lines
  const index = siblings.indexOf(node)
  const next = siblings[index + 1]
  const previous = siblings[index - 1]
  if (next) return { start: node.getStart(), end: next.getStart() }
  if (previous) return { start: previous.getEnd(), end: node.getEnd() }
  const comma = /^\s*,/.exec(source.slice(node.getEnd()))?.[0].length ?? 0
  return { start: node.getStart(), end: node.getEnd() + comma }
}
