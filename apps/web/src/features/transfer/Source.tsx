import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileUpload, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { readText } from './file.ts'
import { t } from './messages.ts'
import type { ImportFile } from './queries.ts'
import classes from './transfer.module.css'

const MOST_BYTES = 32 * 1024 * 1024

type SourceProps = {
  /** Asks for a file at once; whoever refuses is in the right place to paste or drop one. */
  choose: boolean
  onRead(file: ImportFile): void
}

/** Where the flags come from: a file, chosen or dropped, or a text. */
export function Source({ choose, onRead }: SourceProps) {
  const button = useRef<HTMLButtonElement>(null)
  // Browsers allow it only just after a click, so an address that is opened again asks for nothing.
  useEffect(() => {
    if (choose && navigator.userActivation?.isActive) button.current?.click()
  }, [choose])
  const [text, setText] = useState('')
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const read = (name: string, content: string) => {
    const reading = readText(content)
    if ('problem' in reading) setProblem(t(reading.problem))
    else onRead({ name, data: reading.data })
  }
  const open = async (file: File | null | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) setProblem(t('tooLarge'))
    else read(file.name, await file.text())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void open(event.dataTransfer.files[0])
  }
  return (
    <div className={classes.source}>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without a pointer */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden="true" />
        <h2>{t('drop')}</h2>
        <p className="t2">{t('dropText')}</p>
        <FileButton onChange={(file) => void open(file)} accept="application/json,.json">
          {(props) => (
            <Button {...props} ref={button} leftSection={<IconUpload size={14} stroke={1.75} />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </div>
      <Textarea
        label={t('paste')}
        placeholder={t('pasteHint')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        minRows={6}
        maxRows={16}
        autosize
        spellCheck={false}
        classNames={{ input: 'mono' }}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          aria-disabled={text.trim() === '' || undefined}
          onClick={() => text.trim() !== '' && read(t('pasted'), text)}
        >
          {t('read')}
        </Button>
      </div>
    </div>
  )
}
