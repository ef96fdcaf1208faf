import { expect, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

const project = '/api/admin/projects/default'

/** Creates a flag by a file, and returns its name. */
async function applyFile(owner = 'shop/checkout', lock = false): Promise<string> {
  const flag = `as-code-${Date.now()}`
  const plan = await api.post<{ id: string }>('/api/admin/code/plan', {
    owner,
    source: { commit: '4f2a91c0', url: 'https://git.example.com/shop/checkout/blob/4f2a91c0' },
    config: { default: { lock } },
    flags: [
      {
        project: 'default',
        path: `flags/${flag}.yaml`,
        content: {
          flag,
          description: 'Managed by a file.',
          environments: { development: { enabled: true, rules: [{ rollout: 50 }] } },
        },
      },
    ],
  })
  await api.post(`/api/admin/code/plans/${plan.id}/apply`, { allowMany: true })
  return flag
}

test('a flag shows the file that manages it, and what people have changed since', async ({ page }) => {
  const flag = await applyFile()
  await signIn(page)
  await page.goto(`/projects/default/features/${flag}`)
  const badge = page.getByRole('link', { name: `Managed by shop/checkout, ${flag}.yaml` })
  await expect(badge).toHaveAttribute(
    'href',
    `https://git.example.com/shop/checkout/blob/4f2a91c0/flags/${flag}.yaml`,
  )
  const card = page.getByRole('region', { name: 'development', exact: true })
  await expect(card.getByText(`Managed by ${flag}.yaml: on/off state, rules.`)).toBeVisible()
  await expect(page.getByRole('note')).toBeHidden()

  await card.getByRole('switch').press('Space')
  const notice = page.getByRole('note')
  await expect(notice).toContainText(`development differs from ${flag}.yaml`)
  await expect(notice).toContainText('The file says on, the flag is off.')
  await expectGood(page)

  await api.post(`${project}/features/${flag}/environments/development/on`)
  await expect(notice).toBeHidden()
})

test('a locked field asks for a reason, and the flag can be turned off without one', async ({ page }) => {
  const flag = await applyFile('shop/locked', true)
  await signIn(page)
  await page.goto(`/projects/default/features/${flag}`)
  const card = page.getByRole('region', { name: 'development', exact: true })
  await expect(card.getByText(`Locked by ${flag}.yaml: on/off state, rules.`)).toBeVisible()
  await card.getByRole('switch').press('Space')
  await expect(page.getByRole('note')).toContainText('The file says on, the flag is off.')

  await page.goto(`/projects/default/features/${flag}/settings`)
  await page.getByLabel('Description').fill('Changed by a person.')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change a locked field?' })
  await expect(dialog).toContainText(`shop/locked manages it in flags/${flag}.yaml.`)
  await expectGood(page)
  await dialog.getByLabel('Reason').fill('The shop is down')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(dialog).toBeHidden()
  const description = async () =>
    (await api.get<{ description: string }>(`${project}/features/${flag}`)).description
  await expect.poll(description).toBe('Changed by a person.')
  await api.delete('/api/admin/code/claims?project=default&owner=shop/locked')
})
