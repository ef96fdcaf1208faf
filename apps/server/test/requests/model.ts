import { isReviewedReturn, returnOf } from './returns.ts'
import type { Request, Schedule, Seen, State, Step } from './types.ts'
import {
  type Added,
  effectsOf,
  isEmpty,
  type Setting,
  shareTarget,
  type Values,
  type Wishes,
  wishesAfter,
} from './wishes.ts'
import {
  CHILD,
  hasOtherVariant,
  isAdmin,
  keyOf,
  mayEdit,
  mayEditSegment,
  PARENT,
  type Place,
  places,
  type Spot,
  sees,
  segmentPlaces,
  spots,
  spotsIn,
  type User,
  usesSegment,
  usesSpare,
} from './world.ts'

const OPEN: readonly State[] = ['Draft', 'In review', 'Approved']

/** A small model of change requests. */
export class Model {
  readonly live = new Map<string, Values>(spots.map((spot) => [keyOf(spot), { rollout: 50, on: true }]))
  segment = '1'
  spare = '1'
  isTrusted = true
  readonly protected = new Map<Place, { free: boolean }>()
  readonly requests: Request[] = []
  hour = 0
  /** How many steps were taken. */
  step = 0
  /** When flags were turned off, and by which request. */
  private readonly offs: { spot: string; step: number; by?: Request }[] = []

  at(spot: Spot): Values {
    return this.live.get(keyOf(spot)) as Values
  }

  /** Makes the step if the server should, and says whether it should. */
  take(step: Step): boolean {
    this.step++
    switch (step.do) {
      case 'protect':
        if (step.on) this.protected.set(step.place, { free: step.free })
        else this.protected.delete(step.place)
        return true
      case 'trust':
        this.isTrusted = step.on
        return true
      case 'edit':
        return this.edit(step)
      case 'edit-spare':
        return this.editSpare(step)
      case 'edit-segment':
        return this.editSegment(step)
      case 'propose':
        return this.propose(step.user, step.spot.place, { spot: step.spot, set: step.set })
      case 'propose-segment':
        return this.proposeSegment(step)
      case 'discard':
        return this.discard(step)
      case 'move':
        return this.move(step)
      case 'until':
        return this.setUntil(step)
      case 'schedule':
        return this.schedule(step)
      case 'pass':
        this.pass(step.hours)
        return true
    }
  }

  private edit({ user, spot, set }: Extract<Step, { do: 'edit' }>): boolean {
    if (!mayEdit(user, spot.place)) return false
    const now = this.at(spot)
    const changes = Object.entries(set).some(([name, value]) => now[name as keyof Values] !== value)
    const rules = this.protected.get(spot.place)
    if (changes && rules && !isAdmin(user) && !(rules.free && this.lowers(spot, set))) return false
    if ('on' in set && !set.on && now.on) this.offs.push({ spot: keyOf(spot), step: this.step })
    Object.assign(now, set)
    return true
  }

  /** Nobody gets more, or something else, by it. */
  private lowers(spot: Spot, set: Setting): boolean {
    if (keyOf(spot) === keyOf(PARENT) && this.at(CHILD).on) return false
    const now = this.at(spot)
    if ('on' in set) return !set.on
    if (set.rollout > now.rollout || usesSpare(set.rollout) !== usesSpare(now.rollout)) return false
    return !now.on || !hasOtherVariant(spot)
  }

  private editSegment({ user, value }: Extract<Step, { do: 'edit-segment' }>): boolean {
    if (!mayEditSegment(user, this.isTrusted)) return false
    if (value !== this.segment && !isAdmin(user) && segmentPlaces.some((one) => this.protected.has(one)))
      return false
    this.segment = value
    return true
  }

  /** Rules use it, or open requests will. */
  private editSpare({ user, value }: Extract<Step, { do: 'edit-spare' }>): boolean {
    if (!mayEditSegment(user, this.isTrusted)) return false
    const requested = this.requests.filter(
      ({ state, seen }) =>
        ['In review', 'Approved', 'Scheduled'].includes(state) &&
        [...seen.values()].some(({ spare }) => spare !== undefined),
    )
    const used = [...this.sparePlaces(), ...requested.map(({ place }) => place)]
    if (value !== this.spare && !isAdmin(user) && used.some((one) => this.protected.has(one))) return false
    this.spare = value
    return true
  }

  private sparePlaces(): Place[] {
    return places.filter((place) => spotsIn(place).some((spot) => usesSpare(this.at(spot).rollout)))
  }

  /** The request is in a protected place that it affects, if the author sees one. */
  private proposeSegment({ user, value }: Extract<Step, { do: 'propose-segment' }>): boolean {
    if (!mayEditSegment(user, this.isTrusted) || value === this.segment) return false
    const affected = segmentPlaces.filter((place) => this.protected.has(place))
    const candidates = affected.length > 0 ? affected : segmentPlaces
    const place = candidates.find((one) => sees(user, one))
    return place !== undefined && this.propose(user, place, { segment: value })
  }

  private propose(user: User, place: Place, added: Added): boolean {
    if (!sees(user, place)) return false
    const open = this.requests.find(
      (one) => one.author === user && one.place === place && OPEN.includes(one.state),
    )
    // What it has already is rehearsed again.
    if (open?.wishes.segment && !mayEditSegment(user, this.isTrusted)) return false
    const wishes = wishesAfter(this, place, open?.wishes, added)
    if (!open && isEmpty(wishes)) return false
    const affects = new Set([...effectsOf(wishes, place)].filter((one) => this.protected.has(one)))
    const seen = affects.has(place) ? this.seenBy(wishes, place) : new Map<string, Seen>()
    const usedSpare = new Set(
      spotsIn(place).flatMap((spot) => (usesSpare(this.at(spot).rollout) ? [keyOf(spot)] : [])),
    )
    const outline = { wishes, affects, seen, usedSpare, since: this.step, approvals: new Set<User>() }
    if (!open) {
      this.requests.push({ author: user, place, state: 'Draft', ...outline })
      return true
    }
    Object.assign(open, outline)
    if (open.state !== 'Draft') open.state = affects.size > 0 ? 'In review' : 'Draft'
    return true
  }

  private seenBy({ flags, segment }: Wishes, place: Place): Map<string, Seen> {
    const changed = spotsIn(place).filter((spot) => flags.has(keyOf(spot)))
    return new Map(
      changed.map((spot) => {
        const rollout = flags.get(keyOf(spot))?.rollout?.value ?? this.at(spot).rollout
        const own = usesSegment(spot) && !segment ? { segment: this.segment } : {}
        return [keyOf(spot), { ...own, ...(usesSpare(rollout) ? { spare: this.spare } : {}) }]
      }),
    )
  }

  private isStale({ seen }: Request, spot: Spot): boolean {
    const { segment = this.segment, spare = this.spare } = seen.get(keyOf(spot)) ?? {}
    return segment !== this.segment || spare !== this.spare
  }

  /** The end is reviewed with the changes. */
  private setUntil({ user, request: index, hours }: Extract<Step, { do: 'until' }>): boolean {
    const request = this.requests[index]
    if (!request || request.author !== user || !OPEN.includes(request.state)) return false
    if (!sees(user, request.place)) return false
    request.until = hours === null ? undefined : this.hour + hours
    request.approvals = new Set()
    request.state = request.state === 'Draft' || request.affects.size === 0 ? 'Draft' : 'In review'
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
    if (!request || !sees(user, request.place)) return false
    if (request.state === 'Draft' && request.author !== user) return false
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
    if (request.author !== user || request.state !== 'Draft' || isEmpty(request.wishes)) return false
    const affected = request.affects.size > 0
    if (!affected && request.wishes.segment && !mayEditSegment(user, this.isTrusted)) return false
    if (!affected && request.wishes.flags.size > 0 && !mayEdit(user, request.place)) return false
    request.state = affected ? 'In review' : 'Approved'
    return true
  }

  private reject(request: Request, user: User): boolean {
    const isReviewer = isAdmin(user) && request.affects.size > 0
    const allowed =
      request.state === 'Scheduled'
        ? isAdmin(user) || (request.author === user && !isReviewedReturn(request))
        : isReviewer && ['In review', 'Approved'].includes(request.state)
    if (allowed) request.state = 'Rejected'
    return allowed
  }

  private approve(request: Request, user: User): boolean {
    if (!isAdmin(user) || request.affects.size === 0) return false
    if (!['In review', 'Approved', 'Scheduled'].includes(request.state)) return false
    request.approvals.add(user)
    if (request.state === 'In review') request.state = 'Approved'
    return true
  }

  private isApplier(request: Request, user: User): boolean {
    if (request.state !== 'Approved' && request.state !== 'Scheduled') return false
    if (request.author !== user && !isAdmin(user)) return false
    return request.affects.size === 0 || request.approvals.size > 0
  }

  private conflicts(request: Request): boolean {
    const { place, wishes } = request
    if (spotsIn(place).some((spot) => this.isStale(request, spot))) return true
    if (spotsIn(place).some((spot) => this.wasTurnedOff(spot, request))) return true
    return this.segmentMoved(wishes) || spotsIn(place).some((spot) => this.hasMoved(spot, wishes))
  }

  /** By somebody else, since the request was edited: it does not turn the flag on again. */
  private wasTurnedOff(spot: Spot, request: Request): boolean {
    const key = keyOf(spot)
    if (request.wishes.flags.get(key)?.on !== true || this.at(spot).on) return false
    const planned = new Set([request, request.returns, ...(request.schedule?.follows ?? [])])
    return this.offs.some(
      ({ spot: other, step, by }) => other === key && step > request.since && !(by && planned.has(by)),
    )
  }

  private segmentMoved({ segment }: Wishes): boolean {
    return segment !== undefined && segment.basis !== this.segment
  }

  private hasMoved(spot: Spot, { flags }: Wishes): boolean {
    const rollout = flags.get(keyOf(spot))?.rollout
    return rollout !== undefined && rollout.basis !== this.at(spot).rollout
  }

  /** Whether it would change a place that is protected now and was not reviewed. */
  private isGuarded({ place, wishes, affects }: Request): boolean {
    const changed = new Set<Place>(
      wishes.segment && wishes.segment.value !== this.segment ? segmentPlaces : [],
    )
    for (const spot of spotsIn(place)) {
      const now = this.at(spot)
      const { rollout, on = now.on } = wishes.flags.get(keyOf(spot)) ?? {}
      if ((rollout && rollout.value !== now.rollout) || on !== now.on) changed.add(place)
    }
    return [...changed].some((one) => this.protected.has(one) && !affects.has(one))
  }

  private apply(request: Request, user: User): boolean {
    if (!this.isApplier(request, user) || this.conflicts(request) || this.isGuarded(request)) return false
    const { place, wishes, affects, author } = request
    if (wishes.flags.size > 0 && !affects.has(place) && !mayEdit(author, place) && !mayEdit(user, place))
      return false
    if (wishes.segment && !this.maySetSegment(request, user)) return false
    // Several are applied while time passes.
    this.step++
    const carried = this.planned(request)
    const back = request.until === undefined ? undefined : returnOf(this, request, user, request.until)
    for (const spot of spotsIn(place)) {
      const { rollout, on } = wishes.flags.get(keyOf(spot)) ?? {}
      if (on === false && this.at(spot).on)
        this.offs.push({ spot: keyOf(spot), step: this.step, by: request })
      Object.assign(this.at(spot), {
        ...(rollout ? { rollout: rollout.value } : {}),
        ...(on === undefined ? {} : { on }),
      })
    }
    if (wishes.segment) this.segment = wishes.segment.value
    for (const carry of carried) carry()
    request.state = 'Applied'
    if (back) this.requests.push(back())
    return true
  }

  /** The request lends the right if it was reviewed wherever the segment is used. */
  private maySetSegment({ affects, author }: Request, user: User): boolean {
    if (segmentPlaces.every((place) => affects.has(place))) return true
    return mayEditSegment(author, this.isTrusted) || mayEditSegment(user, this.isTrusted)
  }

  /** Bases the wishes of scheduled requests that were planned to come after this one, and still fit, on what it left. */
  private planned(request: Request): (() => void)[] {
    const followers = this.requests.filter(
      ({ state, schedule }) => state === 'Scheduled' && schedule?.follows.has(request),
    )
    return followers.flatMap((follower) => {
      const { wishes, place } = follower
      const { segment } = wishes
      const carried = spotsIn(place).flatMap((spot) => {
        const rollout = wishes.flags.get(keyOf(spot))?.rollout
        const shared = rollout && request.wishes.flags.get(keyOf(spot))?.rollout
        if (!shared || this.hasMoved(spot, wishes) || this.isStale(follower, spot)) return []
        return [() => void Object.assign(rollout, { basis: this.at(spot).rollout })]
      })
      if (!segment || !request.wishes.segment || this.segmentMoved(wishes)) return carried
      return [...carried, () => void Object.assign(segment, { basis: this.segment })]
    })
  }

  private schedule({ user, request: index, hours }: Extract<Step, { do: 'schedule' }>): boolean {
    const request = this.requests[index]
    if (!request || !sees(user, request.place)) return false
    if (!this.isApplier(request, user) || this.conflicts(request)) return false
    const hour = this.hour + hours
    if (request.until !== undefined && request.until <= hour) return false
    const isLater = request.schedule !== undefined && hour > request.schedule.hour
    if (isReviewedReturn(request) && isLater && !isAdmin(user)) return false
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

  /** What flags do in each place. */
  behaviour(): Map<Place, string> {
    return new Map(
      places.map((place) => {
        const segment = segmentPlaces.includes(place) ? this.segment : undefined
        const spare = this.sparePlaces().includes(place) ? this.spare : undefined
        return [place, JSON.stringify([segment, spare, spotsIn(place).map((spot) => this.at(spot))])]
      }),
    )
  }
}

function suspend({ schedule }: Request) {
  if (schedule) schedule.status = 'suspended'
}
