import { Project } from 'ts-morph'
import { applyChecked } from './check.ts'
import type { Removal, RemoveOptions } from './options.ts'
import { ownFiles, planRemoval } from './plan.ts'

/** Removes a flag from the files of a `tsconfig.json`. Nothing is written: the result has the new texts. */
export function removeFlag({ tsconfig, ...options }: RemoveOptions & { tsconfig: string }): Removal {
  return removeFrom(new Project({ tsConfigFilePath: tsconfig }), options)
}

export function removeFrom(project: Project, options: RemoveOptions): Removal {
  const { texts, listed } = planRemoval(ownFiles(project), options)
  const before = new Map([...texts.keys()].map((file) => [file, file.getFullText()]))
  const rejected = applyChecked(project, texts)
  const isRejected = (path: string) => rejected.some((one) => one.path === path)
  const changed = [...texts].flatMap(([file, after]) => {
    const path = file.getFilePath()
    return isRejected(path) ? [] : [{ path, before: before.get(file) ?? '', after }]
  })
  return { key: options.key, changed, rejected, listed }
}
