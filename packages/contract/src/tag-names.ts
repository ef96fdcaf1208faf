/** The default type, which is not shown. */
export const DEFAULT_TAG_TYPE = 'simple'

/** `value` or `type:value`. A value with a colon keeps its type, so that the name can be parsed again. */
export const nameOfTag = ({ type, value }: { type: string; value: string }): string =>
  type === DEFAULT_TAG_TYPE && !value.includes(':') ? value : `${type}:${value}`
