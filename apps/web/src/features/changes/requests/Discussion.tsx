import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { matchesKeys } from '../../../lib/hotkeys.ts'
import { formatRich } from '../../../messages/messages.ts'
import { t, texts } from './messages.ts'
import classes from './page.module.css'
import { useComment } from './queries.ts'
import { scheduleEvents } from './scheduleQueries.ts'
import { type Moment, timelineOf } from './timeline.ts'

const LONGEST = 1000

/** Comments and states in one list, with a field for the next comment. */
export function Discussion({ request }: { request: ChangeRequest }) {
  const { data: events } = useQuery(scheduleEvents(request))
  const missing = request.affects.reduce((sum, { given, needed }) => sum + Math.max(needed - given, 0), 0)
  return (
    <section className={classes.part} aria-labelledby="discussion">
      <h2 id="discussion">{t('talk.title')}</h2>
      <ol className={classes.timeline}>
        {timelineOf(request, events).map((moment) => (
          <li key={moment.key} data-tone={moment.tone}>
            <Line moment={moment} />
          </li>
        ))}
        {request.state === 'In review' && missing > 0 && (
          <li data-tone="open" className="dim">
            {t('talk.waiting', { count: missing })}
          </li>
        )}
      </ol>
      <NewComment request={request} />
    </section>
  )
}

function Line({ moment: { at, text, name, values, comment } }: { moment: Moment }) {
  const time = (
    <time dateTime={at} title={formatMoment(at)} className="faint small num">
      {formatAge(at)}
    </time>
  )
  if (text === undefined)
    return (
      <>
        <b>{name}</b> {time}
        <p className={classes.comment}>{comment}</p>
      </>
    )
  const words = formatRich<ReactNode>(texts[text], {
    ...values,
    name,
    b: (parts: ReactNode[]) => <b key="b">{parts}</b>,
  })
  return (
    <>
      {words} {time}
    </>
  )
}

function NewComment({ request: { project, id } }: { request: ChangeRequest }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const comment = useComment()
  const submit = () => {
    if (text.trim() === '') return setProblem(t('talk.empty'))
    comment.mutate({ project, id, text }, { onSuccess: () => setText('') })
  }
  return (
    <form
      className={classes.write}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        aria-label={t('talk.comment')}
        placeholder={t('talk.placeholder')}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (!matchesKeys('mod+Enter', event.nativeEvent)) return
          event.preventDefault()
          submit()
        }}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={10}
        error={problem ?? comment.error?.message}
      />
      <Button type="submit" variant="default" loading={comment.isPending}>
        {t('talk.send')}
      </Button>
    </form>
  )
}
