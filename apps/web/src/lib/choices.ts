const none: readonly never[] = []

/**
 * What a field can offer, or where the page looks up a name: nothing until it is loaded. For what a page states, use
 * `Loaded`: there, an empty list means that there is none.
 */
export const choicesOf = <T>({ data }: { data: readonly T[] | undefined }): readonly T[] => data ?? none
