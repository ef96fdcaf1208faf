import type { Constraint } from '@flagstaff/contract/common'
import { TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { contextOf, parseContext } from '../../../lib/context.ts'
import { isMember } from './membership.ts'
import { t } from './messages.ts'
import classes from './segments.module.css'

type TryOneProps = { before: readonly Constraint[] | undefined; after: readonly Constraint[] }

/** Tests whether a context is in the segment, with the same engine as SDK evaluations. */
export function TryOne({ before, after }: TryOneProps) {
  const [text, setText] = useState('')
  const typed = useMemo(() => parseContext(text), [text])
  return (
    <>
      <h2>{t('try.title')}</h2>
      <TextInput
        aria-label={t('try.label')}
        placeholder={t('try.placeholder')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className={classes.answer} aria-live="polite">
        {!text.trim() && <span className="faint small">{t('try.hint')}</span>}
        {text.trim() && !typed && <span className="faint small">{t('try.unread')}</span>}
        {typed && (
          <>
            <span className="mono">
              {Object.entries(typed)
                .map(([name, value]) => (name === 'userId' ? value : `${name}=${value}`))
                .join(' ')}
            </span>
            <IconArrowRight size={14} stroke={1.5} />
            <b>
              {t(answerOf(before && isMember(before, contextOf(typed)), isMember(after, contextOf(typed))))}
            </b>
          </>
        )}
      </p>
    </>
  )
}

function answerOf(was: boolean | undefined, is: boolean) {
  if (was === undefined || was === is) return is ? 'try.in' : 'try.out'
  return is ? 'try.joins' : 'try.leaves'
}
