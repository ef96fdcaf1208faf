import { type Inline, parseMarkdown } from './markdown.ts'

type MarkdownProps = {
  text: string
  /** In front of paths of this server. */
  base: string
}

// Parts have no identity but their place, and the text is rendered as a whole.
const keyed = <T,>(parts: readonly T[]) => parts.map((part, place) => [place, part] as const)

export const Markdown = ({ text, base }: MarkdownProps) =>
  keyed(parseMarkdown(text)).map(([place, block]) => {
    if (block.tag === 'p') return <p key={place}>{render(block.children, base)}</p>
    const List = block.tag
    return (
      <List key={place}>
        {keyed(block.items).map(([at, parts]) => (
          <li key={at}>{render(parts, base)}</li>
        ))}
      </List>
    )
  })

const render = (parts: readonly Inline[], base: string) =>
  keyed(parts).map(([place, part]) => {
    if (typeof part === 'string') return part
    const children = render(part.children, base)
    if (part.tag === 'a')
      return (
        <a key={place} {...linkTo(part.href, base)}>
          {children}
        </a>
      )
    const Mark = part.tag
    return <Mark key={place}>{children}</Mark>
  })

/** Paths open in the same tab, other pages in a new one. */
export const linkTo = (href: string, base: string) =>
  href.startsWith('/') ? { href: base + href } : { href, target: '_blank', rel: 'noreferrer' }
