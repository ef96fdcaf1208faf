import { type CallExpression, type Symbol as Meaning, Node, SyntaxKind } from 'ts-morph'
import type { CallKind, KnownCall } from './options.ts'

const unleash: Record<string, CallKind> = { isEnabled: 'enabled', getVariant: 'variant' }
const unleashReact: Record<string, CallKind> = { ...unleash, useFlag: 'enabled', useVariant: 'variant' }
const openFeature: Record<string, CallKind> = {
  getBooleanValue: 'enabled',
  getStringValue: 'string',
  getNumberValue: 'number',
  getObjectValue: 'object',
  getBooleanDetails: 'details',
  getStringDetails: 'details',
  getNumberDetails: 'details',
}
const openFeatureReact: Record<string, CallKind> = {
  ...openFeature,
  useFlag: 'details',
  useBooleanFlagValue: 'enabled',
  useStringFlagValue: 'string',
  useNumberFlagValue: 'number',
  useObjectFlagValue: 'object',
  useBooleanFlagDetails: 'details',
  useStringFlagDetails: 'details',
  useNumberFlagDetails: 'details',
}

const sdks: Record<string, Record<string, CallKind>> = {
  'unleash-client': unleash,
  'unleash-proxy-client': unleash,
  '@unleash/proxy-client-react': unleashReact,
  '@unleash/nextjs': unleashReact,
  '@openfeature/core': openFeature,
  '@openfeature/server-sdk': openFeature,
  '@openfeature/web-sdk': openFeature,
  '@openfeature/react-sdk': openFeatureReact,
}

/** Calls that only hand out a client or a context, so they can go when their result is no longer used. */
const handsOut = /^(getClient|useOpenFeatureClient|useUnleashClient|useUnleashContext|useFlagsStatus)$/

/** What the call returns, if it is a function of an SDK or one of the given ones. */
export function kindOf(call: CallExpression, more: readonly KnownCall[]): CallKind | undefined {
  const callee = calleeOf(call)
  if (!callee) return undefined
  const given = more.filter(({ name }) => name === callee.name)
  const known = Object.keys(sdks).filter((module) => sdks[module]?.[callee.name] !== undefined)
  if (given.length === 0 && known.length === 0) return undefined
  const from = modulesOf(callee.node)
  const match = given.find(({ module }) => from.some((place) => isModule(place, module)))
  if (match) return match.kind
  const sdk = known.find((module) => from.some((place) => isModule(place, module)))
  return sdk === undefined ? undefined : sdks[sdk]?.[callee.name]
}

export function isHandOut(call: CallExpression): boolean {
  const callee = calleeOf(call)
  if (!callee || !handsOut.test(callee.name)) return false
  const from = modulesOf(callee.node)
  return Object.keys(sdks).some((module) => from.some((place) => isModule(place, module)))
}

function calleeOf(call: CallExpression): { name: string; node: Node } | undefined {
  const callee = call.getExpression()
  if (Node.isIdentifier(callee)) return { name: importedName(callee), node: callee }
  if (Node.isPropertyAccessExpression(callee)) return { name: callee.getName(), node: callee.getNameNode() }
  return undefined
}

/** `import { useFlag as useFeature }` is known by its first name. */
function importedName(callee: Node): string {
  const specifier = callee.getSymbol()?.getDeclarations().find(Node.isImportSpecifier)
  return specifier?.getName() ?? callee.getText()
}

/** The paths and names of the modules that declare what the name means. */
function modulesOf(name: Node): string[] {
  const symbol = name.getSymbol()
  const declared = placesOf(symbol?.getAliasedSymbol())
  if (declared.length > 0) return declared
  const places = placesOf(symbol)
  // If the SDK is not installed, only the import is known.
  const parent = name.getParent()
  const isMember = Node.isPropertyAccessExpression(parent) && places.length === 0
  return isMember ? placesOf(parent.getExpression().getSymbol()) : places
}

const placesOf = (meaning: Meaning | undefined): string[] =>
  (meaning?.getDeclarations() ?? []).flatMap((declaration) => {
    const imported = declaration.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)
    if (imported) return [imported.getModuleSpecifierValue()]
    const ambient = declaration.getFirstAncestor(
      (one) => Node.isModuleDeclaration(one) && one.hasModuleKeyword(),
    )
    const named = Node.isModuleDeclaration(ambient) ? [ambient.getName().replace(/^['"]|['"]$/g, '')] : []
    return [...named, declaration.getSourceFile().getFilePath()]
  })

const isModule = (place: string, module: string): boolean =>
  place === module ||
  place.includes(`/node_modules/${module}/`) ||
  place
    .replace(/\.[cm]?[jt]sx?$/, '')
    .endsWith(`/${module.replace(/^\.\//, '').replace(/\.[cm]?[jt]sx?$/, '')}`)
