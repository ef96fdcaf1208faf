import type { CreateSafeguard } from '@flagstaff/contract/release-plans'
import { NumberInput, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ReviewOffer } from '../../../lib/reviews.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type MetricDraft, MetricFields, newMetricDraft } from '../../insight/impact/index.ts'
import { t } from './messages.ts'
import { type GuardPlace, useSafeguardChanges } from './queries.ts'
import classes from './safeguards.module.css'

type SafeguardDialogProps = {
  at: GuardPlace
  /** Undefined for a new one. */
  edited: CreateSafeguard | undefined
  review: ReviewOffer | undefined
  onClose(): void
}

export function SafeguardDialog({ at, edited, review, onClose }: SafeguardDialogProps) {
  const { save } = useSafeguardChanges(at)
  const [metric, setMetric] = useState<MetricDraft>(() => draftOf(edited))
  const [operator, setOperator] = useState<'>' | '<'>(edited?.triggerCondition.operator ?? '>')
  const [limit, setLimit] = useState<number | string>(edited?.triggerCondition.threshold ?? '')
  const [tried, setTried] = useState(false)
  const wrong = metric.metric === '' ? t('form.missing') : limit === '' ? t('form.noLimit') : undefined
  return (
    <Confirm
      opened
      title={t(edited ? 'form.edit' : 'form.new')}
      label={t('form.save')}
      busy={save.isPending}
      error={tried && wrong !== undefined ? new Error(wrong) : save.error}
      review={review}
      onConfirm={(way) => {
        setTried(true)
        if (wrong !== undefined) return
        const safeguard = safeguardOf(metric, operator, Number(limit))
        save.mutate({ safeguard, review: way }, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <p>{t(at.plan ? 'form.planText' : 'form.flagText', { environment: at.environment })}</p>
      <div className={classes.fields}>
        <MetricFields draft={metric} edit={(change) => setMetric({ ...metric, ...change })} />
        <fieldset className={classes.limit}>
          <legend>{t('form.when')}</legend>
          <SegmentedControl
            aria-label={t('form.when')}
            data={[
              { value: '>', label: t('form.above') },
              { value: '<', label: t('form.below') },
            ]}
            value={operator}
            onChange={(value) => setOperator(value === '<' ? '<' : '>')}
          />
          <NumberInput aria-label={t('form.limit')} value={limit} onChange={setLimit} />
        </fieldset>
      </div>
      <p className="faint small">
        {t(`form.compared.${metric.range}`)} {t('form.note')}
      </p>
    </Confirm>
  )
}

const draftOf = (edited: CreateSafeguard | undefined): MetricDraft => {
  if (!edited) return { ...newMetricDraft, range: 'hour' }
  const { metricName, source = 'internal', aggregationMode, timeRange, labelSelectors } = edited.impactMetric
  return {
    ...newMetricDraft,
    metric: metricName,
    source,
    mode: aggregationMode,
    range: timeRange,
    labels: labelSelectors,
  }
}

const safeguardOf = (
  { metric, source, mode, range, labels }: MetricDraft,
  operator: '>' | '<',
  threshold: number,
): CreateSafeguard => ({
  impactMetric: {
    metricName: metric,
    source,
    aggregationMode: mode,
    timeRange: range,
    labelSelectors: labels,
  },
  triggerCondition: { operator, threshold },
})
