import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requestPath } from '../../../lib/drafts.ts'
import { RuleSentence, type SegmentNames } from '../rules/RuleSentence.tsx'
import { bodyOf, type Rule } from '../rules/rule.ts'
import { diffRules } from '../rules/ruleDiff.tsx'
import card from './Card.module.css'
import type { Drafted } from './drafted.ts'
import { t } from './messages.ts'
import classes from './Pending.module.css'

/** A box for what is proposed and not applied yet, with a link to its change request. */
export function Pending({ drafted, children }: { drafted: Drafted; children: ReactNode }) {
  const { request } = drafted
  return (
    <div className={classes.pending}>
      <IconPencil size={14} stroke={1.75} aria-hidden="true" />
      <div className={classes.words}>
        <Link to={requestPath(request)} className={classes.title}>
          {t(request.state === 'Draft' ? 'pending.draft' : 'pending.request')}
        </Link>
        {children}
      </div>
    </div>
  )
}

type PendingRuleProps = { drafted: Drafted | undefined; rule: Rule; segments: SegmentNames }

/** Under a rule: how it will be, or that it will be deleted. */
export function PendingRule({ drafted, rule, segments }: PendingRuleProps) {
  if (!drafted) return null
  const id = rule.id ?? ''
  if (drafted.deleted.has(id)) return <Pending drafted={drafted}>{t('pending.deleted')}</Pending>
  const next = drafted.changed.get(id)
  if (!next) return null
  const lines = diffRules(bodyOf(rule), bodyOf(next), segments).filter(({ sign }) => sign !== '-')
  return (
    <Pending drafted={drafted}>
      {lines.map(({ key, content }) => (
        <div key={key}>{content}</div>
      ))}
    </Pending>
  )
}

type AddedProps = { drafted: Drafted; segments: SegmentNames; edit(rule: Rule): ReactNode }

/** Rules that will be added, after the live ones. */
export const AddedRules = ({ drafted, segments, edit }: AddedProps) =>
  drafted.added.map((rule) => (
    <li key={rule.id} className={card.rule} data-pending>
      <div className={card.line}>
        <span className={card.grip} aria-hidden="true" />
        <span className={`${card.number} num`} aria-hidden="true">
          {t('pending.plus')}
        </span>
        <div className={card.body}>
          <Pending drafted={drafted}>
            <span className="faint small">{t('pending.added')}</span>
            <RuleSentence rule={rule} segments={segments} withBar />
          </Pending>
        </div>
        {edit(rule)}
      </div>
    </li>
  ))

/** What else will change, below the head of the environment. */
export function PendingNotes({ drafted }: { drafted: Drafted | undefined }) {
  const notes = drafted
    ? [
        ...(drafted.isArchived ? [t('pending.archived')] : []),
        ...(drafted.isReordered ? [t('pending.reordered')] : []),
        ...(drafted.hasPlan ? [t('pending.plan')] : []),
        ...(drafted.hasVariants ? [t('pending.variants')] : []),
      ]
    : []
  if (!drafted || notes.length === 0) return null
  return (
    <div className={classes.notes}>
      <Pending drafted={drafted}>
        {notes.map((note) => (
          <div key={note}>{note}</div>
        ))}
      </Pending>
    </div>
  )
}
