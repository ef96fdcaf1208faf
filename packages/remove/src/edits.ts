/** Edits of one file, by positions in its original text. Edits inside a removed range are dropped. */
export type Edits = {
  replace(start: number, end: number, text: string): void
  remove(start: number, end: number): void
  /** Moves the lines that begin in the range to the left. */
  dedent(start: number, end: number, by: number): void
  covers(position: number): boolean
  isEmpty(): boolean
  apply(): string
}

type Edit = { start: number; end: number; text: string }

/** Lines that begin where `isFixed` says so are part of a text and not moved. */
export function openEdits(source: string, isFixed: (position: number) => boolean): Edits {
  const edits: Edit[] = []
  const dedents = new Map<number, number>()
  return {
    replace: (start, end, text) => void edits.push({ start, end, text }),
    remove: (start, end) => void edits.push({ start, end, text: '' }),
    dedent(start, end, by) {
      for (let at = source.indexOf('\n', start); at !== -1 && at < end; at = source.indexOf('\n', at + 1))
        if (!isFixed(at + 1)) dedents.set(at + 1, (dedents.get(at + 1) ?? 0) + by)
    },
    covers: (position) => edits.some(({ start, end }) => start <= position && position < end),
    isEmpty: () => edits.length === 0,
    apply: () => applyAll(source, [...edits, ...[...dedents].map((one) => dedentEdit(source, one))]),
  }
}

function dedentEdit(source: string, [start, by]: [number, number]): Edit {
  const blank = /^[ \t]*/.exec(source.slice(start, start + by))?.[0].length ?? 0
  return { start, end: start + blank, text: '' }
}

function applyAll(source: string, edits: Edit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start || b.end - a.end)
  let text = ''
  let at = 0
  for (const { start, end, text: replacement } of ordered) {
    const isInside = start < at && end <= at
    if (isInside) continue
    text += source.slice(at, Math.max(at, start)) + replacement
    at = Math.max(at, end)
  }
  return text + source.slice(at)
}
