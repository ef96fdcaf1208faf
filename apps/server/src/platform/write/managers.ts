/** Owners of flag files whose plan a change applies or undoes, by transaction. They may change what they manage. */
export const managers = new WeakMap<object, string>()
