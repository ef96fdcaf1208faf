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
type State = 'Draft' | 'In review' | 'Approved' | 'Scheduled' | 'Applied' | 'Cancelled' | 'Rejected' | 'gone'
/** `hour` counts from the start of the run. */
type Schedule = { hour: number; by: User; status: 'pending' | 'suspended'; follows: ReadonlySet<Request> }
export type Request = {
  author: User
  environment: Environment
  state: State
  wanted: Map<Flag, Wanted>
  /** The environment was protected, and something would change in it, when the request was last edited. */
  affects: boolean
  approvals: Set<User>
  schedule?: Schedule
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
  /** `hours` from now. */
  | { do: 'schedule'; user: User; request: number; hours: number }
  /** Time passes, and the sweep runs. */
  | { do: 'pass'; hours: number }

const OPEN: readonly State[] = ['Draft', 'In review', 'Approved']
const mayEdit = (user: User) => user !== 'viewer'
const isAdmin = (user: User) => user === 'admin'

export class Model {
  readonly live = new Map<string, Values>()
  readonly protected = new Set<Environment>()
  readonly requests: Request[] = []
  hour = 0

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
      case 'schedule':
        return this.schedule(step)
      case 'pass':
        this.pass(step.hours)
        return true
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
        return this.reject(request, user)
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

  private reject(request: Request, user: User): boolean {
    const isReviewer = isAdmin(user) && request.affects
    const allowed =
      request.state === 'Scheduled'
        ? isAdmin(user) || request.author === user
        : isReviewer && ['In review', 'Approved'].includes(request.state)
    if (allowed) request.state = 'Rejected'
    return allowed
  }

  private approve(request: Request, user: User): boolean {
    if (!isAdmin(user) || !request.affects || !['In review', 'Approved', 'Scheduled'].includes(request.state))
      return false
    request.approvals.add(user)
    if (request.state === 'In review') request.state = 'Approved'
    return true
  }

  private isApplier(request: Request, user: User): boolean {
    if (request.state !== 'Approved' && request.state !== 'Scheduled') return false
    if (request.author !== user && !isAdmin(user)) return false
    return !request.affects || request.approvals.size > 0
  }

  private conflicts({ environment, wanted }: Request): boolean {
    return [...wanted].some(([flag, one]) => this.hasMoved(flag, environment, one))
  }

  private hasMoved(flag: Flag, environment: Environment, { rollout }: Wanted): boolean {
    return rollout !== undefined && rollout.basis !== this.at(flag, environment).rollout
  }

  private apply(request: Request, user: User): boolean {
    if (!this.isApplier(request, user) || this.conflicts(request)) return false
    const { environment, wanted } = request
    const changes = [...wanted].some(([flag, { rollout, on }]) => {
      const now = this.at(flag, environment)
      return (rollout ?? { value: now.rollout }).value !== now.rollout || (on ?? now.on) !== now.on
    })
    if (changes && !request.affects && this.protected.has(environment)) return false
    if (!request.affects && !mayEdit(request.author) && !mayEdit(user)) return false
    const carried = this.planned(request)
    for (const [flag, { rollout, on }] of wanted)
      Object.assign(this.at(flag, environment), {
        ...(rollout ? { rollout: rollout.value } : {}),
        ...(on === undefined ? {} : { on }),
      })
    for (const { flag, rollout } of carried) rollout.basis = this.at(flag, environment).rollout
    request.state = 'Applied'
    return true
  }

  /** The rollouts of scheduled requests that were planned to come after those of this one, and still fit. */
  private planned(request: Request) {
    const followers = this.requests.filter(
      ({ state, schedule }) => state === 'Scheduled' && schedule?.follows.has(request),
    )
    return followers.flatMap(({ wanted, environment }) =>
      [...wanted].flatMap(([flag, one]) =>
        one.rollout && request.wanted.get(flag)?.rollout && !this.hasMoved(flag, environment, one)
          ? [{ flag, rollout: one.rollout }]
          : [],
      ),
    )
  }

  private schedule({ user, request: index, hours }: Extract<Step, { do: 'schedule' }>): boolean {
    const request = this.requests[index]
    if (!request || !this.isApplier(request, user) || this.conflicts(request)) return false
    const hour = this.hour + hours
    const earlier = this.pending().filter(
      (one) => one !== request && (one.schedule as Schedule).hour < hour && shareTarget(one, request),
    )
    request.state = 'Scheduled'
    request.schedule = { hour, by: user, status: 'pending', follows: new Set(earlier) }
    return true
  }

  private pending(): Request[] {
    return this.requests.filter(
      ({ state, schedule }) => state === 'Scheduled' && schedule?.status === 'pending',
    )
  }

  /** The requests whose time comes, in the order in which they are applied. */
  due(hours = 0): Request[] {
    const hourOf = ({ schedule }: Request) => schedule?.hour ?? 0
    return this.pending()
      .filter((one) => hourOf(one) <= this.hour + hours)
      .sort((one, other) => hourOf(one) - hourOf(other))
  }

  private pass(hours: number) {
    this.hour += hours
    for (const request of this.due())
      if (!this.apply(request, (request.schedule as Schedule).by)) suspend(request)
    for (const request of this.pending()) if (this.conflicts(request)) suspend(request)
  }
}

function suspend({ schedule }: Request) {
  if (schedule) schedule.status = 'suspended'
}

const shareTarget = (one: Request, other: Request) =>
  one.environment === other.environment &&
  [...one.wanted].some(([flag, { rollout, on }]) => {
    const theirs = other.wanted.get(flag)
    return (rollout && theirs?.rollout) || (on !== undefined && theirs?.on !== undefined)
  })

export const keyOf = (flag: string, environment: string) => `${flag} ${environment}`
