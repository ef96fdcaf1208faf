import type { Feature } from '@flagstaff/contract/flags'
import { valueTypes } from '@flagstaff/contract/value-types'
import type { ValueType } from '@flagstaff/contract/values'
import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { useEditor } from '../../../../lib/editor.ts'
import { useCan } from '../../../../lib/session.ts'
import { EditorCard } from '../../../../ui/Settings.tsx'
import { type Place, useUpdateFlag } from '../queries.ts'
import { DefaultField, faultText } from './DefaultField.tsx'
import { changeOf, draftOf, emptyText, faultOf, readDraft, samplesOf, type ValueDraft } from './draft.ts'
import { inferSchema } from './infer.ts'
import { t } from './messages.ts'
import { ValueVariants } from './ValueVariants.tsx'
import classes from './value.module.css'

const labels = {
  valueType: 'value.type',
  defaultText: 'value.default',
  schemaText: 'value.schema',
} as const

/** The type, the default and the schema of a flag, and whether its variants fit. */
export function ValueCard({ place, flag }: { place: Place; flag: Feature }) {
  const refusal = useCan('UPDATE_FEATURE', { project: place.project })
  const save = useUpdateFlag(place)
  const editor = useEditor<ValueDraft>({
    start: draftOf(flag),
    version: flag.objectVersion,
    ignoreOtherFields: true,
    check: (draft) => (readDraft(draft).faults.length > 0 ? t('value.check') : undefined),
    save: (draft, version) => save.mutateAsync({ change: changeOf(readDraft(draft).value), version }),
  })
  const { draft, edit, start } = editor
  const { value, faults } = readDraft(draft)
  const choose = (valueType: ValueType) =>
    edit({ valueType, defaultText: valueType === start.valueType ? start.defaultText : emptyText[valueType] })
  const samples = draft.valueType === 'object' ? samplesOf(value, flag) : []
  return (
    <EditorCard
      editor={editor}
      title={t('value.title')}
      text={t('value.text')}
      name={flag.name}
      changes={editor.edited.map((key) => t(labels[key]))}
      refusal={refusal}
    >
      <SegmentedControl
        className={classes.types ?? ''}
        aria-label={t('value.type')}
        data={valueTypes.map((type) => ({ value: type, label: t(`value.${type}`) }))}
        value={draft.valueType}
        onChange={(type) => choose(type as ValueType)}
      />
      <div className={draft.valueType === 'object' ? classes.pair : undefined}>
        {draft.valueType === 'object' && (
          <div>
            <Textarea
              label={t('value.schema')}
              description={t('value.schemaHint')}
              classNames={{ input: 'mono' }}
              autosize
              minRows={6}
              maxRows={24}
              spellCheck={false}
              value={draft.schemaText}
              error={faultText(faultOf(faults, 'valueSchema'))}
              onChange={(event) => edit({ schemaText: event.currentTarget.value })}
            />
            {samples.length > 0 && draft.schemaText.trim() === '' && (
              <Button
                variant="subtle"
                className={classes.infer ?? ''}
                onClick={() => edit({ schemaText: JSON.stringify(inferSchema(samples), null, 2) })}
              >
                {t('value.infer')}
              </Button>
            )}
          </div>
        )}
        <DefaultField
          type={draft.valueType}
          text={draft.defaultText}
          fault={faultOf(faults, 'defaultValue')}
          onChange={(defaultText) => edit({ defaultText })}
        />
      </div>
      {draft.valueType !== 'boolean' && <ValueVariants value={value} flag={flag} />}
    </EditorCard>
  )
}
