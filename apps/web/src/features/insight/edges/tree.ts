import type { ConnectedEdge } from '@flagstaff/contract/receipts'

export type EdgeNode = { edge: ConnectedEdge; depth: number }

/** Nests edges below their parents; an edge with an unknown parent is at the top. */
export function treeOf(edges: readonly ConnectedEdge[]): EdgeNode[] {
  const key = (identifier: string, environment: string) => JSON.stringify([identifier, environment])
  const known = new Set(edges.map(({ identifier, environment }) => key(identifier, environment)))
  const behind = Map.groupBy(edges, ({ parent, environment }) =>
    parent !== null && known.has(key(parent, environment)) ? key(parent, environment) : '',
  )
  const nodes: EdgeNode[] = []
  const shown = new Set<ConnectedEdge>()
  const show = (edge: ConnectedEdge, depth: number) => {
    if (shown.has(edge)) return
    shown.add(edge)
    nodes.push({ edge, depth })
    for (const child of behind.get(key(edge.identifier, edge.environment)) ?? []) show(child, depth + 1)
  }
  for (const edge of behind.get('') ?? []) show(edge, 0)
  // Edges in a cycle have no root, so add them here.
  for (const edge of edges) show(edge, 0)
  return nodes
}
