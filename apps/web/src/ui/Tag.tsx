import type { Tag as TagShape } from '@flagstaff/contract/common'
import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { nameOfTag } from '../lib/tags.ts'
import { t } from '../messages/en.ts'
import classes from './Tag.module.css'

type TagProps = { tag: TagShape; onRemove?: (() => void) | undefined }

/** A tag, with the colour of its type as a dot: colour is never the only information. */
export function Tag({ tag, onRemove }: TagProps) {
  const name = nameOfTag(tag)
  return (
    <span className={classes.tag} data-removable={onRemove ? true : undefined}>
      <Dot color={tag.color} />
      <span className={classes.name}>{name}</span>
      {onRemove && (
        <UnstyledButton className={classes.remove} aria-label={t('tag.remove', { name })} onClick={onRemove}>
          <IconX size={12} stroke={1.75} />
        </UnstyledButton>
      )}
    </span>
  )
}

/** White, the colour of the default type, has no dot. */
export function Dot({ color }: { color?: string | null | undefined }) {
  if (!color || /^#f{6}$/i.test(color)) return null
  return <i className={classes.dot} style={{ background: color }} />
}
