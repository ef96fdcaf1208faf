export type Env = Record<string, string | undefined>
export type FoundSetting = { name: string; text: string }

/** For a Service named flagstaff, Kubernetes sets FLAGSTAFF_PORT to an address, in every pod of the namespace. */
const isServiceLink = (name: string, text: string) => /_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text)

/** Finds a setting under the first of its names that has a value. `FLAGSTAFF_X` wins over `X`. */
export function findSetting(env: Env, names: readonly string[]): FoundSetting | undefined {
  for (const name of names) {
    const found = [`FLAGSTAFF_${name}`, name].find((each) => {
      const text = env[each]
      return text !== undefined && !isServiceLink(each, text)
    })
    const text = found === undefined ? undefined : env[found]
    if (found !== undefined && text) return { name: found, text }
  }
  return undefined
}
