import type { UserAccessOverview } from '@flagstaff/contract/users'
import { Select } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { nameOf } from '../../../../ui/Person.tsx'
import { t } from '../messages.ts'
import classes from './permissions.module.css'
import { wordsOf } from './reason.ts'

const sentences = new Intl.ListFormat('en')

type OneAnswerProps = {
  account: UserAccessOverview
  permission: string | undefined
  titleOf(project: string): string
  onChange(permission: string | undefined): void
}

/** The result for one permission, in a sentence. */
export function OneAnswer({ account, permission, titleOf, onChange }: OneAnswerProps) {
  const name = nameOf(account.user)
  const { root, project, environment } = account.overview
  const asked = [...root, ...project, ...environment].find((one) => one.name === permission)
  const options = (group: string, list: readonly { name: string }[]) => ({
    group,
    items: list.map((one) => one.name),
  })
  const reasons = asked?.granted?.map((reason) => wordsOf(reason, titleOf)) ?? []
  return (
    <section className={classes.question}>
      <Select
        label={t('why.ask')}
        placeholder={t('why.askHint')}
        data={[
          options(t('why.anywhere'), root),
          options(t('why.project'), project),
          options(t('why.environment'), environment),
        ]}
        value={permission ?? null}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('why.clear') }}
        onChange={(value) => onChange(value ?? undefined)}
      />
      {asked && (
        <p className={classes.sentence} role="status" data-yes={asked.hasPermission || undefined}>
          {asked.hasPermission ? <IconCheck size={16} stroke={2} /> : <IconX size={16} stroke={2} />}
          {asked.hasPermission
            ? t('why.may', { name, reasons: sentences.format(reasons) })
            : t('why.mayNot', { name })}
        </p>
      )}
    </section>
  )
}
