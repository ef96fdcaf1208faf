import type { ApiToken } from '@flagstaff/contract/tokens'
import { Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../lib/submit.ts'
import { DialogDone, DialogEnd } from '../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../ui/MakeDialog.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { t } from './messages.ts'
import { useRotateToken } from './queries.ts'
import classes from './tokens.module.css'

const overlaps = ['0', '1', '24', '168', '720'] as const
type Overlap = (typeof overlaps)[number]

type RotateTokenProps = {
  token: ApiToken
  /** Where tokens are: of the instance, or of a project. */
  path: string
  opened: boolean
  onClose(): void
}

/** Asks for how long the old secret shall go on, then shows the new one once. */
export function RotateToken({ token, path, opened, onClose }: RotateTokenProps) {
  const { tokenName: name } = token
  return (
    <MakeDialog<ApiToken>
      opened={opened}
      title={(made) => t(made ? 'rotate.ready' : 'rotate.title', { name })}
      sizes={[420, 560]}
      ask={(onMade, onCancel) => <RotateForm token={token} path={path} onMade={onMade} onCancel={onCancel} />}
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

type RotateFormProps = Pick<RotateTokenProps, 'token' | 'path'> & {
  onMade(token: ApiToken): void
  onCancel(): void
}

function RotateForm({ token, path, onMade, onCancel }: RotateFormProps) {
  const rotate = useRotateToken(path)
  const [overlap, setOverlap] = useState<Overlap>('24')
  const { problem, submit } = useSubmit({
    async run() {
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
      <p className="t2">{t('rotate.text')}</p>
      <Select
        label={t('rotate.overlap')}
        data={overlaps.map((value) => ({ value, label: t(`rotate.${value}`) }))}
        value={overlap}
        allowDeselect={false}
        onChange={(value) => value && setOverlap(value as Overlap)}
        data-autofocus
      />
      <DialogEnd problem={problem} label={t('rotate.do')} busy={rotate.isPending} onCancel={onCancel} />
    </form>
  )
}
