import type { Banner } from '@flagstaff/contract/banners'
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { boot } from '../../../lib/boot.ts'
import classes from './banners.module.css'
import { iconOf } from './icons.ts'
import { linkTo, Markdown } from './Markdown.tsx'
import { t } from './messages.ts'

const BannerDialog = lazy(() =>
  import('./BannerDialog.tsx').then((module) => ({ default: module.BannerDialog })),
)

type BannerBarProps = {
  banner: Omit<Banner, 'id' | 'createdAt' | 'objectVersion'>
  /** Without it, the banner cannot be dismissed. */
  onDismiss?: (() => void) | undefined
}

export function BannerBar({ banner, onDismiss }: BannerBarProps) {
  const { message, variant, icon } = banner
  const Glyph = iconOf(icon, variant)
  return (
    <div className={classes.bar} data-variant={variant}>
      {Glyph && <Glyph size={16} stroke={1.5} aria-hidden="true" className={classes.icon} />}
      <div className={classes.message}>
        <span className="hidden">{t(`variant.${variant}`)}: </span>
        <Markdown text={message} base={boot.basePath} />
      </div>
      <More banner={banner} />
      {onDismiss && (
        <ActionIcon aria-label={t('bar.dismiss')} onClick={onDismiss}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </div>
  )
}

function More({ banner }: Pick<BannerBarProps, 'banner'>) {
  const { link, linkText, dialogTitle, dialog } = banner
  const [opened, setOpened] = useState(false)
  const label = linkText ?? t('bar.more')
  if (link === null) return null
  if (link !== 'dialog')
    return (
      <Button component="a" variant="default" className={classes.more} {...linkTo(link, boot.basePath)}>
        {label}
      </Button>
    )
  return (
    <>
      <Button variant="default" className={classes.more} onClick={() => setOpened(true)}>
        {label}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <BannerDialog title={dialogTitle ?? label} text={dialog ?? ''} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
