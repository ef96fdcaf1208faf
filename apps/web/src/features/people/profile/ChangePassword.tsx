import { Checkbox, PasswordInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { ListPage } from '../../../ui/List.tsx'
import { PasswordRules } from '../../../ui/PasswordRules.tsx'
import { EditorCard } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'
import { ProfilePage } from './ProfilePage.tsx'
import classes from './profile.module.css'
import { profile, useChangePassword } from './queries.ts'

const blank = { old: '', password: '', repeat: '', deleteTokens: false }

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
  const editor = useEditor({
    start: blank,
    check: (draft) => {
      if (!(draft.old && draft.password && draft.repeat)) return t('password.missing')
      return draft.password === draft.repeat ? undefined : t('password.differs')
    },
    save: ({ old, password, repeat, deleteTokens }) =>
      change.mutateAsync({
        oldPassword: old,
        password,
        confirmPassword: repeat,
        deletePersonalTokens: deleteTokens,
      }),
  })
  const { draft, edit } = editor
  const field = (name: 'old' | 'password' | 'repeat') => ({
    label: t(name === 'old' ? 'password.old' : name === 'password' ? 'password.new' : 'password.repeat'),
    autoComplete: name === 'old' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t('password.show'), tabIndex: 0 },
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
  })
  return (
    <EditorCard
      editor={editor}
      title={t('profile.password')}
      text={t('password.text')}
      changes={editor.dirty ? [t('profile.password')] : []}
    >
      <div className={classes.password}>
        <PasswordInput {...field('old')} />
        <PasswordInput {...field('password')} aria-describedby={rules} />
        <PasswordRules id={rules} password={draft.password} />
        <PasswordInput {...field('repeat')} />
        <Checkbox
          label={t('password.deleteTokens')}
          checked={draft.deleteTokens}
          onChange={(event) => edit({ deleteTokens: event.currentTarget.checked })}
        />
      </div>
    </EditorCard>
  )
}
