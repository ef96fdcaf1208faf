import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { PercentInput } from '../../../ui/PercentInput.tsx'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { RuleFields } from '../rules/RuleFields.tsx'
import { RuleSentence, type SegmentNames } from '../rules/RuleSentence.tsx'
import { type RuleBody, rolloutOf, withRollout } from '../rules/rule.ts'
import type { RuleDraft } from './draft.ts'
import { t } from './messages.ts'
import classes from './templates.module.css'

type MilestoneRuleProps = {
  rule: RuleDraft
  /** The numbers of the rule and of its milestone. */
  place: { rule: number; number: number }
  project: string | undefined
  segments: SegmentNames
  /** The stored rule; undefined for a new one. */
  before: RuleBody | undefined
  opened: boolean
  strict: boolean
  onOpen(opened: boolean): void
  onEdit(change: Partial<RuleBody>): void
  onRemove(): void
}

/** A rule as a sentence with its percentage, or its whole form. */
export function MilestoneRule(props: MilestoneRuleProps) {
  const { rule, place, segments, opened, onOpen, onEdit, onRemove } = props
  const { body } = rule
  const share = rolloutOf(body)
  const isReadOnly = useReadOnly()
  return (
    <li className={classes.rule} data-opened={opened || undefined}>
      <div className={classes.line}>
        <div className={classes.sentence}>
          {body.title && <div className="faint small">{body.title}</div>}
          <RuleSentence rule={body} segments={segments} />
        </div>
        {share !== undefined && !opened && (
          <PercentInput
            className={classes.share ?? ''}
            aria-label={t('rule.share', place)}
            value={share}
            onChange={(value) => value !== undefined && onEdit({ parameters: withRollout(body, value) })}
          />
        )}
        {!isReadOnly && !opened && (
          <>
            <ActionIcon aria-label={t('rule.edit', place)} onClick={() => onOpen(true)}>
              <IconPencil size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon aria-label={t('rule.remove', place)} onClick={onRemove}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </>
        )}
        {opened && (
          <Button variant="default" size="xs" onClick={() => onOpen(false)}>
            {t('rule.done')}
          </Button>
        )}
      </div>
      {opened && (
        <div className={classes.fields}>
          <RuleFields
            rule={body}
            before={props.before}
            project={props.project}
            flag={undefined}
            strict={props.strict}
            onEdit={onEdit}
          />
        </div>
      )}
    </li>
  )
}
