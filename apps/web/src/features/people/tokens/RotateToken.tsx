import type { ApiToken } from '@flagstaff/contract/tokens'
import { Select } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEditor } from '../../../lib/editor.ts'
import { DialogDone, DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { t } from './messages.ts'
import { useRotateToken } from './queries.ts'
import classes from './tokens.module.css'

const overlaps = ['0', '1', '24', '168', '720'] as const
type Overlap = (typeof overlaps)[number]

type RotateTokenProps = {
  token: ApiToken
  /** For a token of a project. */
  project?: string | undefined
  opened: boolean
  onClose(): void
}

/** Asks how long the old secret stays valid, then shows the new one once. */
export function RotateToken({ token, project, opened, onClose }: RotateTokenProps) {
  const { tokenName: name } = token
  return (
    <MakeDialog<ApiToken>
      opened={opened}
      title={(made) => t(made ? 'rotate.ready' : 'rotate.title', { name })}
      sizes={[420, 560]}
      ask={(onMade, onCancel) => (
        <RotateForm token={token} project={project} onMade={onMade} onCancel={onCancel} />
      )}
      show={({ secret }, onDone) => (
        <>
          <Secret value={secret ?? ''} label={t('ready.secret')} why={t('ready.once')} />
          <DialogDone label={t('ready.done')} onDone={onDone} />
        </>
      )}
      onClose={onClose}
    />
  )
}

type RotateFormProps = Pick<RotateTokenProps, 'token' | 'project'> & {
  onMade(token: ApiToken): void
  onCancel(): void
}

function RotateForm({ token, project, onMade, onCancel }: RotateFormProps) {
  const rotate = useRotateToken(project)
  const { draft, edit, problem, busy, submit } = useEditor<{ overlap: Overlap }>({
    start: { overlap: '24' },
    save: async ({ overlap }) => {
      const { data } = await rotate.mutateAsync({ token, overlapHours: Number(overlap) })
      onMade(data)
    },
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="dim">{t('rotate.text')}</p>
      <Select
        label={t('rotate.overlap')}
        data={overlaps.map((value) => ({ value, label: t(`rotate.${value}`) }))}
        value={draft.overlap}
        allowDeselect={false}
        onChange={(overlap) => overlap && edit({ overlap: overlap as Overlap })}
        data-autofocus
      />
      <DialogEnd problem={problem} label={t('rotate.do')} busy={busy} onCancel={onCancel} />
    </form>
  )
}
