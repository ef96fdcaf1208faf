import { type Inline, parseMarkdown } from './markdown.ts'

const plainInline = (part: Inline): string =>
  typeof part === 'string' ? part : part.children.map(plainInline).join('')

/** The text without its marks, on one line. */
export const toPlainText = (text: string): string =>
  parseMarkdown(text)
    .flatMap((block) => ('items' in block ? block.items : [block.children]))
    .map((parts) => parts.map(plainInline).join(''))
    .join(' ')
