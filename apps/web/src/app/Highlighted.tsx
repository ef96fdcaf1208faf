import classes from './Palette.module.css'

/** The parts of a text that were looked for stand out. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'gi',
  )
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity
      <mark key={index} className={classes.hit}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
