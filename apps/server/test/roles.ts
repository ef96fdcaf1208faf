import type { ActorName } from './actors.ts'

// What the predefined roles may do, written down independently of the start data of the server.

const crud = (noun: string) => ['CREATE', 'UPDATE', 'DELETE'].map((verb) => `${verb}_${noun}`)

const rules = [
  ...crud('FEATURE_STRATEGY'),
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
]
const projectTokens = ['READ', 'CREATE', 'DELETE'].map((verb) => `${verb}_PROJECT_API_TOKEN`)
const member = [
  ...crud('FEATURE'),
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  ...projectTokens,
  ...rules,
]
const inProject = ['MOVE_FEATURE_TOGGLE', 'UPDATE_PROJECT', 'DELETE_PROJECT']
const owner = [
  ...member,
  ...inProject,
  'UPDATE_PROJECT_CONTEXT',
  'UPDATE_PROJECT_SEGMENT',
  'UPDATE_PROJECT_RELEASE_TEMPLATE',
]
const editor = [
  ...crud('ADDON'),
  ...crud('CONTEXT_FIELD'),
  ...crud('SEGMENT'),
  ...crud('STRATEGY'),
  ...crud('TAG_TYPE'),
  'CREATE_PROJECT',
  'UPDATE_APPLICATION',
  'READ_CLIENT_API_TOKEN',
  'READ_FRONTEND_API_TOKEN',
  'RELEASE_PLAN_TEMPLATE_CREATE',
  'RELEASE_PLAN_TEMPLATE_UPDATE',
]

type Powers = { everywhere: Set<string>; inDefaultProject: Set<string> }
const powers = (everywhere: string[], inDefaultProject: string[] = []): Powers => ({
  everywhere: new Set(everywhere),
  inDefaultProject: new Set(inDefaultProject),
})

const accounts = {
  admin: 'all',
  adminToken: 'all',
  editor: powers(editor, [...member, ...inProject]),
  viewer: powers([]),
  owner: powers([], owner),
  member: powers([], member),
} as const satisfies Partial<Record<ActorName, Powers | 'all'>>

export type Verdict = 'allowed' | 'refused'

/** What the permission column of the contract means for a caller, in a project or outside of any. */
export function expectation(actor: ActorName, column: string, project: string | undefined): Verdict {
  const wanted = column.replace(/\?$/, '').split('|')
  const is = (name: string) => wanted.includes(name)
  if (is('public')) return 'allowed'
  if (is('backend token')) return actor === 'backendToken' ? 'allowed' : 'refused'
  if (is('frontend token')) return actor === 'frontendToken' ? 'allowed' : 'refused'
  if (!(actor in accounts)) return 'refused'
  const held = accounts[actor as keyof typeof accounts]
  if (held === 'all' || is('authenticated') || is('NONE') || is('session')) return 'allowed'
  // A path without a project is judged by the object it names, so holding it in some project is enough to go on.
  const here = project === undefined || project === 'default'
  return wanted.some((one) => held.everywhere.has(one) || (here && held.inDefaultProject.has(one)))
    ? 'allowed'
    : 'refused'
}
