import { addressRange } from './networks.ts'

/** Counts members by IP address, so that the address with the most is shed first. */
export function createCrowd<Member extends object>() {
  const byAddress = new Map<string, Set<Member>>()
  const places = new WeakMap<Member, string>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(member: Member, ip: string) {
      const address = addressRange(ip)
      const others = byAddress.get(address) ?? new Set()
      byAddress.set(address, others.add(member))
      places.set(member, address)
      size += 1
    },
    remove(member: Member) {
      const address = places.get(member) ?? ''
      const others = byAddress.get(address)
      if (!others?.delete(member)) return
      size -= 1
      if (others.size === 0) byAddress.delete(address)
    },
    /** How many members an IP address has. */
    at: (ip: string): number => byAddress.get(addressRange(ip))?.size ?? 0,
    /** A member of the address with the most, if that is more than the new member's address would have. */
    toShedFor(ip: string): Member | undefined {
      let most: Set<Member> | undefined
      for (const members of byAddress.values()) if (members.size > (most?.size ?? 0)) most = members
      const own = byAddress.get(addressRange(ip))?.size ?? 0
      return most && most.size > own + 1 ? most.values().next().value : undefined
    },
  }
}
