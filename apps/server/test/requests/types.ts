import type { Setting, Wishes } from './wishes.ts'
import type { Place, Spot, User } from './world.ts'

export type State =
  | 'Draft'
  | 'In review'
  | 'Approved'
  | 'Scheduled'
  | 'Applied'
  | 'Cancelled'
  | 'Rejected'
  | 'gone'
export type Seen = { segment?: string; spare?: string }
/** `hour` counts from the start of the run. */
export type Schedule = {
  hour: number
  by: User
  status: 'pending' | 'suspended'
  follows: ReadonlySet<Request>
}
export type Request = {
  author: User
  place: Place
  state: State
  wishes: Wishes
  /** The places that were protected, and in which something would change, when the request was last edited. */
  affects: ReadonlySet<Place>
  /** What was in the segments that its flags use in a protected place, unless it changes the segment itself. */
  seen: ReadonlyMap<string, Seen>
  /** Its flags whose rules used the spare segment before it. */
  usedSpare: ReadonlySet<string>
  approvals: Set<User>
  /** When its changes are reverted. */
  until?: number | undefined
  /** The request that it reverts. */
  returns?: Request
  /** The step in which it was last edited. */
  since: number
  schedule?: Schedule
}

export type Step =
  | { do: 'propose'; user: User; spot: Spot; set: Setting }
  | { do: 'edit'; user: User; spot: Spot; set: Setting }
  | { do: 'propose-segment'; user: User; value: string }
  | { do: 'edit-segment'; user: User; value: string }
  | { do: 'edit-spare'; user: User; value: string }
  /** The outsider loses the right to change segments, or gets it again. */
  | { do: 'trust'; on: boolean }
  /** `free`: turning off and lowering percentages is free. */
  | { do: 'protect'; place: Place; on: boolean; free: boolean }
  | {
      do: 'move'
      user: User
      request: number
      to: 'In review' | 'Approved' | 'Rejected' | 'Cancelled' | 'Applied'
    }
  | { do: 'discard'; user: User; request: number }
  /** The changes are reverted `hours` from now, or never. */
  | { do: 'until'; user: User; request: number; hours: number | null }
  /** `hours` from now. */
  | { do: 'schedule'; user: User; request: number; hours: number }
  /** Time passes, and the sweep runs. */
  | { do: 'pass'; hours: number }
