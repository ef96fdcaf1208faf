export type {
  CallKind,
  ChangedFile,
  FlagValue,
  KnownCall,
  Listed,
  RejectedFile,
  Removal,
  RemoveOptions,
} from './options.ts'
export { patchOf } from './patch.ts'
export { removeFlag } from './remove.ts'
