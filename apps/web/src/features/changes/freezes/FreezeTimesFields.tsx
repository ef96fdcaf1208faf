import { ActionIcon, Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { FormSection } from '../../../ui/Form.tsx'
import { addRow, type Draft, type Row } from './draft.ts'
import classes from './freezes.module.css'
import { t } from './messages.ts'
import { days, ownTimeZone } from './times.ts'

const MOST_ROWS = 7

type FreezeTimesFieldsProps = { draft: Draft; edit(change: Partial<Draft>): void }

/** Once, or every week; a weekly freeze can also have a first and a last time. */
export function FreezeTimesFields({ draft, edit }: FreezeTimesFieldsProps) {
  const isWeekly = draft.kind === 'weekly'
  return (
    <FormSection label={t('freezes.when')}>
      <SegmentedControl
        className={classes.kind ?? ''}
        aria-label={t('form.kind')}
        data={[
          { value: 'once', label: t('form.once') },
          { value: 'weekly', label: t('form.weekly') },
        ]}
        value={draft.kind}
        onChange={(kind) => edit({ kind: kind === 'weekly' ? 'weekly' : 'once' })}
      />
      {isWeekly && <Week draft={draft} edit={edit} />}
      <div className={classes.pair}>
        <TextInput
          type="datetime-local"
          label={t('form.starts')}
          description={t(isWeekly ? 'form.optional' : 'form.local', { timeZone: ownTimeZone() })}
          value={draft.startsAt}
          onChange={(event) => edit({ startsAt: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={t('form.ends')}
          description={t(isWeekly ? 'form.optional' : 'form.local', { timeZone: ownTimeZone() })}
          value={draft.endsAt}
          onChange={(event) => edit({ endsAt: event.currentTarget.value })}
        />
      </div>
    </FormSection>
  )
}

function Week({ draft: { rows, timeZone }, edit }: FreezeTimesFieldsProps) {
  const set = (id: number, change: Partial<Row>) =>
    edit({ rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)) })
  return (
    <>
      <fieldset className={classes.rows}>
        <legend>{t('form.windows')}</legend>
        {rows.map((row, index) => (
          <WeekRow
            key={row.id}
            row={row}
            number={index + 1}
            onChange={(change) => set(row.id, change)}
            onRemove={
              rows.length > 1 ? () => edit({ rows: rows.filter(({ id }) => id !== row.id) }) : undefined
            }
          />
        ))}
        {rows.length < MOST_ROWS && (
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={14} stroke={1.75} />}
              onClick={() => edit({ rows: addRow(rows) })}
            >
              {t('form.add')}
            </Button>
          </div>
        )}
      </fieldset>
      <Select
        label={t('form.timeZone')}
        data={zonesWith(timeZone)}
        value={timeZone}
        searchable
        limit={100}
        allowDeselect={false}
        onChange={(zone) => zone && edit({ timeZone: zone })}
      />
    </>
  )
}

/** The zones that the browser knows, and the current one, which may have another name there. */
const zonesWith = (timeZone: string) => [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

type WeekRowProps = {
  row: Row
  number: number
  onChange(change: Partial<Row>): void
  onRemove: (() => void) | undefined
}

function WeekRow({ row, number, onChange, onRemove }: WeekRowProps) {
  return (
    <div className={classes.week}>
      <DaySelect
        label={t('form.fromDay', { row: number })}
        day={row.fromDay}
        onChange={(fromDay) => onChange({ fromDay })}
      />
      <TextInput
        type="time"
        aria-label={t('form.fromTime', { row: number })}
        value={row.fromTime}
        onChange={(event) => onChange({ fromTime: event.currentTarget.value })}
      />
      <span className="dim">{t('form.to')}</span>
      <DaySelect
        label={t('form.toDay', { row: number })}
        day={row.toDay}
        onChange={(toDay) => onChange({ toDay })}
      />
      <TextInput
        type="time"
        aria-label={t('form.toTime', { row: number })}
        value={row.toTime}
        onChange={(event) => onChange({ toTime: event.currentTarget.value })}
      />
      {onRemove && (
        <ActionIcon aria-label={t('form.remove', { row: number })} onClick={onRemove}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </div>
  )
}

type DaySelectProps = { label: string; day: number; onChange(day: number): void }

const DaySelect = ({ label, day, onChange }: DaySelectProps) => (
  <Select
    aria-label={label}
    data={days.map((one) => ({ value: String(one), label: t(`day.${one}`) }))}
    value={String(day)}
    allowDeselect={false}
    onChange={(value) => value && onChange(Number(value))}
  />
)
