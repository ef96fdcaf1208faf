import type { FeatureLifecycleCount } from '@flagstaff/contract/lifecycle'
import type { Projects } from '@flagstaff/contract/projects'
import type { FeatureSearchResponse, SearchFeatures } from '@flagstaff/contract/search'
import type { Sparklines } from '@flagstaff/contract/usage'
import type { SavedViews } from '@flagstaff/contract/views'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '../../../testing/account.ts'
import { openPage } from '../../../testing/page.tsx'
import { answer, type Request, startServer } from '../../../testing/server.ts'
import { AllFlags } from './pages.tsx'
import { readSearch } from './search.ts'

const pages = { '/search': { component: AllFlags, validateSearch: readSearch } }

const flag = (name: string, project: string, on: string[]): FeatureSearchResponse => ({
  name,
  project,
  type: 'release',
  description: `About ${name}`,
  dependencyType: null,
  stale: false,
  favorite: false,
  impressionData: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  environments: ['development', 'production'].map((environment) => ({
    name: environment,
    type: environment,
    enabled: on.includes(environment),
    reach: { rules: 1, percent: 25, narrowed: false, split: false },
  })),
  segments: [],
  tags: [],
  lifecycle: { stage: 'live', enteredStageAt: '2026-01-02T00:00:00.000Z' },
  createdBy: { id: 1, name: 'Ada', imageUrl: '' },
})

let flags: FeatureSearchResponse[]
let server: ReturnType<typeof startServer>

const queryOf = ({ path }: Request) => new URLSearchParams(path.split('?')[1])
const searches = () =>
  server.requests.filter(({ path }) => path.startsWith('/api/admin/search/features')).map(queryOf)

/** Searches by name and sorts by name, like the server. */
function search(request: Request): Response {
  const query = queryOf(request)
  const found = flags.filter(({ name }) => name.includes(query.get('query') ?? ''))
  if (query.get('sortBy') === 'name') found.sort((a, b) => a.name.localeCompare(b.name))
  if (query.get('sortBy') === 'name' && query.get('sortOrder') === 'desc') found.reverse()
  return answer<SearchFeatures>({ features: found, total: found.length })
}

beforeEach(() => {
  localStorage.clear()
  flags = [
    flag('checkout', 'shop', ['development']),
    flag('banner', 'shop', ['development', 'production']),
    flag('search-v2', 'web', []),
  ]
  server = startServer({
    ...account(),
    'GET /api/admin/search/features': search,
    'GET /api/admin/lifecycle/count': () =>
      answer<FeatureLifecycleCount>({ initial: 0, preLive: 0, live: 3, completed: 0, archived: 0 }),
    'GET /api/admin/projects': () =>
      answer<Projects>({
        version: 1,
        projects: [
          { id: 'shop', name: 'Shop' },
          { id: 'web', name: 'Website' },
        ],
      }),
    'GET /api/admin/views': () => answer<SavedViews>({ views: [] }),
    'POST /api/admin/usage/sparklines': () =>
      answer<Sparklines>({ hours: 48, since: '2026-01-01T00:00:00.000Z', features: [] }),
  })
})

afterEach(() => {
  expect(server.unexpected).toEqual([])
  vi.unstubAllGlobals()
})

const open = (url = '/search') => openPage(url, pages)
type Screen = Awaited<ReturnType<typeof open>>['screen']

const namesIn = (screen: Screen) =>
  screen
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('a')?.textContent)

/** The button in the header of a column, which sorts by it. */
const head = (screen: Screen, name: string) =>
  screen.getByRole('row').first().getByRole('button', { name, exact: true })

const sortOf = (screen: Screen, name: string) => head(screen, name).query()?.closest('th')?.ariaSort

test('a flag has its project and a switch for each environment in its row', async () => {
  const { screen } = await open()
  const table = screen.getByRole('table', { name: 'Flags, 3 rows' })
  await expect.element(table).toBeVisible()
  for (const column of ['Flag', 'Project', 'development', 'production', 'Created'])
    await expect.element(head(screen, column)).toBeVisible()
  const row = screen.getByRole('row').filter({ hasText: 'search-v2' })
  await expect.element(row.getByText('Website')).toBeVisible()
  await expect.element(screen.getByRole('switch', { name: 'checkout in development' })).toBeChecked()
  await expect.element(screen.getByRole('switch', { name: 'checkout in production' })).not.toBeChecked()
})

test('the newest flags come first, and a column header sorts and then reverses', async () => {
  const { screen } = await open()
  await expect.poll(() => sortOf(screen, 'Created')).toBe('descending')
  await head(screen, 'Flag').click()
  await expect.poll(() => sortOf(screen, 'Flag')).toBe('ascending')
  await expect.poll(() => namesIn(screen)).toEqual(['banner', 'checkout', 'search-v2'])
  await head(screen, 'Flag').click()
  await expect.poll(() => sortOf(screen, 'Flag')).toBe('descending')
  await expect.poll(() => namesIn(screen)).toEqual(['search-v2', 'checkout', 'banner'])
  expect(searches().map((query) => `${query.get('sortBy')} ${query.get('sortOrder')}`)).toEqual([
    'createdAt desc',
    'name asc',
    'name desc',
  ])
})

test('selected flags are counted, and an action sends their names by project', async () => {
  const { screen } = await open()
  const stale = '/api/admin/projects/shop/stale'
  server.handlers[`POST ${stale}`] = () => answer({})
  const bar = screen.getByRole('toolbar', { name: 'Actions for the selected flags' })
  await screen.getByRole('checkbox', { name: 'Select checkout' }).click()
  await screen.getByRole('checkbox', { name: 'Select banner' }).click()
  await expect.element(bar.getByText('2 selected')).toBeVisible()
  const all = screen.getByRole('checkbox', { name: 'Select every flag that is loaded' })
  await expect.element(all).toBePartiallyChecked()
  await bar.getByRole('button', { name: 'Mark stale' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect
    .poll(() => server.sentTo(`POST ${stale}`))
    .toEqual([{ features: ['checkout', 'banner'], stale: true }])
})

test('all loaded flags are selected and deselected at once', async () => {
  const { screen } = await open()
  const bar = screen.getByRole('toolbar', { name: 'Actions for the selected flags' })
  const all = screen.getByRole('checkbox', { name: 'Select every flag that is loaded' })
  await all.click()
  await expect.element(bar.getByText('3 selected')).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Move…' })).toHaveAttribute('aria-disabled', 'true')
  await all.click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('a switch is turned on at once, and turned back if the server refuses', async () => {
  const { screen } = await open()
  const path = '/api/admin/projects/web/features/search-v2/environments/development/on'
  let respond = (_: Response) => {}
  const waiting = new Promise<Response>((resolve) => {
    respond = resolve
  })
  server.handlers[`POST ${path}`] = () => waiting
  const toggle = screen.getByRole('switch', { name: 'search-v2 in development' })
  await toggle.click({ force: true })
  await expect.element(toggle).toBeChecked()
  respond(new Response(JSON.stringify({ name: 'PermissionError', message: 'Not here.' }), { status: 403 }))
  await expect.element(toggle).not.toBeChecked()
  await expect.element(screen.getByText('Not here.')).toBeVisible()
})

test('production is only changed after confirmation', async () => {
  const { screen } = await open()
  const path = '/api/admin/projects/shop/features/checkout/environments/production/on'
  server.handlers[`POST ${path}`] = () => {
    flags = [flag('checkout', 'shop', ['development', 'production'])]
    return answer({})
  }
  const toggle = screen.getByRole('switch', { name: 'checkout in production' })
  await toggle.click({ force: true })
  const dialog = screen.getByRole('dialog', { name: 'Turn on checkout in production?' })
  await expect.element(dialog).toBeVisible()
  await expect.element(toggle).not.toBeChecked()
  expect(server.sentTo(`POST ${path}`)).toEqual([])
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(toggle).toBeChecked()
  expect(server.sentTo(`POST ${path}`)).toHaveLength(1)
})

test('typing filters the list, and a filter without matches can be cleared', async () => {
  const { screen } = await open()
  await screen.getByRole('textbox', { name: 'Filter flags' }).fill('bann')
  await expect.poll(() => namesIn(screen)).toEqual(['banner'])
  await screen.getByRole('textbox', { name: 'Filter flags' }).fill('nothing')
  await expect.element(screen.getByText('No flags match.')).toBeVisible()
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(screen.getByRole('table', { name: 'Flags, 3 rows' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Filter flags' })).toHaveValue('')
})

test('an empty list offers to create a flag, an empty archive does not', async () => {
  flags = []
  const { screen, router } = await open()
  await expect.element(screen.getByText('No flags yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'New flag' }).nth(1)).toBeVisible()
  await router.navigate({ to: '/search', search: { tab: 'archived' } })
  await expect.element(screen.getByText('Nothing archived')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'New flag' }).nth(1)).not.toBeInTheDocument()
})
