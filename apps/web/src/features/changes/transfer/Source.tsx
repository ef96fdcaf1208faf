import { Button, FileButton, Textarea } from '@mantine/core'
import { IconFileUpload, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { readText } from './file.ts'
import { t } from './messages.ts'
import type { ImportFile } from './queries.ts'
import classes from './transfer.module.css'

const MOST_BYTES = 32 * 1024 * 1024

type SourceProps = {
  /** Open the file dialog at once; if it is cancelled, a file can be dropped or pasted. */
  choose: boolean
  onRead(file: ImportFile): void
}

/** The source of an import: a selected or dropped file, or pasted text. */
export function Source({ choose, onRead }: SourceProps) {
  const button = useRef<HTMLButtonElement>(null)
  const heading = useId()
  // Browsers allow this only after a click, so reloading the page does not open the dialog.
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
      <section
        aria-labelledby={heading}
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
        <h2 id={heading}>{t('drop')}</h2>
        <p className="dim">{t('dropText')}</p>
        <FileButton onChange={(file) => void open(file)} accept="application/json,.json">
          {(props) => (
            <Button {...props} ref={button} leftSection={<IconUpload size={14} stroke={1.75} />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </section>
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
