import type { AdvancedPlaygroundResponse } from '@flagstaff/contract/playground'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import { Button, TextInput } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { t } from './messages.ts'
import classes from './radius.module.css'
import { readFields } from './words.ts'

type TryRequestProps = Pick<ChangeRequest, 'id' | 'project' | 'environment' | 'edition'> & {
  /** The flags that the request changes. */
  flags: readonly string[]
}

type Tried = { name: string; before: string; after: string }

/** What one user gets now, and what they would get after the request. */
export function TryRequest({ id, project, environment, flags }: TryRequestProps) {
  const [userId, setUserId] = useState('')
  const [fields, setFields] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (): Promise<Tried[]> => {
      const context = { appName: 'playground', ...readFields(fields), ...(userId ? { userId } : {}) }
      const now = { environments: [environment], projects: [project], features: [...flags], context }
      const [before, after] = await Promise.all([
        send('POST /api/admin/playground/advanced', { body: now }),
        send('POST /api/admin/playground/change-request/:id', {
          params: { id },
          body: { context, features: [...flags] },
        }),
      ])
      return flags.map((name) => ({
        name,
        before: resultOf(before.data, name, environment),
        after: resultOf(after.data, name, environment),
      }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const readable = fields.split(',').every((part) => !part.trim() || part.trim().indexOf('=') > 0)
    setWrong(!readable)
    if (readable) mutate()
  }
  return (
    <section className={classes.card} aria-labelledby="try">
      <header className={classes.head}>
        <h2 id="try">{t('try.title')}</h2>
        <span className="faint small">{t('try.text')}</span>
      </header>
      <form className={classes.try} onSubmit={submit}>
        <TextInput
          label={t('try.user')}
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <TextInput
          label={t('try.fields')}
          placeholder={t('try.example')}
          value={fields}
          error={isWrong}
          onChange={(event) => setFields(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending}>
          {t('try.run')}
        </Button>
      </form>
      {(isWrong || error) && (
        <p className={classes.waiting} role="alert">
          {isWrong ? t('try.wrongFields') : error?.message}
        </p>
      )}
      <ul className={classes.tried} aria-live="polite" aria-label={t('try.results')}>
        {data?.map(({ name, before, after }) => (
          <li key={name} data-same={before === after || undefined}>
            <b>{name}</b>
            <span>{before}</span>
            <IconArrowNarrowRight size={16} stroke={1.5} role="img" aria-label={t('becomes')} />
            <span>{after}</span>
            {before === after && <span className="faint small">{t('unchanged')}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function resultOf({ features }: AdvancedPlaygroundResponse, name: string, environment: string): string {
  const [result] = features.find((one) => one.name === name)?.environments[environment] ?? []
  if (!result) return t('try.gone')
  if (!result.isEnabled) return t('off')
  return result.variant?.enabled ? t('try.variant', { name: result.variant.name }) : t('on')
}
