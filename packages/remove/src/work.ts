import type { Node } from 'ts-morph'
import type { Edits } from './edits.ts'
import type { Scope } from './scope.ts'

/** The rewriting of one file. */
export type Work = {
  scope: Scope
  edits: Edits
  source: string
  rewrite(node: Node): void
}

/** Edits for a node, if the fold applies to it. A fold also rewrites the parts that it keeps. */
export type Fold = (node: Node, work: Work) => boolean
