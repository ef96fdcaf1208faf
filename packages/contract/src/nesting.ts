/** Far more than a request needs, and far less than recursive code needs to overflow the stack. */
const DEEPEST = 100

/** Whether a JSON text is nested too deeply; brackets in strings do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInside) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInside = false
    } else if (code === QUOTE) isInside = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > DEEPEST) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

export const TOO_DEEP = `The body has more than ${DEEPEST} lists and objects within each other.`

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
