import { type Banner, BannerParams, CreateBanner, MOST_BANNERS } from '@flagstaff/contract/banners'
import { isWebLink } from '@flagstaff/rules/web-links'
import Type from 'typebox'
import { invalid, limitReached, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { lockCount } from '../../platform/write/locks.ts'
import type { Tx } from '../../platform/write/write.ts'
import { bannerCreated, bannerDeleted, bannerUpdated } from './events.ts'
import {
  type BannerFields,
  countBanners,
  insertBanner,
  lockBanner,
  removeBanner,
  replaceBanner,
} from './queries.ts'

const permission = ['ADMIN', 'UPDATE_INSTANCE_BANNERS'] as const

async function lockExisting(tx: Tx, { id }: { id: number }): Promise<Banner> {
  const banner = await lockBanner(tx, id)
  if (!banner) throw notFound('banner', id)
  return banner
}

export const createBanner = command({
  name: 'banner.create',
  input: CreateBanner,
  permission,
  scope: () => ({}),
  async run(tx, input) {
    await lockCount(tx, 'banners')
    if ((await countBanners(tx)) >= MOST_BANNERS) throw limitReached('banners', MOST_BANNERS)
    const banner = await insertBanner(tx, accept(input))
    tx.record(bannerCreated(banner))
    return banner
  },
  inverse: (_input, { id }): Order => deleteBanner.with({ id }),
})

export const updateBanner = command({
  name: 'banner.update',
  input: Type.Interface([CreateBanner], BannerParams.properties),
  permission,
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { id, ...input }, before) {
    const after = await replaceBanner(tx, id, accept(input))
    tx.record(bannerUpdated(before, after))
    return after
  },
  inverse: ({ id }, _result, before): Order => updateBanner.with({ id, ...fieldsOf(before) }),
})

export const toggleBanner = command({
  name: 'banner.toggle',
  input: Type.Object({ ...BannerParams.properties, enabled: Type.Boolean() }),
  permission,
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { id, enabled }, before) {
    if (before.enabled === enabled) return before
    const after = await replaceBanner(tx, id, { ...fieldsOf(before), enabled })
    tx.record(bannerUpdated(before, after))
    return after
  },
  inverse: ({ id, enabled }, _result, before): Order | undefined =>
    before.enabled === enabled ? undefined : toggleBanner.with({ id, enabled: before.enabled }),
})

export const deleteBanner = command({
  name: 'banner.delete',
  input: BannerParams,
  permission,
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { id }, before) {
    await removeBanner(tx, id)
    tx.record(bannerDeleted(before))
  },
  inverse: (_input, _result, before): Order => createBanner.with(fieldsOf(before)),
})

const fieldsOf = ({ id: _, createdAt: _at, objectVersion: _version, ...fields }: Banner): BannerFields =>
  fields

function accept(input: CreateBanner): BannerFields {
  const link = input.link?.trim() || null
  if (link !== null && link !== 'dialog' && !isWebLink(link))
    throw invalid('The link must be an http or https URL, a path that starts with /, or dialog.', '/link')
  if (link === 'dialog' && !input.dialog?.trim())
    throw invalid('Give the text that the dialog shows.', '/dialog')
  return {
    message: input.message.trim(),
    variant: input.variant ?? 'info',
    enabled: input.enabled ?? true,
    sticky: input.sticky ?? false,
    icon: input.icon?.trim() || null,
    link,
    linkText: input.linkText?.trim() || null,
    dialogTitle: input.dialogTitle?.trim() || null,
    dialog: input.dialog?.trim() || null,
  }
}
