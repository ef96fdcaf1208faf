import { Banner, BannerParams, Banners, CreateBanner } from '../banners.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const tags = ['Banners']
const permission = ['ADMIN', 'UPDATE_INSTANCE_BANNERS'] as const
const body = {
  message: 'The database moves on **Saturday**. Expect a short pause.',
  variant: 'warning',
  link: 'https://status.example.com',
  linkText: 'Status page',
}

export const bannersOperations = operations({
  'GET /api/admin/banners': {
    id: 'getBanners',
    tags,
    summary: 'List all banners',
    description:
      'Returns the banners, oldest first. Callers without `ADMIN` or `UPDATE_INSTANCE_BANNERS` get only those that are on.',
    permission: 'authenticated',
    responses: { 200: Banners },
    example: {},
  },
  'POST /api/admin/banners': {
    id: 'createBanner',
    tags,
    summary: 'Create a banner',
    description:
      'Creates a message that is shown on every page of the user interface. `message` and `dialog` are Markdown with bold, italic, code, links and lists; HTML is shown as text. `link` is an http or https URL, a path of this server that starts with `/`, or `dialog`, which opens the text in `dialog`. A banner is on unless `enabled` is false.',
    permission,
    body: CreateBanner,
    responses: { 201: Banner },
    example: { body },
  },
  'PUT /api/admin/banners/:id': {
    id: 'updateBanner',
    tags,
    summary: 'Update a banner',
    description:
      'Replaces a banner: fields that are left out get their default. People who dismissed the banner see it again.',
    permission,
    params: BannerParams,
    body: CreateBanner,
    responses: { 200: Banner },
    example: { params: { id: 1 }, body },
  },
  'DELETE /api/admin/banners/:id': {
    id: 'deleteBanner',
    tags,
    summary: 'Delete a banner',
    description: 'Deletes a banner. It disappears from open pages at once.',
    permission,
    params: BannerParams,
    responses: { 200: Nothing },
    example: { params: { id: 1 } },
  },
  'POST /api/admin/banners/:id/on': {
    id: 'enableBanner',
    tags,
    summary: 'Turn a banner on',
    description: 'Shows a banner on every page. People who dismissed it see it again.',
    permission,
    params: BannerParams,
    responses: { 200: Banner },
    example: { params: { id: 1 } },
  },
  'POST /api/admin/banners/:id/off': {
    id: 'disableBanner',
    tags,
    summary: 'Turn a banner off',
    description: 'Hides a banner without deleting it.',
    permission,
    params: BannerParams,
    responses: { 200: Banner },
    example: { params: { id: 1 } },
  },
})
