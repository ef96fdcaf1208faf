import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../messages/en.ts'

function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return { copied, copy: () => void copy() }
}

/** The clipboard API needs a secure context; a selection can be copied anywhere. */
export async function copyText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => select(text))
  select(text)
}

function select(text: string) {
  const area = document.createElement('textarea')
  area.value = text
  const host = document.querySelector('[role=dialog]') ?? document.body
  host.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

type CopyButtonProps = { text: string; autofocus?: boolean; hint?: ReactNode }

export function CopyButton({ text, autofocus, hint }: CopyButtonProps) {
  const { copied, copy } = useCopy(text)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (autofocus) button.current?.focus()
  }, [autofocus])
  return (
    <Button
      ref={button}
      leftSection={copied ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.75} />}
      rightSection={hint}
      onClick={copy}
      data-autofocus={autofocus || undefined}
    >
      {t(copied ? 'copy.done' : 'copy.do')}
    </Button>
  )
}

export function CopyIcon({ text, what, className }: { text: string; what: string; className?: string }) {
  const { copied, copy } = useCopy(text)
  const label = copied ? t('copy.done') : t('copy.what', { what })
  return (
    <Tooltip label={label}>
      <ActionIcon size={24} aria-label={label} className={className ?? ''} onClick={copy}>
        {copied ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  )
}
