import { type SourceFile, SyntaxKind } from 'ts-morph'
import { openEdits } from './edits.ts'
import { foldDependencies } from './folds/dependencies.ts'
import { foldBranch, foldConstant } from './folds/expression.ts'
import { foldIf } from './folds/if.ts'
import { foldJsx } from './folds/jsx.ts'
import { foldSpread } from './folds/spread.ts'
import { foldEffect, foldLoop, foldStatements } from './folds/statements.ts'
import { foldSwitch } from './folds/switch.ts'
import { foldTemplate } from './folds/template.ts'
import { writeType } from './folds/type.ts'
import type { Scope } from './scope.ts'
import type { Fold, Work } from './work.ts'

/** The first that applies. A fold sees a node before its parts. */
const folds: readonly Fold[] = [
  foldStatements,
  foldEffect,
  foldIf,
  foldSwitch,
  foldLoop,
  foldJsx,
  foldDependencies,
  foldSpread,
  foldTemplate,
  foldConstant,
  foldBranch,
]

export function rewriteFile(file: SourceFile, scope: Scope): Work {
  const source = file.getFullText()
  const work: Work = {
    scope,
    source,
    edits: openEdits(source, isInTemplate(file)),
    rewrite(node) {
      writeType(node, work)
      if (!folds.some((fold) => fold(node, work))) node.forEachChild((child) => work.rewrite(child))
    },
  }
  work.rewrite(file)
  return work
}

const templateParts = [
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]

/** Whether a position is in the text of a template, where white space counts. */
function isInTemplate(file: SourceFile): (position: number) => boolean {
  const parts = file.getDescendants().filter((node) => templateParts.includes(node.getKind()))
  return (position) => parts.some((part) => part.getStart() < position && position < part.getEnd())
}
