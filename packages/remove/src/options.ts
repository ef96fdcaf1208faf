/** What the flag has become: on, off, or one variant with its payload. */
export type FlagValue = 'on' | 'off' | { variant: string; payload?: string }

/** What a call returns: a boolean, a value, a variant object, or an object with the value in it. */
export type CallKind = 'enabled' | 'string' | 'number' | 'object' | 'variant' | 'details'

/** A function or method that evaluates the flag named by its first argument. */
export type KnownCall = { module: string; name: string; kind: CallKind }

export type RemoveOptions = {
  key: string
  value: FlagValue
  /** Functions other than those of the SDKs. */
  calls?: readonly KnownCall[]
}

/** A place that needs a person. */
export type Listed = { path: string; line: number; column: number; reason: string }

export type ChangedFile = { path: string; before: string; after: string }

/** A file that would not have compiled, so it was not changed. */
export type RejectedFile = { path: string; errors: string[] }

export type Removal = {
  key: string
  changed: ChangedFile[]
  rejected: RejectedFile[]
  listed: Listed[]
}
