import type { MoveComparison } from '@flagstaff/contract/moving'
import { Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { Mismatches } from './Mismatches.tsx'
import { t } from './messages.ts'
import classes from './moving.module.css'
import { useCompareMove, useImportMove } from './queries.ts'
import type { StationProps } from './stations.ts'
import { Token } from './Token.tsx'

export function Compare({ move, token, onToken, onContinue }: StationProps & { onContinue: () => void }) {
  const { comparison, phase, url = '' } = move
  const compare = useCompareMove()
  const again = useImportMove()
  const isBusy = phase === 'comparing'
  const source = { url, token }
  return (
    <div className={classes.station}>
      <div className={classes.cards}>
        {token === '' && <Token token={token} onToken={onToken} />}
        {isBusy && (
          <p className={classes.note} role="status">
            <Loader size={14} /> <b>{t('comparing')}</b> {t('comparingText')}
          </p>
        )}
        {comparison && !isBusy && <Result comparison={comparison} />}
      </div>
      <footer className={classes.footer}>
        <span className="dim small">
          {t(
            comparison?.clean
              ? 'compareFootClean'
              : comparison && isNothing(comparison)
                ? 'compareFootNone'
                : 'compareFootBad',
          )}
        </span>
        {comparison && (
          <Button variant="default" onClick={() => download(comparison)}>
            {t('report')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={isBusy || token === ''}
          loading={again.isPending}
          onClick={() => again.mutate({ ...source, follow: move.following !== undefined })}
        >
          {t('importAgain')}
        </Button>
        <Button
          variant="default"
          disabled={isBusy || token === ''}
          loading={compare.isPending}
          onClick={() => compare.mutate(source)}
        >
          {t('compareAgain')}
        </Button>
        <Button disabled={isBusy || !comparison?.clean} onClick={onContinue}>
          {t('continue')}
        </Button>
      </footer>
    </div>
  )
}

function download(comparison: MoveComparison) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(comparison, null, 2)], { type: 'application/json' }),
  )
  link.download = 'comparison.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

function Result({ comparison }: { comparison: MoveComparison }) {
  const { mismatches, notCompared, randomRules, randomFlags } = comparison
  const isEmpty = isNothing(comparison)
  return (
    <>
      <dl className={classes.figures}>
        <Figure
          value={isEmpty ? t('nothingCompared') : t('mismatches', { count: mismatches.length })}
          text={t('mismatchesText', { time: formatTime(comparison.at) })}
          tone={toneOf(isEmpty ? 0 : comparison.evaluations, mismatches.length)}
        />
        <Figure
          value={t('answers', { count: comparison.evaluations + comparison.frontendAnswers })}
          text={t('answersText')}
        />
        <Figure
          value={t('contexts', { count: comparison.contexts })}
          text={t('contextsText', { recorded: comparison.recorded })}
        />
        <Figure
          value={t('flags', { count: comparison.flags })}
          text={t('flagsText', { count: comparison.environments.length })}
        />
      </dl>
      <section className={classes.card} aria-label={t('checks')}>
        <ul className={classes.checks}>
          <Check
            title={t('checkDocuments')}
            text={t('checkDocumentsText')}
            tone={toneOf(comparison.flags, comparison.documentDifferences)}
            result={t('differences', { count: comparison.documentDifferences })}
          />
          <Check
            title={t('checkEvaluations')}
            text={t('checkEvaluationsText')}
            tone={toneOf(comparison.evaluations, comparison.evaluationMismatches)}
            result={t('of', { count: comparison.evaluationMismatches, total: comparison.evaluations })}
          />
          <Check
            title={t('checkFrontend')}
            text={t('checkFrontendText')}
            tone={toneOf(comparison.frontendAnswers, comparison.frontendMismatches)}
            result={t('of', { count: comparison.frontendMismatches, total: comparison.frontendAnswers })}
          />
        </ul>
      </section>
      {mismatches.length > 0 && <Mismatches mismatches={mismatches} />}
      {(notCompared.length > 0 || randomRules > 0) && (
        <div className={classes.note}>
          <b>{t('notCompared')}</b>
          {notCompared.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {randomRules > 0 && <p>{t('random', { rules: randomRules, flags: randomFlags })}</p>}
        </div>
      )}
    </>
  )
}

/** Without flags or tokens that reach them, there is nothing to compare. */
const isNothing = ({ evaluations, frontendAnswers }: MoveComparison) => evaluations + frontendAnswers === 0

type Tone = 'good' | 'bad' | 'none'

/** Where nothing was compared, nothing is good. */
const toneOf = (compared: number, differences: number): Tone =>
  differences > 0 ? 'bad' : compared > 0 ? 'good' : 'none'

const Figure = ({ value, text, tone }: { value: string; text: string; tone?: Tone }) => (
  <div data-tone={tone}>
    <dd className="num">{value}</dd>
    <dt>{text}</dt>
  </div>
)

type CheckProps = { title: string; text: string; result: ReactNode; tone: Tone }

const icons = {
  good: <IconCircleCheckFilled size={16} />,
  bad: <IconAlertTriangle size={16} stroke={1.75} />,
  none: <IconCircleDashed size={16} stroke={1.75} />,
}

const Check = ({ title, text, result, tone }: CheckProps) => (
  <li data-tone={tone}>
    {icons[tone]}
    <b>{title}</b>
    <span className="dim">{text}</span>
    <span className="num">{result}</span>
  </li>
)
