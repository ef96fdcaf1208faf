import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

/** An action of the page, offered by the palette. */
export type PageCommand = { id: string; label: string; icon?: ReactNode; run(): void }

let commands: readonly PageCommand[] = []
const listeners = new Set<() => void>()
const set = (list: readonly PageCommand[]) => {
  commands = list
  for (const listener of listeners) listener()
}

/** The palette offers this command while the component is mounted. */
export function useCommand(id: string, label: string, run: () => void, icon?: ReactNode) {
  const latest = useRef({ run, icon })
  latest.current = { run, icon }
  useEffect(() => {
    const command: PageCommand = { id, label, icon: latest.current.icon, run: () => latest.current.run() }
    set([command, ...commands])
    return () => set(commands.filter((other) => other !== command))
  }, [id, label])
}

export const useCommands = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => commands,
  )
