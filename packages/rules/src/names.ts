/** Whether the name equals its own URL encoding and can be used in a path unescaped. */
export const isUrlFriendly = (name: string): boolean => /^[\w\-.!~*'()]{1,100}$/.test(name) && !isDots(name)

/** URLs resolve these as path segments, so no object can be reached under such a name. */
export const isDots = (name: string): boolean => name === '.' || name === '..'
