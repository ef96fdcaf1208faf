import type { ReleasePlanMilestone, ReleasePlanMilestoneStrategy } from '@flagstaff/contract/release-plans'
import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Review } from '../../../lib/api.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { t as shared } from '../../../messages/en.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ReviewButton } from '../../../ui/ReviewButton.tsx'
import { segmentList } from '../../setup/segments/index.ts'
import { flagDetail } from '../page/queries.ts'
import { FlagValueContext } from '../rules/flagValue.ts'
import { RuleFields } from '../rules/RuleFields.tsx'
import { RuleSentence } from '../rules/RuleSentence.tsx'
import { useRuleCheck } from '../rules/ruleCheck.ts'
import { ruleBodyOf } from '../templates/draft.ts'
import { t } from './messages.ts'
import type { DialogProps } from './planProps.ts'
import classes from './plans.module.css'
import { usePlanChanges } from './queries.ts'

type RuleDialogProps = DialogProps & { milestone: ReleasePlanMilestone; rule: ReleasePlanMilestoneStrategy }

/** Edits a rule of a milestone that is not active. */
export function RuleDialog(props: RuleDialogProps) {
  const parts = [useQuery(contextFieldList), useQuery(segmentList), useQuery(strategyList)]
  const { data: flag } = useQuery(flagDetail(props.place))
  return (
    <Modal
      opened
      onClose={props.onClose}
      size={880}
      title={t('rule.title', { name: props.milestone.name })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {!flag || parts.some((part) => part.isPending) ? (
        <Loading />
      ) : (
        <FlagValueContext value={flag}>
          <RuleDialogForm {...props} />
        </FlagValueContext>
      )}
    </Modal>
  )
}

function RuleDialogForm({ place, environment, rule, segments, onClose }: RuleDialogProps) {
  const { setRule } = usePlanChanges(place, environment.name)
  const { review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  const check = useRuleCheck()
  const [before] = useState(() => ruleBodyOf(rule))
  const [draft, setDraft] = useState(before)
  const [problem, setProblem] = useState<string>()
  const save = (way?: Review) => {
    const fault = check(draft)
    setProblem(fault)
    if (fault === undefined) setRule.mutate({ id: rule.id, rule: draft, review: way }, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(review && 'propose')
  }
  const shown = problem ?? setRule.error?.message
  return (
    <form onSubmit={submit} noValidate>
      <p className="dim small">{t('rule.text')}</p>
      <div className={classes.sentence}>
        <RuleSentence rule={draft} segments={segments} against={{ rule: before, mark: 'add' }} />
      </div>
      {shown && (
        <p className={classes.problem} role="alert">
          {shown}
        </p>
      )}
      <RuleFields
        rule={draft}
        before={before}
        project={place.project}
        flag={place.flag}
        strict={problem !== undefined}
        onEdit={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        {review ? (
          <ReviewButton type="submit" offer={review} busy={setRule.isPending} onSave={save} />
        ) : (
          <Button type="submit" loading={setRule.isPending}>
            {t('rule.save')}
          </Button>
        )}
      </div>
    </form>
  )
}
