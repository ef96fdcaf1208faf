import classes from './Palette.module.css'

/** Highlights the search terms in a text. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'gi',
  )
  return text.split(pattern).map((part, index, parts) => {
    const isHit = index % 2 === 1
    const start = parts.slice(0, index).join('').length
    return isHit ? (
      <mark key={start} className={classes.hit}>
        {part}
      </mark>
    ) : (
      part
    )
  })
}
