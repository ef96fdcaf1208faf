/** A handle is a user name or an email address. An @ inside of a word, as in an email address, mentions nobody. */
const MENTION = /(?<![\w.+@-])@([^\s@]+(?:@[^\s@]+)?)/g
/** Punctuation that ends a sentence rather than a handle. */
const ENDING = /[.,;:!?)\]}'"…]+$/
const MOST_HANDLES = 50

/** The handles that a text can mention, in lower case. With punctuation at the end, both readings count. */
export function handlesIn(text: string): string[] {
  const found = [...text.matchAll(MENTION)].flatMap(([, handle = '']) => [handle, handle.replace(ENDING, '')])
  return [...new Set(found.map((handle) => handle.toLowerCase()))].filter(Boolean).slice(0, MOST_HANDLES)
}

export type TextPart = { start: number; text: string; isMention: boolean }

/** A text in parts: its words, and the mentions of known handles. */
export function splitMentions(text: string, handles: readonly string[]): TextPart[] {
  const known = new Set(handles.map((handle) => handle.toLowerCase()))
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    const [, handle = ''] = match
    const name = [handle, handle.replace(ENDING, '')].find((one) => known.has(one.toLowerCase()))
    if (name === undefined) continue
    if (match.index > end) parts.push({ start: end, text: text.slice(end, match.index), isMention: false })
    end = match.index + name.length + 1
    parts.push({ start: match.index, text: text.slice(match.index, end), isMention: true })
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end), isMention: false })
  return parts
}

/** The mention that is being typed before the cursor, with the place of its @. */
export function mentionAt(text: string, cursor: number): { start: number; typed: string } | undefined {
  const match = /(?<![\w.+@-])@([^\s@]*(?:@[^\s@]*)?)$/.exec(text.slice(0, cursor))
  return match ? { start: match.index, typed: match[1] ?? '' } : undefined
}
