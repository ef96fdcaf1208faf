import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { chosenValues, EACH } from './draft.ts'
import classes from './impact.module.css'
import type { DraftProps } from './MetricFields.tsx'
import { t } from './messages.ts'
import { chartData, type Shown } from './queries.ts'

const MOST_LABELS = 12

/** A filter for each label of the metric. The labels come with the data of the preview. */
export function LabelFields({ chart, draft, edit }: DraftProps & { chart: Shown }) {
  const { data } = useQuery(chartData(chart, 'edit'))
  const known = data?.labels
  const names = [...new Set([...Object.keys({ ...known }), ...Object.keys(draft.labels)])].slice(
    0,
    MOST_LABELS,
  )
  if (names.length === 0) return null
  return (
    <fieldset className={classes.labels}>
      <legend>{t('form.labels')}</legend>
      <p className="faint small">{t('form.labelsHint')}</p>
      <div className={classes.grid}>
        {names.map((name) => {
          const chosen = draft.labels[name] ?? []
          const values = [...new Set([...choicesOf({ data: known?.[name] }), ...chosen])].filter(
            (value) => value !== EACH,
          )
          return (
            <MultiSelect
              key={name}
              label={name}
              placeholder={chosen.length === 0 ? t('form.any') : ''}
              data={[
                { value: EACH, label: t('form.each') },
                ...values.map((value) => ({ value, label: value })),
              ]}
              value={chosen}
              searchable={values.length > 8}
              onChange={(after) => edit({ labels: { ...draft.labels, [name]: chosenValues(chosen, after) } })}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
