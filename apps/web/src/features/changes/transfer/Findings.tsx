import type { ImportFinding, ImportValidation } from '@flagstaff/contract/transfer'
import { t } from './messages.ts'
import classes from './transfer.module.css'

const MOST_NAMED = 20

/** Errors that block the import, and warnings. */
export function Findings({ errors, permissions, warnings }: ImportValidation) {
  return (
    <>
      <Box tone="bad" title={t('errors')} findings={errors} />
      <Box tone="bad" title={t('permissions')} findings={permissions} />
      <Box tone="warn" title={t('warnings')} findings={warnings} />
    </>
  )
}

type BoxProps = { tone: 'bad' | 'warn'; title: string; findings: readonly ImportFinding[] }

function Box({ tone, title, findings }: BoxProps) {
  if (findings.length === 0) return null
  if (tone === 'bad') {
    return (
      <section className={classes.findings} data-tone={tone} role="alert">
        <h2>{title}</h2>
        <List findings={findings} />
      </section>
    )
  }
  // Collapsed, since the list below shows most of it.
  return (
    <details className={classes.findings} data-tone={tone}>
      <summary>{title}</summary>
      <List findings={findings} />
    </details>
  )
}

function List({ findings }: Pick<BoxProps, 'findings'>) {
  return (
    <ul>
      {findings.map(({ message, affectedItems }) => (
        <li key={message}>
          {message} <b>{affectedItems.slice(0, MOST_NAMED).join(', ')}</b>
          {affectedItems.length > MOST_NAMED && (
            <span> {t('groupMore', { count: affectedItems.length - MOST_NAMED })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
