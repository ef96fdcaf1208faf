import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../../lib/session.ts'
import { Refused } from '../../../ui/Refused.tsx'
import classes from './home.module.css'
import { t } from './messages.ts'
import { useCreateFirstFlag } from './queries.ts'

export function FirstFlag({ project, environment }: { project: string; environment: string }) {
  const [name, setName] = useState('my-first-flag')
  const create = useCreateFirstFlag()
  const refusal = useCan('CREATE_FEATURE', { project })
  if (refusal)
    return (
      <Refused why={refusal}>
        <Button aria-disabled>{t('welcome.create')}</Button>
      </Refused>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ project, environment, name })
      }}
    >
      <p className="dim">{t('welcome.flagAsk', { environment })}</p>
      <div className={classes.ways}>
        <TextInput
          aria-label={t('welcome.flagName')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={create.error?.message}
        />
        <Button type="submit" loading={create.isPending}>
          {t('welcome.create')}
        </Button>
      </div>
    </form>
  )
}
