import type { ComparedFlag } from '@flagstaff/contract/compare'
import { Checkbox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Diff } from '../../../ui/Diff.tsx'
import { RuleSentence, type SegmentNames } from '../../flags/index.ts'
import classes from './compare.module.css'
import { linesOf } from './lines.tsx'
import { t } from './messages.ts'

type FlagDifferencesProps = {
  flag: ComparedFlag
  project: string
  places: { from: string; to: string }
  segments: SegmentNames
  chosen: ReadonlySet<string> | undefined
  onChoose(key: string, on: boolean): void
}

/** The differences of a flag, each with a checkbox, and the unchanged parts. */
export function FlagDifferences({ flag, project, places, segments, chosen, onChoose }: FlagDifferencesProps) {
  const differences = linesOf(flag, places, segments)
  const common = flag.rules.filter(({ same }) => same)
  return (
    <section className={classes.detail} aria-label={flag.name}>
      <header className={classes.flag}>
        <h2>
          <Link to="/projects/$projectId/features/$flag" params={{ projectId: project, flag: flag.name }}>
            {flag.name}
          </Link>
        </h2>
        {differences.length > 0 && (
          <span className="faint num">
            {t('differences', { count: differences.length, chosen: chosen?.size ?? 0 })}
          </span>
        )}
      </header>
      {differences.map(({ key, title, note, lines }) => (
        <article key={key} className={classes.difference}>
          <Checkbox
            checked={chosen?.has(key) ?? false}
            onChange={({ currentTarget }) => onChoose(key, currentTarget.checked)}
            label={
              <>
                <span className="hidden">{t('chooseOne', { what: '' })}</span>
                <b>{title}</b> {note && <span className="faint small">{note}</span>}
              </>
            }
          />
          <Diff lines={lines} />
        </article>
      ))}
      <div className={classes.common}>
        <p>
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          {t('isSame')}
          {flag.enabled.same && (
            <span className="faint">{t('sameSwitch', { state: flag.enabled.from ? 'on' : 'off' })}</span>
          )}
          <span className="faint">{t('sameRules', { count: common.length })}</span>
        </p>
        {common.length > 0 && (
          <ol>
            {common.map(
              ({ from }) =>
                from && (
                  <li key={from.id}>
                    <RuleSentence rule={from} segments={segments} />
                  </li>
                ),
            )}
          </ol>
        )}
      </div>
    </section>
  )
}
