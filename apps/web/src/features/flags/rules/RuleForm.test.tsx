import type { OperatorSupport } from '@flagstaff/contract/applications'
import type { ContextFields } from '@flagstaff/contract/context'
import type { Feature, FeatureStrategy } from '@flagstaff/contract/flags'
import type { ProjectOverview } from '@flagstaff/contract/projects'
import type { ChangePreview } from '@flagstaff/contract/radius'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import type { Segments } from '@flagstaff/contract/segments'
import type { Strategies } from '@flagstaff/contract/strategy-types'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account } from '../../../testing/account.ts'
import { openPage } from '../../../testing/page.tsx'
import { emptyDraft } from '../../../testing/request.ts'
import { answer, refuse, startServer } from '../../../testing/server.ts'
import { EditRule, NewRule } from './RulePage.tsx'

const pages = {
  '/projects/$projectId/features/$flag/strategies/create': { component: NewRule },
  '/projects/$projectId/features/$flag/strategies/edit': { component: EditRule },
}
const flagPage = '/projects/shop/features/checkout'
const newRule = `${flagPage}/strategies/create?environmentId=development`
const editRule = `${flagPage}/strategies/edit?environmentId=development&strategyId=rule-1`
const flagPath = '/api/admin/projects/shop/features/checkout'
const rulesPath = `${flagPath}/environments/development/strategies`

const flagWith = (rules: FeatureStrategy[]): Feature => ({
  objectVersion: 7,
  name: 'checkout',
  type: 'release',
  project: 'shop',
  environments: [
    { name: 'development', type: 'development', enabled: true, strategies: rules },
    { name: 'production', type: 'production', enabled: false, strategies: [] },
  ],
})
const fields: ContextFields = [
  { name: 'userId', stickiness: true, legalValues: [] },
  { name: 'plan', legalValues: [{ value: 'free' }, { value: 'team' }] },
  { name: 'age', valueType: 'number', legalValues: [] },
]
const strategies: Strategies = {
  version: 1,
  strategies: [
    {
      name: 'flexibleRollout',
      displayName: 'Gradual rollout',
      description: null,
      editable: false,
      deprecated: false,
      parameters: [
        { name: 'rollout', type: 'percentage', required: false },
        { name: 'stickiness', type: 'string', required: true },
        { name: 'groupId', type: 'string', required: true },
      ],
    },
    {
      name: 'byRegion',
      displayName: null,
      description: null,
      editable: true,
      deprecated: false,
      parameters: [{ name: 'regions', type: 'list', required: true }],
    },
  ],
}
const overview: ProjectOverview = {
  version: 1,
  name: 'Shop',
  defaultStickiness: 'default',
  environments: [{ environment: 'development' }, { environment: 'production' }],
  onboardingStatus: { status: 'onboarded' },
}

const previewPath = 'POST /api/admin/projects/shop/environments/development/change-requests/preview'
const preview: ChangePreview = {
  effects: [],
  hidden: 0,
  sentences: [],
  radius: {
    environment: 'development',
    contexts: 10_000,
    stored: 10_000,
    changed: 481,
    unknown: 0,
    flags: 1,
    transitions: [
      {
        feature: 'checkout',
        from: { isEnabled: false },
        to: { isEnabled: true },
        payloadOnly: false,
        contexts: 481,
      },
    ],
    applications: [{ name: 'web', contexts: 10_000, changed: 481 }],
    pseudonyms: [],
    blind: [],
    known: 1,
    others: [],
  },
}

let rule: FeatureStrategy
let server: ReturnType<typeof startServer>

beforeEach(() => {
  localStorage.clear()
  rule = {
    objectVersion: 4,
    id: 'rule-1',
    name: 'flexibleRollout',
    title: 'Ramp',
    disabled: false,
    segments: [],
    constraints: [],
    variants: [],
    parameters: { rollout: '25', stickiness: 'default', groupId: 'checkout' },
  }
  server = startServer({
    ...account(),
    [`GET ${flagPath}`]: () => answer<Feature>(flagWith([rule])),
    'GET /api/admin/projects/shop/overview': () => answer<ProjectOverview>(overview),
    'GET /api/admin/projects/shop/change-requests/open': () => answer<ChangeRequest[]>([]),
    'GET /api/admin/context': () => answer<ContextFields>(fields),
    'GET /api/admin/segments': () => answer<Segments>({ segments: [] }),
    'GET /api/admin/strategies': () => answer<Strategies>(strategies),
    'GET /api/admin/projects/shop/sdks/operators': () => answer<OperatorSupport>({ total: 0, operators: [] }),
    [previewPath]: () => answer<ChangePreview>(preview),
    [`POST ${rulesPath}`]: ({ body }) =>
      answer<FeatureStrategy>({ ...(body as FeatureStrategy), id: 'rule-2' }),
    [`PUT ${rulesPath}/rule-1`]: ({ body }) =>
      answer<FeatureStrategy>({ ...rule, ...(body as FeatureStrategy) }),
  })
})

afterEach(() => {
  expect(server.unexpected).toEqual([])
  vi.unstubAllGlobals()
})

test('the blast radius is asked for after an edit, and opens its details', async () => {
  const { screen } = await openPage(editRule, pages)
  await expect.element(screen.getByRole('textbox', { name: 'Rollout' })).toHaveValue('25\u202f%')
  expect(server.sentTo(previewPath)).toEqual([])
  await screen.getByRole('button', { name: '10 % of them' }).click()
  await screen.getByRole('button', { name: '50 % of them' }).click()
  const line = screen.getByRole('button', { name: /481 of 10,000 recent contexts/ })
  await line.click()
  await expect.element(screen.getByRole('region', { name: 'By application' })).toBeVisible()
  expect(server.sentTo(previewPath).at(-1)).toMatchObject({
    action: 'updateStrategy',
    feature: 'checkout',
    payload: { id: 'rule-1', parameters: { rollout: '50' } },
  })
})

test('a new rule is sent with its rollout, and the flag is shown again', async () => {
  const { screen, path } = await openPage(newRule, pages)
  await screen.getByRole('textbox', { name: 'Rollout' }).fill('30')
  await screen.getByRole('textbox', { name: 'Name' }).fill(' First users ')
  await screen.getByRole('button', { name: 'Add rule' }).click()
  await expect.poll(path).toBe(flagPage)
  expect(server.sentTo(`POST ${rulesPath}`)).toEqual([
    {
      name: 'flexibleRollout',
      title: 'First users',
      disabled: false,
      parameters: { rollout: '30', stickiness: 'default', groupId: 'checkout' },
      constraints: [],
      segments: [],
      variants: [],
    },
  ])
  await expect.element(screen.getByText('Rule added to checkout in development')).toBeVisible()
})

test('the rollout can be typed or chosen, and both are counted as one change', async () => {
  const { screen } = await openPage(editRule, pages)
  const rollout = screen.getByRole('textbox', { name: 'Rollout' })
  await expect.element(rollout).toHaveValue('25\u202f%')
  await screen.getByRole('button', { name: '50 % of them' }).click()
  await expect.element(rollout).toHaveValue('50\u202f%')
  await expect.element(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '50')
  await rollout.fill('60')
  await expect.element(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '60')
  await expect.element(screen.getByText('1 change').last()).toBeVisible()
})

test('a fraction of a percent is reported at the field, and not sent', async () => {
  const { screen } = await openPage(editRule, pages)
  await screen.getByRole('textbox', { name: 'Rollout' }).fill('2.5')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter a whole percentage from 0 to 100.')
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.element(screen.getByText('The parameters are incomplete.')).toBeVisible()
  expect(server.sentTo(`PUT ${rulesPath}/rule-1`)).toEqual([])
})

test('a condition can be typed as a sentence', async () => {
  const { screen, path } = await openPage(editRule, pages)
  const box = screen.getByRole('combobox', { name: 'Type a condition' })
  await box.fill('userId in ada, grace')
  await expect.element(screen.getByText('Enter adds')).toBeVisible()
  await box.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await expect.element(screen.getByRole('group', { name: 'Condition on userId' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.poll(path).toBe(flagPage)
  expect(server.sentTo(`PUT ${rulesPath}/rule-1`)).toMatchObject([
    { constraints: [{ contextName: 'userId', operator: 'IN', values: ['ada', 'grace'] }] },
  ])
})

test('a condition on a field with legal values offers them', async () => {
  const { screen, path } = await openPage(editRule, pages)
  await screen.getByRole('button', { name: 'Add a condition on plan' }).click()
  await screen.getByRole('checkbox', { name: 'team' }).click()
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.poll(path).toBe(flagPage)
  expect(server.sentTo(`PUT ${rulesPath}/rule-1`)).toMatchObject([
    { constraints: [{ contextName: 'plan', operator: 'IN', values: ['team'] }] },
  ])
})

test('a missing value is reported at its condition after an attempt to save', async () => {
  const { screen } = await openPage(editRule, pages)
  await screen.getByRole('button', { name: 'Add a condition on age' }).click()
  const value = screen.getByRole('textbox', { name: 'Value' })
  await expect.element(value).toHaveFocus()
  await expect.element(screen.getByText('Enter a value.')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('A condition is incomplete.')
  await expect.element(value).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByText('Enter a value.')).toBeVisible()
  await value.fill('old')
  await expect.element(screen.getByText('“old” isn’t a number.')).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(server.sentTo(`PUT ${rulesPath}/rule-1`)).toEqual([])
})

test('the parameters of a custom strategy replace the rollout', async () => {
  const { screen } = await openPage(newRule, pages)
  await screen.getByRole('combobox', { name: 'Strategy' }).click()
  await screen.getByRole('option', { name: 'byRegion' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Rollout' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Add rule' }).click()
  await expect.element(screen.getByText('The parameters are incomplete.')).toBeVisible()
})

test('a rule that someone else changed is not overwritten without asking', async () => {
  const { screen } = await openPage(editRule, pages)
  await screen.getByRole('button', { name: '50 % of them' }).click()
  server.handlers[`PUT ${rulesPath}/rule-1`] = ({ headers }) => {
    expect(headers.get('if-match')).toBe('W/"4"')
    rule = { ...rule, objectVersion: 5, parameters: { ...rule.parameters, rollout: '5' } }
    return refuse('PreconditionFailedError', 'Someone else changed this rule.')
  }
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect
    .element(screen.getByText('Ramp was changed by someone else while you were editing.'))
    .toBeVisible()
  await expect.element(screen.getByText('Someone else changed this rule.')).toBeVisible()
  await screen.getByRole('button', { name: 'Load their version' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Rollout' })).toHaveValue('5\u202f%')
})

test('a rule that someone else deleted is added again', async () => {
  const { screen, cache, path } = await openPage(editRule, pages)
  await screen.getByRole('button', { name: '50 % of them' }).click()
  server.handlers[`GET ${flagPath}`] = () => answer<Feature>(flagWith([]))
  await cache.invalidateQueries({ queryKey: ['flag'] })
  await expect.element(screen.getByText(/Someone deleted this rule while you were editing/)).toBeVisible()
  await screen.getByRole('button', { name: 'Save rule' }).click()
  await expect.poll(path).toBe(flagPage)
  expect(server.sentTo(`POST ${rulesPath}`)).toMatchObject([{ title: 'Ramp', parameters: { rollout: '50' } }])
})

test('a draft in the rule form is restored, with a warning if the rule has changed since', async () => {
  const first = await openPage(editRule, pages)
  await first.screen.getByRole('button', { name: '50 % of them' }).click()
  await first.screen.unmount()
  rule = { ...rule, objectVersion: 5, title: 'Renamed' }
  const { screen } = await openPage(editRule, pages)
  await expect
    .element(screen.getByText(/Restored your unsaved changes .* Someone changed this/))
    .toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Rollout' })).toHaveValue('50\u202f%')
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Rollout' })).toHaveValue('25\u202f%')
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Renamed')
})

const draft: ChangeRequest = {
  ...emptyDraft,
  id: 3,
  title: 'Draft',
  project: 'shop',
  environment: 'development',
  createdBy: { id: 1, username: 'ada', imageUrl: null },
}

test('a change that needs a review is added to the draft, and the form closes without saying it is saved', async () => {
  const [development, ...others] = flagWith([rule]).environments ?? []
  if (!development) throw new Error('there is no environment')
  server.handlers[`GET ${flagPath}`] = () =>
    answer<Feature>({ ...flagWith([rule]), environments: [{ ...development, protected: true }, ...others] })
  server.handlers[`PUT ${rulesPath}/rule-1`] = ({ headers }) => {
    expect(headers.get('prefer')).toBe('propose')
    const headersOfProposal = { 'preference-applied': 'propose', 'content-type': 'application/json' }
    return new Response(JSON.stringify(draft), { status: 202, headers: headersOfProposal })
  }
  const { screen, path } = await openPage(editRule, pages)
  await screen.getByRole('button', { name: '50 % of them' }).click()
  await screen.getByRole('button', { name: 'Add to draft' }).click()
  await expect.poll(path).toBe(flagPage)
  await expect.element(screen.getByText('Added to your draft for development')).toBeVisible()
  await expect.element(screen.getByText(/Rule saved/)).not.toBeInTheDocument()
})
