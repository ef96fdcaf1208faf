import { PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { PasswordRules } from '../../entry/PasswordRules.tsx'
import { usePage } from '../../lib/crumbs.ts'
import { ListPage } from '../../ui/List.tsx'
import { SettingsCard } from '../../ui/Settings.tsx'
import { t } from './messages.ts'
import { ProfilePage } from './ProfilePage.tsx'
import classes from './profile.module.css'
import { profile, useChangePassword } from './queries.ts'

const blank = { old: '', password: '', repeat: '' }

export function ChangePassword() {
  usePage([{ label: t('profile.title'), to: '/profile' }, { label: t('password.title') }])
  const { data } = useQuery(profile)
  return (
    <ProfilePage current="/profile/change-password">
      <ListPage title={t('password.title')}>
        {data?.canChangePassword === false ? (
          <p className={classes.none}>{t('password.none')}</p>
        ) : (
          <PasswordCard />
        )}
      </ListPage>
    </ProfilePage>
  )
}

function PasswordCard() {
  const change = useChangePassword()
  const rules = useId()
  const [draft, setDraft] = useState(blank)
  const [problem, setProblem] = useState<string>()
  const field = (name: keyof typeof blank) => ({
    label: t(name === 'old' ? 'password.old' : name === 'password' ? 'password.new' : 'password.repeat'),
    autoComplete: name === 'old' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('password.show'), tabIndex: 0 },
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  })
  const submit = () => {
    if (Object.values(draft).includes('')) return setProblem(t('password.missing'))
    if (draft.password !== draft.repeat) return setProblem(t('password.differs'))
    setProblem(undefined)
    change.mutate(
      { oldPassword: draft.old, password: draft.password, confirmPassword: draft.repeat },
      { onSuccess: () => setDraft(blank), onError: (error) => setProblem(error.message) },
    )
  }
  return (
    <SettingsCard
      title={t('profile.password')}
      text={t('password.text')}
      problem={problem}
      changes={Object.values(draft).some(Boolean) ? [t('profile.password')] : []}
      busy={change.isPending}
      onSave={submit}
      onReset={() => {
        setDraft(blank)
        setProblem(undefined)
      }}
    >
      <div className={classes.password}>
        <PasswordInput {...field('old')} />
        <PasswordInput {...field('password')} aria-describedby={rules} />
        <PasswordRules id={rules} password={draft.password} />
        <PasswordInput {...field('repeat')} />
      </div>
    </SettingsCard>
  )
}
