import type { Feature, UpdateFeature } from '@flagstaff/contract/flags'
import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { wordOfType } from '../../../ui/FlagType.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { EditorCard, SettingsCard } from '../../../ui/Settings.tsx'
import { useArchiving, warningsOf } from './archiving.tsx'
import { MoveCard } from './MoveCard.tsx'
import { type MessageKey, t } from './messages.ts'
import { useFlag, useFlagPage, usePlace } from './place.ts'
import { archiveCheck, flagTypes, type Place, useUpdateFlag } from './queries.ts'
import classes from './Settings.module.css'
import { ValueCard } from './value/ValueCard.tsx'

type Draft = { type: string; description: string; impressionData: boolean }

const labels: Record<keyof Draft, MessageKey> = {
  type: 'settings.type',
  description: 'settings.description',
  impressionData: 'settings.impressions',
}

const draftOf = ({ type, description, impressionData }: Feature): Draft => ({
  type: type ?? 'release',
  description: description ?? '',
  impressionData: impressionData ?? false,
})

export function Settings() {
  const place = usePlace()
  useFlagPage(place, t('tab.settings'))
  const flag = useFlag(place)
  return (
    <div className={classes.settings}>
      <Fields key={flag.name} place={place} flag={flag} />
      <ValueCard key={`${flag.name} value`} place={place} flag={flag} />
      <MoveCard key={place.project} place={place} />
      <End place={place} flag={flag} />
    </div>
  )
}

function Fields({ place, flag }: { place: Place; flag: Feature }) {
  const refusal = useCan('UPDATE_FEATURE', { project: place.project })
  const save = useUpdateFlag(place)
  const { data: types } = useQuery(flagTypes)
  const editor = useEditor({
    start: draftOf(flag),
    version: flag.objectVersion,
    ignoreOtherFields: true,
    save: (change, version) => save.mutateAsync({ change: change as UpdateFeature, version }),
  })
  const { draft, edit } = editor
  return (
    <EditorCard
      editor={editor}
      title={t('settings.flag')}
      name={flag.name}
      changes={editor.edited.map((key) => t(labels[key]))}
      refusal={refusal}
    >
      <TextInput
        label={t('settings.name')}
        description={t('settings.nameHint')}
        value={flag.name}
        readOnly
        classNames={{ input: 'mono' }}
      />
      <Select
        label={t('settings.type')}
        data={choicesOf({ data: types }).map(({ id, lifetimeDays }) => ({
          value: id,
          label: t('settings.typeOf', {
            type: wordOfType(id),
            life: lifetimeDays ? t('settings.lifetime', { days: lifetimeDays }) : t('settings.forever'),
          }),
        }))}
        value={draft.type}
        allowDeselect={false}
        onChange={(type) => type && edit({ type })}
      />
      <Textarea
        label={t('settings.description')}
        autosize
        minRows={3}
        value={draft.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
      <Switch
        label={t('settings.impressions')}
        description={t('settings.impressionsHint')}
        checked={draft.impressionData}
        onChange={(event) => edit({ impressionData: event.currentTarget.checked })}
      />
    </EditorCard>
  )
}

/** Destructive actions come last, with their warnings. */
function End({ place, flag }: { place: Place; flag: Feature }) {
  const archive = useArchiving(place, flag)
  const { data: check } = useQuery({ ...archiveCheck(place), enabled: !archive.refusal })
  const { texts, blocked } = warningsOf(flag, check)
  const refusal = archive.refusal ?? (blocked ? t('ask.archiveParents') : undefined)
  return (
    <SettingsCard title={t('settings.end')} text={t('settings.archiveHint')}>
      <ul className={classes.warnings}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {check && texts.length === 0 && <li>{t('settings.clear')}</li>}
      </ul>
      <div>
        <Refused why={refusal}>
          <Button
            variant="default"
            leftSection={<IconArchive size={14} stroke={1.75} />}
            aria-disabled={refusal ? true : undefined}
            onClick={() => !refusal && archive.ask()}
          >
            {t('settings.archive', { flag: flag.name })}
          </Button>
        </Refused>
      </div>
    </SettingsCard>
  )
}
