import {
  type ArrowFunction,
  type CallExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  type MethodDeclaration,
  Node,
  type VariableDeclaration,
  Scope as Visibility,
} from 'ts-morph'
import { type Constant, isTruthy, literalOf } from './constant.ts'
import { isPure } from './pure.ts'
import type { Scope } from './scope.ts'

type Callable = FunctionDeclaration | FunctionExpression | ArrowFunction | MethodDeclaration
type Helper = { declaration: FunctionDeclaration | VariableDeclaration | undefined; callable: Callable }

/** The constant that a call of a function in the project returns because of the flag. */
export function helperResult(
  call: CallExpression,
  scope: Scope,
  { isAsync }: { isAsync: boolean },
): Constant | undefined {
  const helper = helperOf(call)
  if (!helper || helper.callable.isAsync() !== isAsync) return undefined
  if (!call.getArguments().every((argument) => isPure(argument))) return undefined
  const result = resultOf(helper.callable, scope)
  if (result && helper.declaration) scope.helpers.add(helper.declaration)
  return result
}

/** Whether every call of the function returns the same because of the flag. */
export const isConstantHelper = (declaration: Node, scope: Scope): boolean => {
  const callable = callableOf(declaration)
  return callable !== undefined && resultOf(callable, scope) !== undefined
}

function helperOf(call: CallExpression): Helper | undefined {
  const callee = call.getExpression()
  const name = Node.isPropertyAccessExpression(callee) ? callee.getNameNode() : callee
  const symbol = name.getSymbol()
  const declaration = (symbol?.getAliasedSymbol() ?? symbol)?.getValueDeclaration()
  const callable = declaration && callableOf(declaration)
  if (!callable) return undefined
  const isNamed = Node.isFunctionDeclaration(declaration) || Node.isVariableDeclaration(declaration)
  return { callable, declaration: isNamed ? declaration : undefined }
}

function callableOf(declaration: Node): Callable | undefined {
  if (Node.isFunctionDeclaration(declaration))
    return declaration.isGenerator() || declaration.getOverloads().length > 0 ? undefined : declaration
  // A subclass can replace any other method.
  if (Node.isMethodDeclaration(declaration))
    return declaration.getScope() === Visibility.Private || declaration.getName().startsWith('#')
      ? declaration
      : undefined
  if (!Node.isVariableDeclaration(declaration)) return undefined
  const initializer = declaration.getInitializer()
  const isFunction = Node.isArrowFunction(initializer) || Node.isFunctionExpression(initializer)
  const isConst = declaration.getVariableStatement()?.getDeclarationKind() === 'const'
  return isFunction && isConst ? initializer : undefined
}

function resultOf(callable: Callable, scope: Scope): Constant | undefined {
  const body = callable.getBody()
  if (!body) return undefined
  const path = { scope, isAsync: callable.isAsync(), isDecided: false }
  if (!Node.isBlock(body)) return returned(body, path)
  const end = follow(body.getStatements(), path)
  return end === 'unknown' || end === 'on' ? undefined : end
}

type Path = { scope: Scope; isAsync: boolean; isDecided: boolean }

/** Follows the statements to the `return` that is reached; `on` if they end without one. */
function follow(statements: readonly Node[], path: Path): Constant | 'on' | 'unknown' {
  for (const statement of statements) {
    if (Node.isReturnStatement(statement)) {
      const value = statement.getExpression()
      return (value && returned(value, path)) ?? 'unknown'
    }
    const end = step(statement, path)
    if (end !== 'on') return end
  }
  return 'on'
}

function step(statement: Node, path: Path): Constant | 'on' | 'unknown' {
  if (Node.isBlock(statement)) return follow(statement.getStatements(), path)
  if (Node.isVariableStatement(statement)) {
    const values = statement.getDeclarations().map((one) => one.getInitializer())
    const isPlain = values.every((one) => one && isPure(one, (part) => isKnown(part, path.scope)))
    return isPlain ? 'on' : 'unknown'
  }
  if (!Node.isIfStatement(statement)) return 'unknown'
  const condition = path.scope.constantOf(statement.getExpression())
  if (!condition) return 'unknown'
  path.isDecided = true
  const branch = isTruthy(condition) ? statement.getThenStatement() : statement.getElseStatement()
  return branch ? follow([branch], path) : 'on'
}

const isKnown = (node: Node, scope: Scope) =>
  scope.constantOf(node) !== undefined ||
  (Node.isAwaitExpression(node) && scope.settledOf(node.getExpression()) !== undefined)

const returned = (node: Node, { scope, isAsync, isDecided }: Path): Constant | undefined =>
  (isAsync ? scope.settledOf(node) : undefined) ??
  scope.constantOf(node) ??
  (isDecided ? literalOf(node) : undefined)
