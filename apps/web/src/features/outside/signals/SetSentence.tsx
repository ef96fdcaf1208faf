import type { CreateActions, PayloadFilter } from '@flagstaff/contract/actions'
import { Fragment } from 'react'
import { takesList } from '../../../lib/operators.ts'
import { isByTag } from './draft.ts'
import { t } from './messages.ts'
import classes from './signals.module.css'

type SetSentenceProps = {
  set: Pick<CreateActions, 'match' | 'actions'>
  /** The name of the endpoint; undefined if it was deleted. */
  endpoint: string | undefined
}

/** "When grafana sends a signal in which status is firing, then turn off checkout in production." */
export function SetSentence({ set: { match, actions }, endpoint }: SetSentenceProps) {
  return (
    <span className={classes.sentence}>
      {t('sentence.when')} <b>{endpoint ?? t('sentence.gone')}</b> {t('sentence.sends')}
      {Object.entries(match.payload).map(([path, filter], index) => (
        <Fragment key={path}>
          {' '}
          {t(index === 0 ? 'sentence.with' : 'sentence.and')}{' '}
          <span className="mono small">{path || t('sentence.choose')}</span> {wordsOf(filter)}
        </Fragment>
      ))}
      {actions.map((action, index) => (
        <Fragment key={action.sortOrder}>
          {t(index === 0 ? 'sentence.then' : 'sentence.later')} <ActionWords action={action} />
        </Fragment>
      ))}
      {t('sentence.end')}
    </span>
  )
}

/** "is firing" */
export function wordsOf({ operator, value, values = [], inverted = false }: PayloadFilter): string {
  const wanted = takesList(operator) ? values.join(', ') : (value ?? '')
  return [inverted && t('sentence.not'), verbOf(operator, values.length), wanted || t('sentence.choose')]
    .filter(Boolean)
    .join(' ')
}

function verbOf(operator: PayloadFilter['operator'], count: number): string {
  if (count === 1 && operator === 'IN') return t('sentence.is')
  if (count === 1 && operator === 'NOT_IN') return t('sentence.isNot')
  return t(`operator.${operator}`)
}

/** "turn off checkout in production" */
export function ActionWords({ action: { action, executionParams = {} } }: { action: Sent }) {
  const turnsOn = action.includes('_ON')
  const { featureName, tag, environment } = executionParams
  const verb = isByTag(action)
    ? t(turnsOn ? 'sentence.onTag' : 'sentence.offTag')
    : t(turnsOn ? 'sentence.on' : 'sentence.off')
  return (
    <>
      {verb} <b>{(isByTag(action) ? tag : featureName) || t('sentence.choose')}</b> {t('sentence.in')}{' '}
      <b>{environment || t('sentence.choose')}</b>
    </>
  )
}

type Sent = Pick<CreateActions['actions'][number], 'action' | 'executionParams'>
