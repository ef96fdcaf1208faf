import type { Feature } from '@flagstaff/contract/flags'
import { Button, Kbd } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useHotkey } from '../../../../lib/hotkeys.ts'
import { useCommand } from '../../../../lib/pageCommands.ts'
import { useCan } from '../../../../lib/session.ts'
import { nameOfTag } from '../../../../lib/tags.ts'
import { Refused } from '../../../../ui/Refused.tsx'
import { Tag } from '../../../../ui/Tag.tsx'
import { type Place, withErrorToast } from '../queries.ts'
import { AddTag } from './AddTag.tsx'
import classes from './FlagTags.module.css'
import { t } from './messages.ts'
import { useRetag } from './queries.ts'

/** The tags of a flag, with an input to add and buttons to remove them. */
export function FlagTags({ place, flag }: { place: Place; flag: Feature }) {
  const tags = flag.tags ?? []
  const [adding, setAdding] = useState(false)
  const why = useCan('UPDATE_FEATURE', { project: place.project })
  const retag = useRetag(place)
  const open = () => {
    if (!why) setAdding(true)
  }
  useHotkey('t', t('tags.key'), open)
  useCommand('flag.tag', t('tags.add'), open, <IconTag size={16} stroke={1.5} />)
  const button = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  useEffect(() => {
    // Return the focus if the field was closed by keyboard.
    if (wasAdding.current && !adding && document.activeElement === document.body) button.current?.focus()
    wasAdding.current = adding
  }, [adding])
  return (
    <div className={classes.tags}>
      {tags.length > 0 && (
        <ul aria-label={t('tags.label')}>
          {tags.map((tag) => (
            <li key={nameOfTag(tag)}>
              <Tag
                tag={tag}
                onRemove={
                  why ? undefined : () => void withErrorToast(retag.mutateAsync({ tag, remove: true }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <AddTag place={place} tags={tags} onClose={() => setAdding(false)} />
      ) : (
        <Refused why={why}>
          <Button
            ref={button}
            variant="subtle"
            color="gray"
            className={classes.add ?? ''}
            leftSection={<IconTag size={14} stroke={1.5} />}
            rightSection={<Kbd>T</Kbd>}
            aria-disabled={why ? true : undefined}
            onClick={open}
          >
            {t('tags.add')}
          </Button>
        </Refused>
      )}
    </div>
  )
}
