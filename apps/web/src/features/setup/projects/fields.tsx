import { Checkbox, Radio, Select, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import classes from './fields.module.css'
import { t } from './messages.ts'

export const modes = ['open', 'protected', 'private'] as const
export type Mode = (typeof modes)[number]

export function ModeField({ value, onChange }: { value: Mode; onChange(mode: Mode): void }) {
  return (
    <Radio.Group
      value={value}
      onChange={(next) => onChange(modes.find((mode) => mode === next) ?? 'open')}
      aria-label={t('create.access')}
    >
      <div className={classes.stack}>
        {modes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`projects.mode.${mode}`)}
            description={t(`projects.mode.${mode}Text`)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

type EnvironmentsProps = {
  value: readonly string[]
  onChange(names: string[]): void
  error?: string | undefined
}

export function EnvironmentsField({ value, onChange, error }: EnvironmentsProps) {
  const { data } = useSuspenseQuery(environmentList)
  return (
    <Checkbox.Group
      value={[...value]}
      onChange={onChange}
      error={error}
      aria-label={t('create.environments')}
    >
      <div className={classes.stack}>
        {data
          .filter(({ enabled }) => enabled)
          .map(({ name, type }) => (
            <Checkbox key={name} value={name} label={<Environment name={name} type={type} />} />
          ))}
      </div>
    </Checkbox.Group>
  )
}

const always = ['default', 'userId', 'sessionId', 'random']

/** The options for stickiness: the default ones, and context fields that support it. */
export function useStickiness(): string[] {
  const data = choicesOf(useQuery(contextFieldList))
  const own = data.filter(({ stickiness }) => stickiness).map(({ name }) => name)
  return [...new Set([...always, ...own])]
}

type StickinessProps = { value: string; label?: string; name?: string; onChange(name: string): void }

export function StickinessField({ value, label, name, onChange }: StickinessProps) {
  const options = useStickiness()
  return (
    <Select
      label={label ?? t('create.stickiness')}
      {...(name ? { 'aria-label': name } : {})}
      data={options.includes(value) ? options : [...options, value]}
      value={value}
      allowDeselect={false}
      onChange={(next) => next && onChange(next)}
      maw={320}
    />
  )
}

export type Naming = { pattern: string; example: string; description: string }

export function NamingFields({ value, onChange }: { value: Naming; onChange(naming: Naming): void }) {
  const set = (part: Partial<Naming>) => onChange({ ...value, ...part })
  return (
    <>
      <TextInput
        label={t('create.pattern')}
        description={t('create.patternHint')}
        classNames={{ input: 'mono' }}
        value={value.pattern}
        onChange={(event) => set({ pattern: event.currentTarget.value })}
      />
      <TextInput
        label={t('create.example')}
        classNames={{ input: 'mono' }}
        value={value.example}
        onChange={(event) => set({ example: event.currentTarget.value })}
      />
      <TextInput
        label={t('create.patternDescription')}
        value={value.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </>
  )
}
