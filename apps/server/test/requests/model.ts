/** A small model of change requests: two flags with one rule each, in two environments. */

export const users = ['admin', 'owner', 'viewer'] as const
export type User = (typeof users)[number]
export const flags = ['a', 'b'] as const
export type Flag = (typeof flags)[number]
export const environments = ['development', 'production'] as const
export type Environment = (typeof environments)[number]

type Values = { rollout: number; on: boolean }
/** One step sets one of them. */
type Setting = { rollout: number } | { on: boolean }
type Wanted = { rollout?: { value: number; basis: number }; on?: boolean }
type State = 'Draft' | 'In review' | 'Approved' | 'Applied' | 'Cancelled' | 'Rejected' | 'gone'
export type Request = {
  author: User
  environment: Environment
  state: State
  wanted: Map<Flag, Wanted>
  /** The environment was protected, and something would change in it, when the request was last edited. */
  affects: boolean
  approvals: Set<User>
}

export type Step =
  | { do: 'propose'; user: User; flag: Flag; environment: Environment; set: Setting }
  | { do: 'edit'; user: User; flag: Flag; environment: Environment; set: Setting }
  | { do: 'protect'; environment: Environment; on: boolean }
  | {
      do: 'move'
      user: User
      request: number
      to: 'In review' | 'Approved' | 'Rejected' | 'Cancelled' | 'Applied'
    }
  | { do: 'discard'; user: User; request: number }

const OPEN: readonly State[] = ['Draft', 'In review', 'Approved']
const mayEdit = (user: User) => user !== 'viewer'
const isAdmin = (user: User) => user === 'admin'

export class Model {
  readonly live = new Map<string, Values>()
  readonly protected = new Set<Environment>()
  readonly requests: Request[] = []

  constructor() {
    for (const flag of flags)
      for (const environment of environments)
        this.live.set(keyOf(flag, environment), { rollout: 50, on: true })
  }

  at(flag: Flag, environment: Environment): Values {
    return this.live.get(keyOf(flag, environment)) as Values
  }

  /** Makes the step if the server should, and says whether it should. */
  take(step: Step): boolean {
    switch (step.do) {
      case 'protect':
        this.protected[step.on ? 'add' : 'delete'](step.environment)
        return true
      case 'edit':
        return this.edit(step)
      case 'propose':
        return this.propose(step)
      case 'discard':
        return this.discard(step)
      case 'move':
        return this.move(step)
    }
  }

  private edit({ user, flag, environment, set }: Extract<Step, { do: 'edit' }>): boolean {
    if (!mayEdit(user)) return false
    const now = this.at(flag, environment)
    const changes = Object.entries(set).some(([name, value]) => now[name as keyof Values] !== value)
    if (changes && this.protected.has(environment) && !isAdmin(user)) return false
    Object.assign(now, set)
    return true
  }

  private propose({ user, flag, environment, set }: Extract<Step, { do: 'propose' }>): boolean {
    const open = this.requests.find(
      (one) => one.author === user && one.environment === environment && OPEN.includes(one.state),
    )
    const before = open?.wanted ?? new Map<Flag, Wanted>()
    const after = new Map<Flag, Wanted>()
    for (const name of flags) {
      const now = this.at(name, environment)
      const old = before.get(name) ?? {}
      const own: Partial<Values> = name === flag ? set : {}
      const rollout = own.rollout ?? old.rollout?.value ?? now.rollout
      const on = own.on ?? old.on ?? now.on
      const wanted: Wanted = {}
      if (rollout !== now.rollout)
        wanted.rollout = old.rollout?.value === rollout ? old.rollout : { value: rollout, basis: now.rollout }
      if (on !== now.on) wanted.on = on
      if (Object.keys(wanted).length > 0) after.set(name, wanted)
    }
    if (!open && after.size === 0) return false
    const affects = after.size > 0 && this.protected.has(environment)
    if (!open) {
      const request = { author: user, environment, state: 'Draft' as const, wanted: after, affects }
      this.requests.push({ ...request, approvals: new Set() })
      return true
    }
    Object.assign(open, { wanted: after, affects, approvals: new Set() })
    if (open.state !== 'Draft') open.state = affects ? 'In review' : 'Draft'
    return true
  }

  private discard({ user, request: index }: Extract<Step, { do: 'discard' }>): boolean {
    const request = this.requests[index]
    if (request?.state !== 'Draft' || request.author !== user) return false
    request.state = 'gone'
    return true
  }

  private move({ user, request: index, to }: Extract<Step, { do: 'move' }>): boolean {
    const request = this.requests[index]
    if (!request || (request.state === 'Draft' && request.author !== user)) return false
    switch (to) {
      case 'In review':
        return this.submit(request, user)
      case 'Approved':
        return this.approve(request, user)
      case 'Rejected':
        if (!isAdmin(user) || !request.affects || !['In review', 'Approved'].includes(request.state))
          return false
        request.state = 'Rejected'
        return true
      case 'Cancelled':
        if (!OPEN.includes(request.state) || (request.author !== user && !isAdmin(user))) return false
        request.state = 'Cancelled'
        return true
      case 'Applied':
        return this.apply(request, user)
    }
  }

  private submit(request: Request, user: User): boolean {
    if (request.author !== user || request.state !== 'Draft' || request.wanted.size === 0) return false
    if (!request.affects && !mayEdit(user)) return false
    request.state = request.affects ? 'In review' : 'Approved'
    return true
  }

  private approve(request: Request, user: User): boolean {
    if (!isAdmin(user) || !request.affects || !['In review', 'Approved'].includes(request.state)) return false
    request.approvals.add(user)
    request.state = 'Approved'
    return true
  }

  private apply(request: Request, user: User): boolean {
    if (request.state !== 'Approved') return false
    if (request.author !== user && !isAdmin(user)) return false
    if (request.affects && request.approvals.size === 0) return false
    const { environment, wanted } = request
    for (const [flag, { rollout }] of wanted)
      if (rollout && rollout.basis !== this.at(flag, environment).rollout) return false
    const changes = [...wanted].some(
      ([flag, { rollout, on }]) =>
        rollout !== undefined || (on !== undefined && on !== this.at(flag, environment).on),
    )
    if (changes && !request.affects && this.protected.has(environment)) return false
    if (!request.affects && !mayEdit(request.author) && !mayEdit(user)) return false
    for (const [flag, { rollout, on }] of wanted)
      Object.assign(this.at(flag, environment), {
        ...(rollout ? { rollout: rollout.value } : {}),
        ...(on === undefined ? {} : { on }),
      })
    request.state = 'Applied'
    return true
  }
}

export const keyOf = (flag: string, environment: string) => `${flag} ${environment}`
