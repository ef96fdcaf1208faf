import type { Banner, BannerVariant, CreateBanner } from '@flagstaff/contract/banners'
import { isWebLink } from '@flagstaff/rules/web-links'
import { t } from './messages.ts'

export const variants = ['info', 'warning', 'error', 'success'] as const satisfies readonly BannerVariant[]
export const linkKinds = ['none', 'url', 'dialog'] as const

/** A banner as it is edited: with the texts of the fields. */
export type Draft = {
  message: string
  variant: BannerVariant
  /** Empty for the icon of the variant. */
  icon: string
  opens: (typeof linkKinds)[number]
  url: string
  linkText: string
  dialogTitle: string
  dialog: string
  enabled: boolean
  sticky: boolean
}

export const newDraft = (): Draft => ({
  message: '',
  variant: 'info',
  icon: '',
  opens: 'none',
  url: '',
  linkText: '',
  dialogTitle: '',
  dialog: '',
  enabled: true,
  sticky: false,
})

export const draftOf = (banner: Banner): Draft => ({
  message: banner.message,
  variant: banner.variant,
  icon: banner.icon ?? '',
  opens: banner.link === null ? 'none' : banner.link === 'dialog' ? 'dialog' : 'url',
  url: banner.link === 'dialog' ? '' : (banner.link ?? ''),
  linkText: banner.linkText ?? '',
  dialogTitle: banner.dialogTitle ?? '',
  dialog: banner.dialog ?? '',
  enabled: banner.enabled,
  sticky: banner.sticky,
})

/** Without what the chosen kind of link does not use. */
export function inputOf(draft: Draft): Required<CreateBanner> {
  const { opens } = draft
  const textFor = (used: boolean, text: string) => (used && text.trim()) || null
  return {
    message: draft.message.trim(),
    variant: draft.variant,
    enabled: draft.enabled,
    sticky: draft.sticky,
    icon: draft.icon || null,
    link: opens === 'dialog' ? 'dialog' : textFor(opens === 'url', draft.url),
    linkText: textFor(opens !== 'none', draft.linkText),
    dialogTitle: textFor(opens === 'dialog', draft.dialogTitle),
    dialog: textFor(opens === 'dialog', draft.dialog),
  }
}

/** The first mistake in a draft. */
export function faultOf(draft: Draft): string | undefined {
  if (draft.message.trim() === '') return t('form.messageMissing')
  if (draft.opens === 'url' && !isWebLink(draft.url.trim())) return t('form.urlWrong')
  if (draft.opens === 'dialog' && draft.dialog.trim() === '') return t('form.dialogMissing')
  return undefined
}

/** What the list of changes shows. */
export const shownOf = (draft: Draft) => {
  const { message, link, linkText, dialogTitle, dialog } = inputOf(draft)
  return {
    message,
    variant: t(`variant.${draft.variant}`),
    icon: draft.icon,
    link: draft.opens === 'dialog' ? t('form.kind.dialog') : link,
    linkText,
    dialogTitle,
    dialog,
    enabled: t(draft.enabled ? 'form.on' : 'form.off'),
    sticky: t(draft.sticky ? 'form.on' : 'form.off'),
  }
}

export const shownLabels = {
  message: 'form.message',
  variant: 'form.variant',
  icon: 'form.icon',
  link: 'form.action',
  linkText: 'form.linkText',
  dialogTitle: 'form.dialogTitle',
  dialog: 'form.dialog',
  enabled: 'form.enabled',
  sticky: 'form.sticky',
} as const satisfies Record<keyof ReturnType<typeof shownOf>, string>
