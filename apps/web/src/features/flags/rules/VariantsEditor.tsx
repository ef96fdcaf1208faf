import { faultsOfPayload, payloadOf, payloadTypesOf } from '@flagstaff/rules/values'
import { balance, faultsOfVariants, type VariantFault } from '@flagstaff/rules/variants'
import {
  ActionIcon,
  Button,
  NumberInput,
  Progress,
  Select,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconLock, IconLockOpen, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { useFlagValue } from './flagValue.ts'
import { type MessageKey, t } from './messages.ts'
import classes from './RuleForm.module.css'
import type { Variant } from './rule.ts'
import { toneOf } from './Variants.tsx'

type EditorProps = {
  variants: readonly Variant[]
  stickiness: string
  onChange: (variants: Variant[]) => void
}

/** Variable weights share the rest, as on the server: the form shows what will be stored. */
export function VariantsEditor({ variants, stickiness, onChange }: EditorProps) {
  const set = (next: Variant[]) => onChange(balance(next) ?? next)
  const { valueType = 'boolean', defaultValue } = useFlagValue()
  const first = valueType === 'boolean' ? {} : { payload: payloadOf(valueType, defaultValue) }
  const blank = (index: number, name = t('form.variantName', { index })): Variant => ({
    name,
    weight: 0,
    weightType: 'variable',
    stickiness: variants[0]?.stickiness ?? stickiness,
    ...first,
  })
  const [fresh, setFresh] = useState(false)
  const isReadOnly = useReadOnly()
  const faults = faultsOfVariants(variants)
  const whole = faults.find(({ kind }) => kind === 'fixed' || kind === 'over')
  return (
    <>
      {variants.length > 0 && (
        <Progress.Root size={8} radius={2} aria-hidden="true" className={classes.weights ?? ''}>
          {variants.map(({ weight }, index) => (
            <Progress.Section
              // biome-ignore lint/suspicious/noArrayIndexKey: names are being edited and may be equal
              key={index}
              withAria={false}
              value={weight / 10}
              color={toneOf(index)}
            />
          ))}
        </Progress.Root>
      )}
      {variants.map((variant, index) => (
        <VariantRow
          // biome-ignore lint/suspicious/noArrayIndexKey: names are being edited and may be equal
          key={index}
          variant={variant}
          index={index}
          fresh={fresh}
          faults={faults.flatMap((fault) => ('index' in fault && fault.index === index ? [fault.kind] : []))}
          onChange={(next) => set(variants.with(index, next))}
          onRemove={() => set(variants.toSpliced(index, 1))}
        />
      ))}
      {whole && (
        <p className={classes.fault} role="alert">
          {t(`fault.${whole.kind}`)}
        </p>
      )}
      {isReadOnly ? (
        variants.length === 0 && <p className="faint">{t('form.noVariants')}</p>
      ) : (
        <div className={classes.adds}>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={1.75} />}
            onClick={() => set([...variants, blank(variants.length + 1)])}
          >
            {t('form.variantAdd')}
          </Button>
          {variants.length === 0 && (
            <Button
              variant="subtle"
              onClick={() => {
                setFresh(true)
                set([blank(1, 'control'), blank(2, 'treatment')])
              }}
            >
              {t('form.variantsTwo')}
            </Button>
          )}
          {variants.some(({ weightType }) => weightType === 'fix') && (
            <Button
              variant="subtle"
              onClick={() => set(variants.map((one) => ({ ...one, weightType: 'variable' })))}
            >
              {t('form.even')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

type RowProps = {
  variant: Variant
  index: number
  faults: readonly VariantFault['kind'][]
  /** Just added: focus its name. */
  fresh: boolean
  onChange: (variant: Variant) => void
  onRemove: () => void
}

const payloadTypes = ['string', 'json', 'csv', 'number'] as const

function VariantRow({ variant, index, faults, fresh, onChange, onRemove }: RowProps) {
  const { name, weight, weightType, payload } = variant
  const called = name || t('form.variantName', { index: index + 1 })
  const fixed = weightType === 'fix'
  const ofName = faults.find((kind) => kind === 'name' || kind === 'twice')
  const ofPayload = faults.find((kind) => kind === 'json' || kind === 'number' || kind === 'empty')
  const value = useFlagValue()
  const types = payloadTypesOf(value.valueType) ?? payloadTypes
  // A stored payload of another type stays visible, with its error.
  const offered = payload && !types.includes(payload.type) ? [...types, payload.type] : types
  const [wrong] = ofPayload ? [] : faultsOfPayload(value, payload)
  const payloadError = ofPayload
    ? t(`fault.${ofPayload}` as MessageKey)
    : wrong && t('fault.value', { path: wrong.path || t('fault.it'), message: wrong.message })
  const choose = (type: string | null) => {
    const { payload: _, ...rest } = variant
    const chosen = payloadTypes.find((one) => one === type)
    onChange(chosen ? { ...rest, payload: { type: chosen, value: payload?.value ?? '' } } : rest)
  }
  return (
    <div className={classes.variant}>
      <i className={classes.swatch} style={{ background: toneOf(index) }} />
      <TextInput
        autoFocus={index === 0 && fresh}
        className={classes.name ?? ''}
        aria-label={t('form.variant', { index: index + 1 })}
        classNames={{ input: 'mono' }}
        value={name}
        error={ofName && t(`fault.${ofName}` as MessageKey)}
        onChange={(event) => onChange({ ...variant, name: event.currentTarget.value })}
      />
      <NumberInput
        className={classes.weight ?? ''}
        aria-label={t('form.weight', { name: called })}
        value={weight / 10}
        onChange={(value) =>
          value !== '' &&
          Number(value) * 10 !== weight &&
          onChange({ ...variant, weight: Math.round(Number(value) * 10), weightType: 'fix' })
        }
        min={0}
        max={100}
        decimalScale={1}
        clampBehavior="strict"
        suffix={'\u202f%'}
        hideControls
      />
      <Tooltip label={fixed ? t('form.weightFree', { name: called }) : t('form.weightAuto')}>
        <ActionIcon
          aria-label={t('form.weightFree', { name: called })}
          aria-pressed={!fixed}
          onClick={() => onChange({ ...variant, weightType: fixed ? 'variable' : 'fix' })}
        >
          {fixed ? <IconLock size={16} stroke={1.5} /> : <IconLockOpen size={16} stroke={1.5} />}
        </ActionIcon>
      </Tooltip>
      <Select
        className={classes.payloadType ?? ''}
        aria-label={t('form.payloadType', { name: called })}
        data={[
          { value: 'none', label: t('form.payloadNone') },
          ...offered.map((type) => ({ value: type, label: t(`form.payload.${type}`) })),
        ]}
        value={payload?.type ?? 'none'}
        allowDeselect={false}
        onChange={choose}
      />
      {payload ? (
        <PayloadField
          label={t('form.payload', { name: called })}
          payload={payload}
          error={payloadError}
          onChange={(text) => onChange({ ...variant, payload: { ...payload, value: text } })}
        />
      ) : (
        <span className={classes.payload} />
      )}
      <Tooltip label={t('form.variantRemove', { name: called })}>
        <ActionIcon aria-label={t('form.variantRemove', { name: called })} onClick={onRemove}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

type PayloadFieldProps = {
  label: string
  payload: NonNullable<Variant['payload']>
  error: string | undefined
  onChange: (text: string) => void
}

/** Objects get as many lines as they need. */
function PayloadField({ label, payload: { type, value }, error, onChange }: PayloadFieldProps) {
  const shared = {
    className: classes.payload ?? '',
    'aria-label': label,
    classNames: { input: 'mono' },
    spellCheck: false,
    value,
    error,
  }
  return type === 'json' ? (
    <Textarea
      {...shared}
      autosize
      minRows={1}
      maxRows={12}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}
