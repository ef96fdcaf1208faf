import { isWebLink } from '@flagstaff/rules/web-links'

export type Inline =
  | string
  | { tag: 'strong' | 'em' | 'code'; children: Inline[] }
  | { tag: 'a'; href: string; children: Inline[] }
export type Block = { tag: 'p'; children: Inline[] } | { tag: 'ul' | 'ol'; items: Inline[][] }

/** Deeper marks are shown as text. */
const DEEPEST = 4
const item = /^\s*(?:([-*])|\d{1,9}[.)])\s+(.*)$/
const mark = new RegExp(
  [
    /\\(?<escaped>[\\`*_[\]()-])/,
    /`(?<code>[^`]+)`/,
    /\*\*(?<strong>\S(?:.*?\S)?)\*\*/,
    /\*(?<em>\S(?:.*?\S)?)\*/,
    /(?<!\w)_(?<under>\S(?:.*?\S)?)_(?!\w)/,
    /\[(?<label>[^[\]]+)\]\((?<href>[^()\s]+)\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  's',
)

/** Bold, italic, code, links and lists. Everything else, such as HTML, is text. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ tag: 'p', children: parseInline(paragraph.join('\n')) })
    paragraph = []
  }
  let list: Extract<Block, { items: unknown }> | undefined
  for (const line of text.split(/\r\n?|\n/)) {
    const [found, bullet, words = ''] = item.exec(line) ?? []
    if (found === undefined) list = undefined
    if (found !== undefined) {
      endParagraph()
      const tag = bullet ? 'ul' : 'ol'
      if (list?.tag !== tag) {
        list = { tag, items: [] }
        blocks.push(list)
      }
      list.items.push(parseInline(words))
    } else if (line.trim() === '') endParagraph()
    else paragraph.push(line.trim())
  }
  endParagraph()
  return blocks
}

function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = []
  let rest = text
  while (rest !== '') {
    const found = depth < DEEPEST ? mark.exec(rest) : null
    const before = found ? rest.slice(0, found.index) : rest
    if (before !== '') parts.push(before)
    if (!found) break
    parts.push(toInline(found, depth + 1))
    rest = rest.slice(found.index + found[0].length)
  }
  return parts
}

function toInline({ 0: whole, groups = {} }: RegExpExecArray, depth: number): Inline {
  const { escaped, code, strong, em = groups.under, label, href } = groups
  if (escaped) return escaped
  if (code) return { tag: 'code', children: [code] }
  if (strong) return { tag: 'strong', children: parseInline(strong, depth) }
  if (em) return { tag: 'em', children: parseInline(em, depth) }
  if (label && href && isWebLink(href)) return { tag: 'a', href, children: parseInline(label, depth) }
  return whole
}
