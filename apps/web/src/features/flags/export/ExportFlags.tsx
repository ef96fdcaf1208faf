import { Button, Checkbox, Modal, Select } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { environmentList } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toasts.ts'
import { t as shared } from '../../../messages/en.ts'
import { projectOverview } from '../../setup/projects/index.ts'
import classes from './export.module.css'
import { t } from './messages.ts'
import { exportFlags } from './queries.ts'

type ExportProps = {
  project: string
  /** The name of the project, if all of it is exported. */
  name: string
  /** Export only these flags; empty for the whole project. */
  flags: readonly string[]
  onClose(): void
}

/** Exports the flags of one environment to a file. */
export function ExportFlags({ opened, ...props }: ExportProps & { opened: boolean }) {
  const { flags, name } = props
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('title', { count: flags.length, name: flags[0] ?? name })}
      size={440}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <ExportForm {...props} />
    </Modal>
  )
}

function ExportForm({ project, flags, onClose }: ExportProps) {
  const { data: all } = useSuspenseQuery(environmentList)
  const { data: overview } = useQuery(projectOverview(project))
  const own = new Set(overview?.environments?.map(({ environment }) => environment))
  const names = all.map(({ name }) => name).filter((name) => own.size === 0 || own.has(name))
  const [chosen, setChosen] = useState<string>()
  const [whole, setWhole] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const environment = chosen ?? names[0] ?? ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const selection = flags.length > 0 ? { features: [...flags] } : { project }
      const document = await exportFlags(selection, environment, whole)
      if (document.features.length === 0) return setProblem(t('none'))
      download(`${project}-${environment}.json`, JSON.stringify(document, null, 2))
      showToast(t('done', { count: document.features.length }))
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : shared('state.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <Select
        label={t('environment')}
        data={names}
        value={environment}
        onChange={(name) => setChosen(name ?? undefined)}
        allowDeselect={false}
        data-autofocus
      />
      <Checkbox
        label={t('whole')}
        description={t('wholeText')}
        checked={whole}
        onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('download')}
        </Button>
      </div>
    </form>
  )
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
