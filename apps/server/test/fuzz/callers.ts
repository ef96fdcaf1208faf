import { ADMIN_TOKEN, BACKEND_TOKEN, FRONTEND_TOKEN, type Server } from '../cluster/server.ts'
import type { Principal } from '../matrix/expectation.ts'
import { editor, editorOfDefault, owner } from '../matrix/roles.ts'
import { isDelivery, type Operation } from './document.ts'
import type { Hidden } from './hidden.ts'
import { SHARED } from './hidden-parts.ts'
import { createRandom } from './random.ts'
import { createPersonalToken, createSetUp, type SetUp } from './setup.ts'
import type { World } from './world.ts'

export type Rights = Pick<Principal, 'name' | 'kind' | 'root' | 'projects' | 'proposeOnly' | 'sees'>
export type Caller = {
  name: string
  headers(): Record<string, string>
  /** What it can do according to the contract; undefined if it can do everything. */
  rights?: Rights
}

/** Whether the hidden place has to be hidden from the caller. */
export const isOutside = ({ rights }: Caller, { markers }: Hidden): boolean =>
  rights !== undefined && !rights.sees?.includes(markers.project)

/** The project of the callers with limited rights, so that they have permissions somewhere; no request names it. */
const OWN_PROJECT = 'fuzz-own'
const PASSWORD = 'Correct-horse-7'
const [EDITOR, VIEWER, OWNER] = [2, 3, 4]

const everywhere = (permissions: readonly string[]) => permissions.map((permission) => ({ permission }))

/** Callers with limited rights. */
export async function makeLimited(server: Server, hidden: string): Promise<Caller[]> {
  const must = createSetUp(server)
  const own = { id: OWN_PROJECT, name: OWN_PROJECT, environments: [SHARED] }
  await must('POST', '/api/admin/projects', own)
  await must('POST', `/api/admin/projects/${OWN_PROJECT}/features`, { name: 'fuzz-own-flag' })
  const person = async (name: string, rootRole: number, options: { proposeOnly?: boolean } = {}) => {
    const account = { username: `fuzz-${name}`, password: PASSWORD }
    const { id } = await must('POST', '/api/admin/user-admin', { ...account, rootRole })
    const authorization = await createPersonalToken(server, account, options)
    return { id: Number(id), headers: () => ({ authorization }) }
  }
  const ownerOfOther = await person('owner', VIEWER)
  const proposer = await person('proposer', VIEWER, { proposeOnly: true })
  const access = { roles: [OWNER], groups: [], users: [ownerOfOther.id, proposer.id] }
  await must('POST', `/api/admin/projects/${OWN_PROJECT}/access`, access)
  const viewer = await person('viewer', VIEWER)
  const withEditor = await person('editor', EDITOR)
  const ofOwn = { [OWN_PROJECT]: everywhere(owner) }
  const account = (
    name: string,
    { headers }: Pick<Caller, 'headers'>,
    more: Partial<Rights> = {},
  ): Caller => ({
    name,
    headers,
    rights: { name, kind: 'account', ...more },
  })
  return [
    account('viewer', viewer),
    { name: 'anonymous', headers: () => ({}), rights: { name: 'anonymous', kind: 'nobody' } },
    account('proposer', proposer, { projects: ofOwn, proposeOnly: true }),
    await machine(must, 'frontend token'),
    account('owner of another project', ownerOfOther, { projects: ofOwn }),
    await machine(must, 'backend token'),
    account('editor', withEditor, {
      root: editor,
      projects: { default: everywhere(editorOfDefault) },
      sees: [hidden],
    }),
  ]
}

async function machine(must: SetUp, kind: 'frontend token' | 'backend token'): Promise<Caller> {
  const type = kind.split(' ')[0]
  const token = { tokenName: `fuzz ${type}`, type, environment: SHARED, projects: [OWN_PROJECT] }
  const { secret } = await must('POST', '/api/admin/api-tokens', token)
  return { name: kind, headers: () => ({ authorization: secret }), rights: { name: kind, kind } }
}

/** A token that is valid for SDKs in every project. */
const wide = (
  kind: 'frontend token' | 'backend token',
  authorization: string,
  { markers }: Hidden,
): Caller => {
  const name = `${kind} of all projects`
  return { name, headers: () => ({ authorization }), rights: { name, kind, sees: [markers.project] } }
}
const nonsense: Caller = {
  name: 'unknown token',
  headers: () => ({ authorization: 'nonsense' }),
  rights: { name: 'unknown token', kind: 'nobody' },
}

/** Chooses who sends a request: half of them callers who get through, the others in turn with limited rights. */
export function createChoice(
  { limited, hidden }: { limited: Caller[]; hidden: Hidden },
  { person, scim }: Pick<World, 'person' | 'scim'>,
) {
  const [backend, frontend] = [
    wide('backend token', BACKEND_TOKEN, hidden),
    wide('frontend token', FRONTEND_TOKEN, hidden),
  ] as const
  const administrators: Caller[] = [
    { name: 'admin token', headers: () => ({ authorization: ADMIN_TOKEN }) },
    { name: 'administrator', headers: () => ({ authorization: person() }) },
  ]
  const provider: Caller = { name: 'SCIM token', headers: () => ({ authorization: `Bearer ${scim()}` }) }
  return (operation: Operation, n: number): Caller => {
    // Whose turn it is depends on the operation, so that no caller always sends the same kind of request.
    const turn = Math.floor(n / 2) + createRandom(operation.operationId).below(limited.length)
    const pick = (some: Caller[]) => some[turn % some.length] as Caller
    if (n % 2 === 1) return pick(limited)
    if (operation.path.startsWith('/scim')) return provider
    if (!isDelivery(operation)) return pick(administrators)
    const own = /frontend/.test(operation.path) ? frontend : backend
    return pick([own, own, own, frontend, backend, administrators[0] as Caller, nonsense])
  }
}
