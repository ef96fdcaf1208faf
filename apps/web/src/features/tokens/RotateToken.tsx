import type { ApiToken } from '@flagstaff/contract/tokens'
import { Button, Modal, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../lib/submit.ts'
import { t as shared } from '../../messages/en.ts'
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
  const [made, setMade] = useState<ApiToken>()
  const { tokenName: name } = token
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={made ? 560 : 420}
      closeOnClickOutside={!made}
      title={t(made ? 'rotate.ready' : 'rotate.title', { name })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {made ? (
        <>
          <Secret value={made.secret ?? ''} label={t('ready.secret')} why={t('ready.once')} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t('ready.done')}
            </Button>
          </div>
        </>
      ) : (
        <RotateForm token={token} path={path} onMade={setMade} onCancel={close} />
      )}
    </Modal>
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
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={rotate.isPending}>
          {t('rotate.do')}
        </Button>
      </div>
    </form>
  )
}
