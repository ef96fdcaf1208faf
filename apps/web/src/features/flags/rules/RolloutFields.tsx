import { Select, Slider, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { formatPercent } from '../../../lib/format.ts'
import { PercentFault, PercentInput } from '../../../ui/PercentInput.tsx'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { t } from './messages.ts'
import classes from './RuleForm.module.css'

type Parameters = Record<string, string>
type FieldsProps = {
  parameters: Parameters
  /** The default group; undefined in a template, where group and stickiness can stay open. */
  flag: string | undefined
  /** The previous rollout, marked on the slider. */
  before: number | undefined
  onChange: (parameters: Parameters) => void
}

const stickyLabels: Record<string, string> = {
  '': t('form.stickyProject'),
  default: t('form.stickyDefault'),
  random: t('form.stickyRandom'),
}

const presets = [1, 5, 10, 25, 50, 100]

/** Rollout, stickiness and group. */
export function RolloutFields({ parameters, flag, before, onChange }: FieldsProps) {
  const fields = choicesOf(useQuery(contextFieldList))
  const isTemplate = flag === undefined
  const { rollout = '0', stickiness = isTemplate ? '' : 'default', groupId = '' } = parameters
  const share = Number(rollout) || 0
  const set = (value: number | undefined) => {
    if (value !== undefined) onChange({ ...parameters, rollout: String(value) })
  }
  const sticky = [
    ...new Set([
      ...(isTemplate ? [''] : []),
      'default',
      'userId',
      'sessionId',
      'random',
      ...fields.filter((one) => one.stickiness).map((one) => one.name),
      stickiness,
    ]),
  ]
  return (
    <>
      <div className={classes.share}>
        <Slider
          className={classes.slider ?? ''}
          value={share}
          disabled={useReadOnly()}
          onChange={set}
          min={0}
          max={100}
          size={4}
          thumbSize={16}
          label={null}
          thumbLabel={t('form.rollout')}
          marks={before === undefined || before === share ? [] : [{ value: before }]}
        />
        <PercentInput
          className={classes.percent ?? ''}
          aria-label={t('form.rollout')}
          value={share}
          onChange={set}
        />
        <span className={classes.presets}>
          {presets.map((preset) => (
            <UnstyledButton
              key={preset}
              className={classes.preset}
              aria-label={t('form.preset', { share: formatPercent(preset) })}
              aria-pressed={share === preset}
              onClick={() => set(preset)}
            >
              {preset}
            </UnstyledButton>
          ))}
        </span>
      </div>
      <PercentFault value={share} />
      <div className={classes.pair}>
        <Select
          label={t('form.stickiness')}
          classNames={{ input: 'mono' }}
          data={sticky.map((value) => ({
            value,
            label: stickyLabels[value] ?? value,
          }))}
          value={stickiness}
          allowDeselect={false}
          onChange={(value) => value !== null && onChange({ ...parameters, stickiness: value })}
        />
        <TextInput
          label={t('form.group')}
          classNames={{ input: 'mono' }}
          placeholder={flag ?? t('form.groupOfFlag')}
          value={groupId}
          onChange={(event) => onChange({ ...parameters, groupId: event.currentTarget.value })}
        />
      </div>
      <p className="faint small">{t('form.groupHint')}</p>
    </>
  )
}
