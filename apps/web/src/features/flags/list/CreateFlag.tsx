import { valueTypes } from '@flagstaff/contract/value-types'
import { Button, Kbd, Modal, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { isFraction } from '../../../lib/percent.ts'
import { projectList } from '../../../lib/projects.ts'
import { useCan } from '../../../lib/session.ts'
import { readTag } from '../../../lib/tags.ts'
import { t as shared } from '../../../messages/en.ts'
import { type KnownType, knownTypes } from '../../../ui/FlagType.tsx'
import { LimitNote } from '../../../ui/LimitNote.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { TagsField } from '../../../ui/TagsField.tsx'
import { projectOverview } from '../../setup/projects/index.ts'
import { DefaultField } from '../page/value/DefaultField.tsx'
import { draftOf, emptyText, faultOf, readDraft, type ValueDraft } from '../page/value/draft.ts'
import { t as valueText } from '../page/value/messages.ts'
import classes from './CreateFlag.module.css'
import { useCreateFlag } from './createQueries.ts'
import dialog from './dialogs.module.css'
import { FirstRollout, type Percents } from './FirstRollout.tsx'
import { t } from './messages.ts'
import { flagTypeList } from './queries.ts'
import { useFlagRoom } from './room.ts'
import { useNameCheck } from './useNameCheck.ts'

type CreateFlagProps = {
  opened: boolean
  project: string | undefined
  /** The suggested name, if any. */
  name: string | undefined
  phone: boolean
  onClose(): void
}

/** Creates a flag with its initial state in every environment, in one request. */
export function CreateFlag({ opened, project, name, phone, onClose }: CreateFlagProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('create.title')}
      size={560}
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <CreateForm project={project} name={name} onClose={onClose} />
    </Modal>
  )
}

type CreateFormProps = {
  project: string | undefined
  name: string | undefined
  onClose(): void
}

const isKnown = (type: string | null): type is KnownType => knownTypes.some((known) => known === type)

function CreateForm({ project: given, name: wanted = '', onClose }: CreateFormProps) {
  const projects = choicesOf(useQuery(projectList))
  const [chosen, setChosen] = useState<string | null>(null)
  const project = given ?? chosen ?? projects[0]?.id ?? ''
  const { data: overview } = useQuery({ ...projectOverview(project), enabled: project !== '' })
  const types = choicesOf(useQuery(flagTypeList))
  const room = useFlagRoom(project)
  const refusal = useCan('CREATE_FEATURE', { project }) ?? room.full
  const create = useCreateFlag()
  const [name, setName] = useState(wanted)
  const [type, setType] = useState<KnownType>('release')
  const [description, setDescription] = useState('')
  const [tags, setTags] = useState<string[]>([])
  const [impressionData, setImpressionData] = useState(false)
  const [value, setValue] = useState<ValueDraft>(() => draftOf({}))
  const read = readDraft(value)
  const [percents, setPercents] = useState<Percents>({})
  const [tried, setTried] = useState(false)
  // Stop checking after the flag was created: then its name is taken.
  const check = useNameCheck(name, project, create.isIdle || create.isError)
  const fault = (tried && name === '' ? t('create.missing') : undefined) ?? check.fault
  const naming = overview?.featureNaming

  const submit = () => {
    setTried(true)
    if (refusal || name === '' || check.fault || create.isPending) return
    if (Object.values(percents).some(isFraction) || read.faults.length > 0) return
    const flag = {
      name,
      type,
      impressionData,
      ...(value.valueType === 'boolean' ? {} : read.value),
      ...(description ? { description } : {}),
      ...(tags.length > 0 ? { tags: tags.map(readTag) } : {}),
    }
    const here = overview?.environments?.map(({ environment }) => environment)
    const rollout = Object.entries(percents).flatMap(([environment, percent]) =>
      percent && (here?.includes(environment) ?? true) ? [{ environment, percent }] : [],
    )
    create.mutate({ project, flag, rollout }, { onSuccess: onClose })
  }
  useHotkey('mod+Enter', t('create.submit'), submit)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={onSubmit} className={dialog.form} noValidate>
      {given === undefined && (
        <Select
          label={t('create.project')}
          data={projects.map(({ id, name: label }) => ({ value: id, label }))}
          value={project}
          allowDeselect={false}
          searchable
          onChange={setChosen}
        />
      )}
      <div>
        <TextInput
          label={t('create.name')}
          description={
            naming?.pattern
              ? [
                  t('create.pattern', { pattern: naming.pattern }),
                  naming.example && t('create.example', { example: naming.example }),
                  naming.description,
                ]
                  .filter(Boolean)
                  .join(', ')
              : t('create.nameHint')
          }
          value={name}
          error={fault}
          onChange={(event) => setName(event.currentTarget.value.trim())}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
        <p className={classes.note} aria-live="polite">
          {fault ? '' : check.note}
        </p>
      </div>
      <FirstRollout
        environments={overview?.environments?.map(({ environment }) => environment)}
        project={project}
        value={percents}
        onChange={setPercents}
      />
      <div className={classes.pair}>
        <Select
          label={t('create.type')}
          data={types.flatMap(({ id, name: label, lifetimeDays }) =>
            isKnown(id)
              ? [
                  {
                    value: id,
                    label: lifetimeDays
                      ? t('create.lifetime', { name: label, days: lifetimeDays })
                      : t('create.forever', { name: label }),
                  },
                ]
              : [],
          )}
          value={type}
          allowDeselect={false}
          onChange={(next) => isKnown(next) && setType(next)}
        />
        <TagsField
          label={t('create.tags')}
          placeholder={tags.length === 0 ? t('create.tagsHint') : ''}
          value={tags}
          onChange={setTags}
        />
      </div>
      <div className={value.valueType === 'boolean' ? undefined : classes.pair}>
        <Select
          label={valueText('value.type')}
          description={valueText('value.typeHint')}
          data={valueTypes.map((one) => ({ value: one, label: valueText(`value.${one}`) }))}
          value={value.valueType}
          allowDeselect={false}
          onChange={(next) => {
            const valueType = valueTypes.find((one) => one === next) ?? 'boolean'
            setValue({ valueType, defaultText: emptyText[valueType], schemaText: '' })
          }}
        />
        {value.valueType !== 'boolean' && (
          <DefaultField
            type={value.valueType}
            text={value.defaultText}
            fault={faultOf(read.faults, 'defaultValue')}
            onChange={(defaultText) => setValue({ ...value, defaultText })}
          />
        )}
      </div>
      <Textarea
        label={t('create.description')}
        value={description}
        rows={2}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Switch
        label={t('create.impression')}
        description={t('create.impressionHint')}
        checked={impressionData}
        onChange={(event) => setImpressionData(event.currentTarget.checked)}
      />
      <LimitNote text={room.note ?? room.full} />
      {create.error && (
        <p className={dialog.problem} role="alert">
          {create.error.message}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Refused why={refusal}>
          <Button
            type="submit"
            loading={create.isPending}
            aria-disabled={refusal ? true : undefined}
            rightSection={<Kbd>Ctrl ↵</Kbd>}
          >
            {t('create.submit')}
          </Button>
        </Refused>
      </div>
    </form>
  )
}
