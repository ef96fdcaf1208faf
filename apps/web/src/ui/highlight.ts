export type Piece = { text: string; tone?: 'keyword' | 'string' | 'name' | 'comment' }

const keywords = new Set(
  'import from const await async new using var val if else return package func defer public class final true false export def curl require'.split(
    ' ',
  ),
)
// Comments start a line or follow a space, so that URLs are not matched.
const pattern = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|((?<=^|\s)(?:\/\/|#).*)|([A-Za-z_]\w*)/gm

/** Four tones are enough for a snippet. */
export function highlight(code: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const [text, string, comment, word] = match
    const tone = string
      ? 'string'
      : comment
        ? 'comment'
        : word && keywords.has(word)
          ? 'keyword'
          : word && /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(word)
            ? 'name'
            : undefined
    if (!tone) continue
    if (match.index > end) pieces.push({ text: code.slice(end, match.index) })
    pieces.push({ text, tone })
    end = match.index + text.length
  }
  if (end < code.length) pieces.push({ text: code.slice(end) })
  return pieces
}
