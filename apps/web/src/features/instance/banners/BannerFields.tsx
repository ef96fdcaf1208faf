import { SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FormSection } from '../../../ui/Form.tsx'
import classes from './banners.module.css'
import { type Draft, linkKinds, variants } from './draft.ts'
import { iconNames } from './icons.ts'
import { t } from './messages.ts'

type FieldsProps = { draft: Draft; edit(change: Partial<Draft>): void }

export function ContentFields({ draft, isNew, edit }: FieldsProps & { isNew: boolean }) {
  const message = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isNew) message.current?.focus()
  }, [isNew])
  const icons = [
    { value: '', label: t('icon.variant') },
    { value: 'none', label: t('icon.none') },
    ...iconNames.map((value) => ({ value: value as string, label: t(`icon.${value}`) })),
  ]
  // A name that another tool wrote stays an option, or the field would be empty.
  const isForeign = icons.every(({ value }) => value !== draft.icon)
  return (
    <FormSection label={t('form.content')}>
      <Textarea
        ref={message}
        label={t('form.message')}
        description={t('form.markdown')}
        value={draft.message}
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={10}
        required
        withAsterisk={false}
        onChange={(event) => edit({ message: event.currentTarget.value })}
      />
      <Select
        label={t('form.variant')}
        data={variants.map((value) => ({ value, label: t(`variant.${value}`) }))}
        value={draft.variant}
        allowDeselect={false}
        onChange={(variant) => variant && edit({ variant })}
      />
      <Select
        label={t('form.icon')}
        data={isForeign ? [...icons, { value: draft.icon, label: draft.icon }] : icons}
        value={draft.icon}
        allowDeselect={false}
        onChange={(icon) => edit({ icon: icon ?? '' })}
      />
    </FormSection>
  )
}

export function LinkFields({ draft, edit }: FieldsProps) {
  return (
    <FormSection label={t('form.action')}>
      <SegmentedControl
        className={classes.kind ?? ''}
        aria-label={t('form.kind')}
        data={linkKinds.map((value) => ({ value, label: t(`form.kind.${value}`) }))}
        value={draft.opens}
        onChange={(opens) => edit({ opens })}
      />
      {draft.opens === 'url' && (
        <TextInput
          label={t('form.url')}
          description={t('form.urlHint')}
          value={draft.url}
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => edit({ url: event.currentTarget.value })}
        />
      )}
      {draft.opens !== 'none' && (
        <TextInput
          label={t('form.linkText')}
          placeholder={t('bar.more')}
          value={draft.linkText}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => edit({ linkText: event.currentTarget.value })}
        />
      )}
      {draft.opens === 'dialog' && (
        <>
          <TextInput
            label={t('form.dialogTitle')}
            description={t('form.dialogTitleHint')}
            value={draft.dialogTitle}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => edit({ dialogTitle: event.currentTarget.value })}
          />
          <Textarea
            label={t('form.dialog')}
            description={t('form.markdown')}
            value={draft.dialog}
            maxLength={10_000}
            autosize
            minRows={4}
            maxRows={16}
            onChange={(event) => edit({ dialog: event.currentTarget.value })}
          />
        </>
      )}
    </FormSection>
  )
}

export const VisibilityFields = ({ draft, edit }: FieldsProps) => (
  <FormSection label={t('form.visibility')}>
    <Switch
      label={t('form.enabled')}
      description={t('form.enabledText')}
      checked={draft.enabled}
      onChange={(event) => edit({ enabled: event.currentTarget.checked })}
    />
    <Switch
      label={t('form.sticky')}
      description={t('form.stickyText')}
      checked={draft.sticky}
      onChange={(event) => edit({ sticky: event.currentTarget.checked })}
    />
  </FormSection>
)
