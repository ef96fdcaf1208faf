import { expect, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

const features = '/api/admin/projects/default/features'
type Flag = { valueType?: string; valueSchema?: object; defaultValue?: unknown }

let count = 0
async function makeFlag(more: object = {}) {
  const name = `typed-${++count}-${Date.now()}`
  await api.post(features, { name, ...more })
  return name
}
const variant = (name: string, value: object) => ({
  name,
  weight: 0,
  weightType: 'variable',
  stickiness: 'default',
  payload: { type: 'json', value: JSON.stringify(value) },
})
const addRule = (flag: string, variants: object[]) =>
  api.post(`${features}/${flag}/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: flag },
    variants,
  })
const rulesOf = (flag: string) =>
  api.get<{ id: string; variants: { payload: { value: string } }[] }[]>(
    `${features}/${flag}/environments/development/strategies`,
  )

test('a flag becomes an object with an inferred schema, after its variants fit', async ({ page }) => {
  const flag = await makeFlag()
  await addRule(flag, [variant('control', { slots: 4 }), variant('evening', { slots: 24 })])
  await signIn(page, `/projects/default/features/${flag}/settings`)
  const card = page.getByRole('form', { name: 'Value' })
  await card.getByText('Object', { exact: true }).click()
  await card.getByRole('textbox', { name: 'Default value' }).fill('{ "slots": 4 }')
  await card.getByRole('button', { name: 'Infer from values' }).click()
  const schema = card.getByRole('textbox', { name: 'JSON Schema' })
  await expect(schema).toHaveValue(/"slots": \{\s+"type": "integer"\s+\}/)
  await expect(card.getByText('All payloads fit.')).toBeVisible()
  const limited = { type: 'object', properties: { slots: { type: 'integer', maximum: 12 } } }
  await schema.fill(JSON.stringify(limited, null, 2))
  await expect(card.getByText('/slots must be at most 12.')).toBeVisible()
  await expectGood(page, 'a value with a variant that does not fit')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText(/Change these payloads first/)).toBeVisible()

  await schema.fill(JSON.stringify({ ...limited, properties: { slots: { type: 'integer', maximum: 24 } } }))
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('button', { name: 'Save' })).toBeHidden()
  expect(await api.get<Flag>(`${features}/${flag}`)).toMatchObject({
    valueType: 'object',
    defaultValue: { slots: 4 },
    valueSchema: { properties: { slots: { maximum: 24 } } },
  })
})

test('the payload editor knows the type of the flag', async ({ page }) => {
  const valueSchema = { type: 'object', properties: { slots: { type: 'integer', maximum: 12 } } }
  const flag = await makeFlag({ valueType: 'object', valueSchema, defaultValue: { slots: 4 } })
  await addRule(flag, [variant('control', { slots: 4 })])
  const [rule] = await rulesOf(flag)
  const form = `/projects/default/features/${flag}/strategies/edit?environmentId=development&strategyId=${rule?.id}`
  await signIn(page, form)
  await page.getByRole('button', { name: 'Add variant' }).click()
  const added = page.getByRole('textbox', { name: 'Payload of variant-2', exact: true })
  await expect(added).toHaveValue('{"slots":4}')
  await added.fill('{"slots":24}')
  await expect(page.getByText('/slots must be at most 12.')).toBeVisible()
  await expectGood(page, 'a payload that does not fit')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('A payload does not fit the type of the flag.')).toBeVisible()
  await added.fill('{"slots":12}')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: flag })).toBeVisible()
  expect((await rulesOf(flag))[0]?.variants.map(({ payload }) => payload.value)).toEqual([
    '{"slots":4}',
    '{"slots":12}',
  ])
})

test('a flag is created with a type', async ({ page }) => {
  const name = `typed-created-${Date.now()}`
  await signIn(page, '/projects/default')
  await page
    .getByRole('button', { name: /^New flag/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Value type' }).click()
  await page.getByRole('option', { name: 'Integer' }).click()
  await dialog.getByRole('textbox', { name: 'Default value' }).fill('x')
  await expect(dialog.getByText('It must be a number.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Default value' }).fill('7')
  await expectGood(page, 'a new flag with a type')
  await dialog.getByRole('button', { name: /^Create flag/ }).click()
  await expect(dialog).toBeHidden()
  expect(await api.get<Flag>(`${features}/${name}`)).toMatchObject({ valueType: 'integer', defaultValue: 7 })
})

test('the code of a flag lists references by repository, and since when there are none', async ({ page }) => {
  const flag = await makeFlag()
  const upload = (repository: string, lines: number[]) =>
    api.put(`/api/admin/code-references/${encodeURIComponent(repository)}`, {
      branch: 'main',
      commit: '4f2a91c',
      urlTemplate: 'https://git.example.com/blob/{commit}/{path}#L{line}',
      references: lines.map((line) => ({
        flag,
        path: 'src/cart.ts',
        line,
        column: 3,
        snippet: `use(${line})`,
      })),
    })
  await signIn(page, `/projects/default/features/${flag}/code`)
  await expect(page.getByText('flagstaff scan --upload')).toBeVisible()
  await upload('journeys/gone', [1])
  await upload('journeys/gone', [])
  await upload(
    'journeys/web',
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  await page.reload()
  const references = page.getByRole('region', { name: 'References' })
  await expect(references.getByText('12 in 2 repositories')).toBeVisible()
  await expect(references.getByText(/^No references since/)).toBeVisible()
  await expect(references.getByText('use(12)')).toBeHidden()
  await references.getByRole('button', { name: 'Show 12 references' }).click()
  await expect(references.getByText('use(12)')).toBeVisible()
  await expect(references.getByRole('link', { name: 'src/cart.ts:7' })).toHaveAttribute(
    'href',
    'https://git.example.com/blob/4f2a91c/src/cart.ts#L7',
  )
  await expect(page.getByRole('link', { name: 'Code 12' })).toBeVisible()
  await expectGood(page, 'references of a flag')
})
