import { addressRange } from './networks.ts'

/** Who holds how many: by address, so that whoever has most gives way first. */
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
    /** How many an address holds. */
    at: (ip: string): number => byAddress.get(addressRange(ip))?.size ?? 0,
    /** One of the address that holds most, if that is more than the newcomer's address would hold. */
    toShedFor(ip: string): Member | undefined {
      let most: Set<Member> | undefined
      for (const members of byAddress.values()) if (members.size > (most?.size ?? 0)) most = members
      const own = byAddress.get(addressRange(ip))?.size ?? 0
      return most && most.size > own + 1 ? most.values().next().value : undefined
    },
  }
}
