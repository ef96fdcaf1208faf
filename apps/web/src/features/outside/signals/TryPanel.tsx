import type { CreateActions, TriedActions } from '@flagstaff/contract/actions'
import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from './messages.ts'
import { useTry } from './queries.ts'
import { ActionWords } from './SetSentence.tsx'
import classes from './signals.module.css'

type TryPanelProps = {
  project: string
  body: CreateActions
  /** Why the set is not complete yet. */
  fault: string | undefined
  payload: string
  onPayload(payload: string): void
}

/** Shows what a payload would do. */
export function TryPanel({ project, body, fault, payload, onPayload }: TryPanelProps) {
  const attempt = useTry(project)
  const [problem, setProblem] = useState<string>()
  const run = () => {
    const value = readObject(payload)
    setProblem(fault ?? (value ? undefined : t('fault.json')))
    const { name: _, description: _text, enabled: _on, ...content } = body
    if (!fault && value) attempt.mutate({ ...content, payload: value })
  }
  const failure = problem ?? attempt.error?.message
  return (
    <div className={classes.stack}>
      <h2>{t('try.title')}</h2>
      <p className="dim small">{t('try.text')}</p>
      <Textarea
        label={t('try.payload')}
        classNames={{ input: classes.payload ?? '' }}
        value={payload}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        onChange={(event) => onPayload(event.currentTarget.value)}
      />
      <div>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
          loading={attempt.isPending}
          onClick={run}
        >
          {t('try.run')}
        </Button>
      </div>
      <div aria-live="polite">
        {failure ? (
          <p className={classes.verdict} data-bad>
            {failure}
          </p>
        ) : (
          attempt.data && <Result tried={attempt.data} body={body} />
        )}
      </div>
    </div>
  )
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function Result({ tried, body }: { tried: TriedActions; body: CreateActions }) {
  return (
    <div className={classes.result}>
      <p className={classes.verdict} data-bad={tried.matches ? undefined : true}>
        {t(tried.matches ? 'try.matches' : 'try.differs')}
      </p>
      {tried.filters.length > 0 && (
        <ul className={classes.lines} aria-label={t('try.filters')}>
          {tried.filters.map(({ path, matches, actual }) => (
            <li key={path} className={classes.line} data-state={matches ? 'good' : 'bad'}>
              {matches ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
              <span>
                <span className="mono small">{path}</span>: {actual ?? t('try.missing')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {tried.matches && (
        <ol className={classes.lines} aria-label={t('try.actions')}>
          {tried.actions.map((action) => (
            <TriedLine key={action.sortOrder} action={action} body={body} />
          ))}
        </ol>
      )}
    </div>
  )
}

type Tried = TriedActions['actions'][number]

function TriedLine({ action, body }: { action: Tried; body: CreateActions }) {
  const sent = body.actions.find(({ sortOrder }) => sortOrder === action.sortOrder)
  const isBad = action.outcome === 'failed'
  const Glyph = isBad ? IconAlertTriangle : action.outcome === 'change' ? IconCheck : IconMinus
  return (
    <li className={classes.line} data-state={isBad ? 'bad' : action.outcome === 'change' ? 'good' : 'idle'}>
      <Glyph size={14} aria-hidden />
      <span>
        {sent && <ActionWords action={sent} />}
        <span className="dim small"> {outcomeOf(action)}</span>
      </span>
    </li>
  )
}

const MOST_NAMED = 10

function outcomeOf({ outcome, flags, details }: Tried): string {
  const names = flags.slice(0, MOST_NAMED).join(', ')
  if (outcome === 'change') return t('try.change', { count: flags.length, flags: names })
  if (outcome === 'request') return t('try.request', { flags: names })
  if (outcome === 'failed') return t('try.failed', { reason: details ?? '' })
  if (outcome === 'not started') return t('try.notStarted')
  return details ?? t('try.none')
}
