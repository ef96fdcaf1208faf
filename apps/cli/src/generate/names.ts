/** Names that the generated file or the language already uses. */
const reserved = new Set(
  `break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in instanceof interface let new null package private protected public return static
  super switch this throw true try typeof var void while with yield await async of arguments eval undefined NaN
  Infinity Object Promise JSON Number client setClient payloadOf`.split(/\s+/),
)

/** The name of an accessor: `new-cart` is `newCart`. Keys need not be unique then, so a number is added. */
export function accessorNames(keys: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  return new Map(
    keys.map((key) => {
      const wanted = identifierOf(key)
      let name = wanted
      for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
      taken.add(name)
      return [key, name]
    }),
  )
}

function identifierOf(key: string): string {
  const [first = '', ...rest] = key.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = [lowered(first), ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  if (name === '' || /^\d/.test(name)) return `flag${name}`
  return reserved.has(name) ? `${name}Flag` : name
}

/** `NEW_CART` is `newCart`, but `iOS` stays. */
const lowered = (word: string) =>
  /^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1)
