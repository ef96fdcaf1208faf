import { UnstyledButton } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { t } from './messages.ts'
import { Mark, Pill } from './Pill.tsx'
import type { Row } from './queries.ts'
import classes from './Results.module.css'
import { reasonWords, stateOf, stateOfOutcome } from './words.ts'

type LineProps = {
  row: Row
  environments: readonly string[]
  /** The fields in which the contexts differ. */
  varying: readonly string[]
  project: string
  /** The environment whose result is explained. */
  chosen: string | undefined
  onChoose(environment: string): void
}

export function Line(props: LineProps) {
  return props.environments.length === 1 ? <One {...props} /> : <Several {...props} />
}

/** With a single environment, the whole row is the result. */
function One({ row, environments, varying, chosen, onChoose }: LineProps) {
  const [environment = ''] = environments
  const answer = row.answers.get(environment)
  return (
    <UnstyledButton
      className={classes.one}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(environment)}
    >
      <Said row={row} environment={environment} varying={varying} />
      <States row={row} environment={environment} />
      <span className={classes.words}>
        <span className={classes.name}>
          <span>{row.name}</span>
          {row.changes.size > 0 && <Mark label={t('differs.said')} />}
        </span>
        <span className={classes.reason}>
          {varying.length > 0 && <b>{valuesOf(row, varying)} </b>}
          {answer?.reason ? reasonWords(answer.reason, environment) : t('detail.absent')}
        </span>
      </span>
      {answer?.isEnabled && answer.variant?.enabled && (
        <span className={classes.variant}>{answer.variant.name}</span>
      )}
    </UnstyledButton>
  )
}

function Several({ row, environments, varying, project, chosen, onChoose }: LineProps) {
  const states = new Set(environments.map((environment) => stateOf(row.answers.get(environment))))
  return (
    <div className={classes.several}>
      <span className={classes.words}>
        <span className={classes.name}>
          <span>{row.name}</span>
          {row.changes.size > 0 ? (
            <Mark label={t('differs.said')} />
          ) : (
            states.size > 1 && <Mark label={t('differs.between')} />
          )}
        </span>
        <span className={classes.reason}>{varying.length > 0 ? valuesOf(row, varying) : project}</span>
      </span>
      {environments.map((environment) => {
        const answer = row.answers.get(environment)
        return (
          <UnstyledButton
            key={environment}
            className={classes.cell}
            aria-current={chosen === environment ? 'true' : undefined}
            onClick={() => onChoose(environment)}
          >
            <Said row={row} environment={environment} varying={varying} />
            <States row={row} environment={environment} />
            {answer?.isEnabled && answer.variant?.enabled && (
              <span className={classes.variant}>{answer.variant.name}</span>
            )}
          </UnstyledButton>
        )
      })}
    </div>
  )
}

/** The result at the selected time, and the current one if it differs. */
function States({ row, environment }: { row: Row; environment: string }) {
  const change = row.changes.get(environment)
  const was = stateOf(row.answers.get(environment))
  const is = change && stateOfOutcome(change.now)
  return (
    <span className={classes.states}>
      <Pill state={was} />
      {is && is !== was && (
        <>
          <IconArrowNarrowRight size={12} stroke={1.5} aria-hidden="true" />
          <span className="hidden">{t('result.nowIs')}</span>
          <Pill state={is} small />
        </>
      )}
    </span>
  )
}

const valuesOf = ({ context }: Row, varying: readonly string[]) => {
  const fields = new Map(Object.entries(context ?? {}))
  return varying.map((name) => String(fields.get(name) ?? '')).join(' · ')
}

/** Describes the result for screen readers. */
function Said({ row, environment, varying }: Pick<LineProps, 'row' | 'varying'> & { environment: string }) {
  const flag = row.name
  return (
    <span className="hidden">
      {varying.length > 0
        ? t('result.answerCase', { flag, environment, values: valuesOf(row, varying) })
        : t('result.answer', { flag, environment })}{' '}
    </span>
  )
}
