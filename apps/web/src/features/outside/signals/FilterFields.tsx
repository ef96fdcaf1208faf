import { ActionIcon, Button, Checkbox, Select, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useLimits } from '../../../lib/limits.ts'
import { minds, type Operator, operatorNames, takesList } from '../../../lib/operators.ts'
import { type Condition, newCondition } from './draft.ts'
import { t } from './messages.ts'
import classes from './signals.module.css'

type FilterFieldsProps = {
  conditions: readonly Condition[]
  onChange(conditions: readonly Condition[]): void
}

/** What the payload must contain. */
export function FilterFields({ conditions, onChange }: FilterFieldsProps) {
  const most = useLimits().actionSetFilters
  const replace = (key: number, change: Partial<Condition>) =>
    onChange(conditions.map((one) => (one.key === key ? { ...one, ...change } : one)))
  return (
    <div className={classes.stack}>
      {conditions.map((condition, index) => (
        <fieldset key={condition.key} className={classes.item}>
          <legend className="hidden">{t('form.condition', { number: index + 1 })}</legend>
          <header>
            <h3>{t('form.condition', { number: index + 1 })}</h3>
            <ActionIcon
              aria-label={t('form.removeCondition', { number: index + 1 })}
              onClick={() => onChange(conditions.filter(({ key }) => key !== condition.key))}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </header>
          <ConditionFields condition={condition} onChange={(change) => replace(condition.key, change)} />
        </fieldset>
      ))}
      {conditions.length < most && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} stroke={2} />}
            onClick={() => onChange([...conditions, newCondition()])}
          >
            {t('form.addCondition')}
          </Button>
        </div>
      )}
    </div>
  )
}

type ConditionFieldsProps = { condition: Condition; onChange(change: Partial<Condition>): void }

function ConditionFields({ condition, onChange }: ConditionFieldsProps) {
  const { path, operator, value = '', values = [], inverted, caseInsensitive } = condition
  const most = useLimits().actionSetFilterValues
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          label={t('form.path')}
          placeholder={t('form.pathHint')}
          value={path}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ path: event.currentTarget.value })}
        />
        <Select
          label={t('form.operator')}
          data={operatorNames.map((name) => ({ value: name, label: t(`operator.${name}`) }))}
          value={operator}
          allowDeselect={false}
          onChange={(name) => name && onChange({ operator: name as Operator })}
        />
        {takesList(operator) ? (
          <TagsInput
            label={t('form.values')}
            value={[...values]}
            maxTags={most}
            acceptValueOnBlur
            onChange={(next) => onChange({ values: next })}
          />
        ) : (
          <TextInput
            label={t('form.value')}
            value={value}
            autoComplete="off"
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        )}
      </div>
      <div className={classes.checks}>
        {operator !== 'REGEX' && (
          <Checkbox
            label={t('form.inverted')}
            checked={inverted ?? false}
            onChange={(event) => onChange({ inverted: event.currentTarget.checked })}
          />
        )}
        {minds(operator) && (
          <Checkbox
            label={t('form.ignoreCase')}
            checked={caseInsensitive ?? false}
            onChange={(event) => onChange({ caseInsensitive: event.currentTarget.checked })}
          />
        )}
      </div>
    </>
  )
}
