import type { TagType, TagTypes } from '@flagstaff/contract/tags'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { account } from '../../../testing/account.ts'
import { openPage } from '../../../testing/page.tsx'
import { answer, type Request, refuse, startServer } from '../../../testing/server.ts'
import { EditTagType, NewTagType } from './TagTypeForm.tsx'
import { TagTypeList } from './TagTypeList.tsx'

// The smallest list and form, for what all lists and forms have in common.

const pages = {
  '/tag-types': { component: TagTypeList },
  '/tag-types/create': { component: NewTagType },
  '/tag-types/edit/$name': { component: EditTagType },
}
const one = '/api/admin/tag-types/team'
let stored: TagType
let server: ReturnType<typeof startServer>

/** Stores the type, unless it has a newer version than the one that was edited. */
function update({ body, headers }: Request): Response {
  if (headers.get('if-match') !== `W/"${stored.objectVersion}"`)
    return refuse('PreconditionFailedError', 'Someone else changed it.')
  stored = { ...stored, ...(body as Partial<TagType>), objectVersion: (stored.objectVersion ?? 0) + 1 }
  return answer({}, { 'x-undo': 'undo-1' })
}

beforeEach(() => {
  localStorage.clear()
  stored = { objectVersion: 3, name: 'team', description: 'Who owns it', icon: 'T', color: null }
  server = startServer({
    ...account(),
    'GET /api/admin/tag-types': () => answer<TagTypes>({ version: 1, tagTypes: [stored] }),
    [`GET ${one}`]: () => answer<TagType>(stored),
    [`PUT ${one}`]: update,
    'POST /api/admin/tag-types': ({ body }) => answer<TagType>(body as TagType),
  })
})

afterEach(() => {
  expect(server.unexpected).toEqual([])
  vi.unstubAllGlobals()
})

test('a list links to the form of each object', async () => {
  const { screen, path } = await openPage('/tag-types', pages)
  await expect.element(screen.getByRole('table', { name: 'Tag types' })).toBeVisible()
  await expect.element(screen.getByText('1 type', { exact: true })).toBeVisible()
  await screen.getByRole('link', { name: 'team' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'team' })).toBeVisible()
  expect(path()).toBe('/tag-types/edit/team')
})

test('an empty list offers to create the first object', async () => {
  server.handlers['GET /api/admin/tag-types'] = () => answer<TagTypes>({ version: 1, tagTypes: [] })
  const { screen, path } = await openPage('/tag-types', pages)
  await expect.element(screen.getByText('No tag types')).toBeVisible()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'New tag type' }).last().click()
  await expect.poll(path).toBe('/tag-types/create')
})

test('a new object is sent as typed, and the list is shown again', async () => {
  const { screen, path } = await openPage('/tag-types/create', pages)
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await screen.getByLabelText('Name').fill(' squad ')
  await screen.getByLabelText('Description').fill('Who builds it')
  await screen.getByRole('button', { name: 'Create tag type' }).click()
  await expect.poll(path).toBe('/tag-types')
  expect(server.sentTo('POST /api/admin/tag-types')).toEqual([
    { name: 'squad', description: 'Who builds it', icon: null, color: null },
  ])
  await expect.element(screen.getByText('Tag type squad saved')).toBeVisible()
})

test('a missing name is reported and focused, and nothing is sent', async () => {
  const { screen, path } = await openPage('/tag-types/create', pages)
  await screen.getByLabelText('Description').fill('Nameless')
  await screen.getByRole('button', { name: 'Create tag type' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter a name.')
  await expect.element(screen.getByRole('alert')).toHaveFocus()
  expect(server.sentTo('POST /api/admin/tag-types')).toEqual([])
  expect(path()).toBe('/tag-types/create')
})

test('an error from the server is shown, and the input is kept', async () => {
  server.handlers['POST /api/admin/tag-types'] = () =>
    refuse('NameExistsError', 'There is a tag type with this name already.')
  const { screen } = await openPage('/tag-types/create', pages)
  await screen.getByLabelText('Name').fill('team')
  await screen.getByRole('button', { name: 'Create tag type' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('There is a tag type with this name already.')
  await expect.element(screen.getByLabelText('Name')).toHaveValue('team')
})

test('without changes there is nothing to save', async () => {
  const { screen } = await openPage('/tag-types/edit/team', pages)
  const save = screen.getByRole('button', { name: 'Save tag type' })
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await screen.getByLabelText('Icon').fill('X')
  await expect.element(save).not.toHaveAttribute('aria-disabled')
  await expect.element(screen.getByText('1 change').last()).toBeVisible()
  await screen.getByLabelText('Icon').fill('T')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(server.sentTo(`PUT ${one}`)).toEqual([])
})

test('Ctrl+Enter saves with the version that was edited', async () => {
  const { screen, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Description').fill('Who is on call')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(path).toBe('/tag-types')
  expect(stored).toMatchObject({ description: 'Who is on call', objectVersion: 4 })
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
})

/** Holds the response to a save until the returned function is called. */
function holdSave() {
  const held = Promise.withResolvers<void>()
  server.handlers[`PUT ${one}`] = async (request) => {
    await held.promise
    return update(request)
  }
  return held.resolve
}

test('a form that is submitted twice at once is saved once', async () => {
  const release = holdSave()
  const { screen, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Icon').fill('X')
  for (let count = 0; count < 3; count += 1) document.querySelector('form')?.requestSubmit()
  release()
  await expect.poll(path).toBe('/tag-types')
  expect(server.sentTo(`PUT ${one}`)).toHaveLength(1)
})

test('fields do not change while they are saved', async () => {
  const release = holdSave()
  const { screen, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Icon').fill('X')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.type(screen.getByLabelText('Description'), ' and more')
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Who owns it')
  release()
  await expect.poll(path).toBe('/tag-types')
})

test('Cancel while saving stops the request, and does not close the next page', async () => {
  const release = holdSave()
  const { screen, router, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Icon').fill('X')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(path).toBe('/tag-types')
  await router.navigate({ to: '/tag-types/create' })
  await expect.element(screen.getByText('Cancelled. A change that had already reached')).toBeVisible()
  release()
  await expect.poll(() => stored.icon).toBe('X')
  expect(path()).toBe('/tag-types/create')
  await expect.element(screen.getByText('Tag type team saved')).not.toBeInTheDocument()
})

test('the draft of a form that was left while saving is not restored', async () => {
  const release = holdSave()
  const { screen, router, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Icon').fill('X')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  void router.navigate({ to: '/tag-types' })
  await screen.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect.poll(path).toBe('/tag-types')
  expect(localStorage).toHaveLength(1)
  release()
  await expect.poll(() => localStorage.length).toBe(0)
})

test('a change by someone else is shown at once if nothing was edited', async () => {
  const { screen, cache } = await openPage('/tag-types/edit/team', pages)
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Who owns it')
  stored = { ...stored, description: 'Theirs', objectVersion: 4 }
  await cache.invalidateQueries({ queryKey: ['tag-type'] })
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Theirs')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

/** Edits the type after someone else did, and tries to save it. */
async function conflict() {
  const { screen, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Description').fill('Mine')
  stored = { ...stored, description: 'Theirs', objectVersion: 4 }
  await screen.getByRole('button', { name: 'Save tag type' }).click()
  const bar = screen.getByRole('alert')
  await expect
    .element(bar.getByText('team was changed by someone else while you were editing.'))
    .toBeVisible()
  expect(stored.description).toBe('Theirs')
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Mine')
  return { screen, path }
}

test('after a conflict, the user can load the other version', async () => {
  const { screen } = await conflict()
  await screen.getByRole('button', { name: 'Load their version' }).click()
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Theirs')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('after a conflict, the user can overwrite the other version', async () => {
  const { screen, path } = await conflict()
  await screen.getByRole('button', { name: 'Overwrite with my version' }).click()
  await screen.getByRole('button', { name: 'Save tag type' }).click()
  await expect.poll(path).toBe('/tag-types')
  expect(stored).toMatchObject({ description: 'Mine', objectVersion: 5 })
})

test('leaving with unsaved changes asks first', async () => {
  const { screen, router, path } = await openPage('/tag-types/edit/team', pages)
  await screen.getByLabelText('Icon').fill('X')
  void router.navigate({ to: '/tag-types' })
  const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(path()).toBe('/tag-types/edit/team')
  void router.navigate({ to: '/tag-types' })
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(path).toBe('/tag-types')
})

test('leaving without changes, or by Cancel, does not ask', async () => {
  const { screen, router, path } = await openPage('/tag-types/edit/team', pages)
  await expect.element(screen.getByLabelText('Icon')).toHaveValue('T')
  await router.navigate({ to: '/tag-types' })
  expect(path()).toBe('/tag-types')
  await screen.getByRole('link', { name: 'team' }).click()
  await screen.getByLabelText('Icon').fill('X')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(path).toBe('/tag-types')
})

test('an unsaved draft is restored when the form is opened again, and can be discarded', async () => {
  const first = await openPage('/tag-types/edit/team', pages)
  await first.screen.getByLabelText('Description').fill('Half a sen')
  await first.screen.unmount()

  const { screen } = await openPage('/tag-types/edit/team', pages)
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Half a sen')
  const bar = screen.getByRole('status').filter({ hasText: 'restored' })
  await expect.element(bar).toBeVisible()
  await bar.getByRole('button').click()
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Who owns it')
  await expect.element(bar).not.toBeInTheDocument()
})

test('a saved or cancelled draft is not restored', async () => {
  for (const button of ['Save tag type', 'Cancel']) {
    const first = await openPage('/tag-types/edit/team', pages)
    await first.screen.getByLabelText('Icon').fill(button === 'Cancel' ? 'Y' : 'X')
    await first.screen.getByRole('button', { name: button }).click()
    await expect.poll(first.path).toBe('/tag-types')
    await first.screen.unmount()
  }
  const { screen } = await openPage('/tag-types/edit/team', pages)
  await expect.element(screen.getByLabelText('Icon')).toHaveValue('X')
  await expect.element(screen.getByText('restored')).not.toBeInTheDocument()
})

test('without permission the form is read-only, and says why', async () => {
  Object.assign(server.handlers, account([]))
  const { screen } = await openPage('/tag-types/edit/team', pages)
  await expect.element(screen.getByLabelText('Icon')).toBeDisabled()
  await expect.element(screen.getByText(/Needs UPDATE_TAG_TYPE/).first()).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: 'Save tag type' }))
    .toHaveAttribute('aria-disabled', 'true')
})
