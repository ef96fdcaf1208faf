import type { FeatureType } from '@flagstaff/contract/flag-types'
import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useCan } from '../../../lib/session.ts'
import { FlagType } from '../../../ui/FlagType.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { typeList, useSetLifetime } from './queries.ts'
import classes from './TypeList.module.css'

export function TypeList() {
  usePage([{ label: t('types.title') }])
  const { data, error, refetch } = useQuery(typeList)
  return (
    <ListPage title={t('types.title')} purpose={t('types.text')}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Rows rows={data} columns={columns()} keyOf={({ id }) => id} label={t('types.title')} />}
    </ListPage>
  )
}

const columns = (): Column<FeatureType>[] => [
  {
    key: 'type',
    label: t('types.type'),
    cell: ({ id, name, description }) => (
      <span className={classes.type}>
        <FlagType type={id} />
        <span>
          <b>{name}</b>
          <span className={classes.description}>{description}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'lifetime',
    label: t('types.lifetime'),
    width: 300,
    // The version in the key resets the input if another user has changed the type.
    cell: (type) => <Lifetime key={`${type.id} ${type.objectVersion}`} type={type} />,
  },
]

function Lifetime({ type }: { type: FeatureType }) {
  const { name, lifetimeDays } = type
  const stored = lifetimeDays || ''
  const [days, setDays] = useState<number | string>(stored)
  const save = useSetLifetime()
  const why = useCan('ADMIN')
  const changed = days !== stored
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed && !why) save.mutate({ type, days: Number(days) || null })
  }
  return (
    <form className={classes.lifetime} onSubmit={submit}>
      <Refused why={why}>
        <NumberInput
          className={classes.days}
          data-changed={changed || undefined}
          aria-label={t('types.of', { name })}
          placeholder={t('types.never')}
          value={days}
          min={0}
          max={36_500}
          allowDecimal={false}
          allowNegative={false}
          readOnly={why !== undefined}
          aria-disabled={why ? true : undefined}
          suffix={` ${t('types.days')}`}
          onChange={setDays}
          onKeyDown={(event) => event.key === 'Escape' && setDays(stored)}
        />
      </Refused>
      {changed && (
        <>
          <Button type="submit" loading={save.isPending}>
            {t('types.save')}
          </Button>
          <Button variant="subtle" className={classes.discard ?? ''} onClick={() => setDays(stored)}>
            {t('types.discard')}
          </Button>
        </>
      )}
    </form>
  )
}
