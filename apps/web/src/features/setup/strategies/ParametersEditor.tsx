import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { t } from './messages.ts'
import { type Kind, kinds, type Parameter } from './parameters.ts'
import classes from './strategies.module.css'

type ParametersEditorProps = { parameters: readonly Parameter[]; onChange(parameters: Parameter[]): void }

/** One line per parameter. */
export function ParametersEditor({ parameters, onChange }: ParametersEditorProps) {
  const set = (index: number, change: Partial<Parameter>) =>
    onChange(parameters.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <>
      {parameters.map(({ name, type, description, required }, index) => {
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: drafts are identified by position only
          <fieldset key={index} className={classes.parameter}>
            <TextInput
              aria-label={t('parameter.nameOf', { number })}
              placeholder={t('parameter.name')}
              value={name}
              maxLength={100}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
              classNames={{ input: 'mono' }}
              autoComplete="off"
            />
            <Select
              aria-label={t('parameter.typeOf', { number })}
              data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
              value={type}
              allowDeselect={false}
              onChange={(kind) => kind && set(index, { type: kind as Kind })}
            />
            <Checkbox
              className={classes.required ?? ''}
              label={t('parameter.required')}
              aria-label={t('parameter.requiredOf', { number })}
              checked={required}
              onChange={(event) => set(index, { required: event.currentTarget.checked })}
            />
            <ActionIcon
              className={classes.remove ?? ''}
              aria-label={t('parameter.remove', { number })}
              onClick={() => onChange(parameters.filter((_, at) => at !== index))}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
            <TextInput
              className={classes.about ?? ''}
              aria-label={t('parameter.descriptionOf', { number })}
              placeholder={t('parameter.description')}
              value={description}
              maxLength={1000}
              onChange={(event) => set(index, { description: event.currentTarget.value })}
            />
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() =>
            onChange([...parameters, { name: '', type: 'string', description: '', required: false }])
          }
        >
          {t('parameter.add')}
        </Button>
      </div>
    </>
  )
}
