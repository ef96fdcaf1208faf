import type { ReactNode } from 'react'
import { t } from '../messages/en.ts'
import classes from './Diff.module.css'

/** Without a sign, the line is unchanged. */
export type DiffLine = { sign: '+' | '-' | '~' | ''; content: ReactNode; key: string }

/** Sentences before and after a change, marked with a sign. */
export function Diff({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <ul className={classes.diff} aria-label={t('diff.label')}>
      {lines.map(({ sign, content, key }) => (
        <li key={key} data-sign={sign}>
          <span className={classes.sign} aria-hidden="true">
            {sign === '-' ? '−' : sign}
          </span>
          {sign && (
            <span className="hidden">
              {t(sign === '-' ? 'diff.before' : sign === '+' ? 'diff.after' : 'diff.changed')}
            </span>
          )}
          <span className={classes.text}>{content}</span>
        </li>
      ))}
    </ul>
  )
}

/** Field by field, for forms of plain values. */
export function diffFields<T extends object>(
  before: T,
  after: T,
  label: (key: keyof T & string) => string,
): DiffLine[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof T & string)[]
  const show = (value: unknown) =>
    value === null || value === undefined || value === '' ? '–' : String(value)
  return keys
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
    .flatMap((key) => [
      { sign: '-' as const, key: `- ${key}`, content: `${label(key)}: ${show(before[key])}` },
      { sign: '+' as const, key: `+ ${key}`, content: `${label(key)}: ${show(after[key])}` },
    ])
}
