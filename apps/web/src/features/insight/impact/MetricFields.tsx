import { SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { type Draft, withMetric } from './draft.ts'
import classes from './impact.module.css'
import { t } from './messages.ts'
import { metricList } from './queries.ts'
import { modesFor } from './series.ts'

const ranges = ['hour', 'day', 'week', 'month'] as const

export type DraftProps = { draft: Draft; edit(change: Partial<Draft>): void }

/** The same name can be in both sources. */
const keyOf = (source: string, name: string) => `${source} ${name}`

export function MetricFields({ draft, edit }: DraftProps) {
  const { data } = useQuery(metricList)
  const metrics = choicesOf({ data })
  const chosen = metrics.find(({ name, source }) => name === draft.metric && source === draft.source)
  const options = (source: 'internal' | 'external') =>
    metrics
      .filter((one) => one.source === source)
      .map(({ name }) => ({ value: keyOf(source, name), label: name }))
  // A metric that is no longer sent stays an option, or the field would be empty.
  const kept =
    draft.metric !== '' && !chosen ? [{ value: keyOf(draft.source, draft.metric), label: draft.metric }] : []
  const groups = [
    { group: t('form.own'), items: [...options('internal'), ...kept] },
    { group: t('form.external'), items: options('external') },
  ].filter(({ items }) => items.length > 0)
  const isEmpty = data !== undefined && groups.length === 0
  const modes = modesFor(chosen?.type)
  const shownModes = modes.includes(draft.mode) ? modes : [draft.mode, ...modes]
  return (
    <>
      <Select
        label={t('form.metric')}
        description={isEmpty ? t('impact.emptyMetrics') : chosen?.help || undefined}
        // An empty list of options is announced as broken.
        disabled={isEmpty}
        data={groups}
        value={draft.metric === '' ? null : keyOf(draft.source, draft.metric)}
        nothingFoundMessage={t('form.noMetrics')}
        limit={200}
        searchable
        allowDeselect={false}
        required
        withAsterisk={false}
        data-autofocus
        onChange={(key) => {
          const found = metrics.find((one) => keyOf(one.source, one.name) === key)
          if (found) edit(withMetric(draft, found))
        }}
      />
      <Select
        label={t('form.mode')}
        data={shownModes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
        value={draft.mode}
        allowDeselect={false}
        onChange={(value) => {
          const mode = shownModes.find((one) => one === value)
          if (mode) edit({ mode })
        }}
      />
      <fieldset className={classes.ranges}>
        <legend>{t('form.range')}</legend>
        <SegmentedControl
          fullWidth
          aria-label={t('form.range')}
          data={ranges.map((value) => ({ value, label: t(`short.${value}`) }))}
          value={draft.range}
          onChange={(value) => {
            const range = ranges.find((one) => one === value)
            if (range) edit({ range })
          }}
        />
      </fieldset>
    </>
  )
}
