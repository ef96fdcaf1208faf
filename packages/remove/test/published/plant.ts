import { type Block, Node, type Project, type SourceFile, type Statement } from 'ts-morph'

export const KEY = 'planted-flag'
const ASK = `isEnabled('${KEY}')`

/** Ways to put the present code behind the flag. Each keeps what it does as long as the flag is on. */
const ways: ((statement: Statement) => string | undefined)[] = [
  (statement) => {
    if (!Node.isReturnStatement(statement) && !Node.isExpressionStatement(statement)) return undefined
    return `if (${ASK}) { ${statement.getText()} } else { throw new Error('off') }`
  },
  (statement) => {
    if (!Node.isReturnStatement(statement) && !Node.isExpressionStatement(statement)) return undefined
    return `if (!${ASK}) throw new Error('off');\n${statement.getText()}`
  },
  (statement) => {
    const value = Node.isReturnStatement(statement) ? statement.getExpression() : undefined
    return value && `return ${ASK} ? (${value.getText()}) : (${value.getText()})`
  },
  (statement) => {
    if (!Node.isIfStatement(statement) || statement.getElseStatement()) return undefined
    const then = statement.getThenStatement().getText()
    return `if (${ASK} && (${statement.getExpression().getText()})) ${then}`
  },
]

/** Puts a statement of every function behind the flag. Returns how many. */
export function plant(project: Project): number {
  let planted = 0
  for (const file of project.getSourceFiles()) {
    if (/test|\.d\.ts$/.test(file.getFilePath())) continue
    const count = plantIn(file, planted)
    if (count === 0) continue
    file.addImportDeclaration({ moduleSpecifier: 'unleash-client', namedImports: ['isEnabled'] })
    planted += count
  }
  return planted
}

function plantIn(file: SourceFile, start: number): number {
  // From the end to the beginning: what comes earlier keeps its place.
  const edits = bodies(file).flatMap((block, index) => {
    const [statement] = block.getStatements().slice(-1)
    if (!statement || hasFunction(statement) || /\bsuper\b/.test(statement.getText())) return []
    const turns = ways.map((_, turn) => ways[(start + index + turn) % ways.length])
    const text = turns.map((way) => way?.(statement)).find((found) => found !== undefined)
    return text === undefined ? [] : [{ from: statement.getStart(), to: statement.getEnd(), text }]
  })
  let text = file.getFullText()
  for (const { from, to, text: next } of edits.sort((a, b) => b.from - a.from))
    text = text.slice(0, from) + next + text.slice(to)
  if (edits.length > 0) file.replaceWithText(text)
  return edits.length
}

const bodies = (file: SourceFile): Block[] =>
  file
    .getDescendants()
    .filter(Node.isBlock)
    .filter((block) => Node.isFunctionLikeDeclaration(block.getParent()))

/** A function in it has a place to plant in, and places must not overlap. */
const hasFunction = (statement: Statement) =>
  statement.getDescendants().some((node) => Node.isFunctionLikeDeclaration(node))
