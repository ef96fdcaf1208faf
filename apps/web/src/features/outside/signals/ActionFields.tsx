import type { ActionDefinitions, ActionType } from '@flagstaff/contract/actions'
import { ActionIcon, Autocomplete, Button, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useLimits } from '../../../lib/limits.ts'
import { isByTag, newStep, type Step } from './draft.ts'
import { t } from './messages.ts'
import { optionsOf } from './options.ts'
import classes from './signals.module.css'

type ActionFieldsProps = {
  steps: readonly Step[]
  config: ActionDefinitions
  onChange(steps: readonly Step[]): void
}

const types: readonly ActionType[] = [
  'TOGGLE_FEATURE_OFF',
  'TOGGLE_FEATURE_ON',
  'TOGGLE_FEATURES_OFF_BY_TAG',
  'TOGGLE_FEATURES_ON_BY_TAG',
]

/** What happens, one after the other. */
export function ActionFields({ steps, config, onChange }: ActionFieldsProps) {
  const most = useLimits().actionSetActions
  const environments = optionsOf(config, 'environment')
  const replace = (key: number, change: Partial<Step>) =>
    onChange(steps.map((one) => (one.key === key ? { ...one, ...change } : one)))
  return (
    <div className={classes.stack}>
      {steps.map((step, index) => (
        <fieldset key={step.key} className={classes.item}>
          <legend className="hidden">{t('form.action', { number: index + 1 })}</legend>
          <header>
            <h3>{t('form.action', { number: index + 1 })}</h3>
            {steps.length > 1 && (
              <ActionIcon
                aria-label={t('form.removeAction', { number: index + 1 })}
                onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
              >
                <IconX size={14} stroke={1.75} />
              </ActionIcon>
            )}
          </header>
          <StepFields step={step} config={config} onChange={(change) => replace(step.key, change)} />
        </fieldset>
      ))}
      {steps.length < most && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() =>
              onChange([...steps, newStep(steps.at(-1)?.environment ?? environments.at(-1) ?? '')])
            }
          >
            {t('form.addAction')}
          </Button>
        </div>
      )}
    </div>
  )
}

type StepFieldsProps = { step: Step; config: ActionDefinitions; onChange(change: Partial<Step>): void }

/** More flags are found by typing. */
const MOST_LISTED = 100

function StepFields({ step, config, onChange }: StepFieldsProps) {
  return (
    <div className={classes.fields}>
      <Select
        label={t('form.actionType')}
        data={types.map((type) => ({ value: type, label: t(`type.${type}`) }))}
        value={step.action}
        allowDeselect={false}
        onChange={(type) => type && onChange({ action: type as ActionType })}
      />
      {isByTag(step.action) ? (
        <Autocomplete
          label={t('form.tag')}
          placeholder={t('form.tagHint')}
          data={optionsOf(config, 'tag')}
          value={step.tag}
          limit={MOST_LISTED}
          maxLength={200}
          onChange={(tag) => onChange({ tag })}
        />
      ) : (
        <Select
          label={t('form.flag')}
          data={optionsOf(config, 'featureName')}
          value={step.flag || null}
          searchable
          limit={MOST_LISTED}
          onChange={(flag) => onChange({ flag: flag ?? '' })}
        />
      )}
      <Select
        label={t('form.environment')}
        data={optionsOf(config, 'environment')}
        value={step.environment || null}
        allowDeselect={false}
        onChange={(environment) => onChange({ environment: environment ?? '' })}
      />
    </div>
  )
}
