import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Returns the kind of a test file: Vitest uses a process again only if the next file is of the same project and environment. */
export function kindOf(project: string, text: string): string {
  const [, environment = 'node'] = /@vitest-environment\s+([\w-]+)/.exec(text) ?? []
  // Pages first: they take longest, and what is short fills both processors at the end.
  return `${project} ${environment === 'node' ? 1 : 0} ${environment}`
}

/** Returns the files with those of one kind one after another, and each kind in the order in which they were given. */
export const groupedBy = <T>(files: readonly T[], kind: (file: T) => string): T[] => {
  const kinds = new Map(files.map((file) => [file, kind(file)]))
  return files.toSorted((a, b) => (kinds.get(a)! < kinds.get(b)! ? -1 : kinds.get(a)! > kinds.get(b)! ? 1 : 0))
}

/**
 * Runs the files of one kind one after another. Vitest sorts files by how long they take, and ends a process whose next file is of another
 * kind: pages and rules in turn started a hundred processes, most of which loaded jsdom, React and antd anew.
 */
export class ByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence
    const chance = ({ moduleId }: TestSpecification) => createHash('sha1').update(`${seed} ${moduleId}`).digest('hex')
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own, which leaves the given list as it is
    const given = shuffle ? groupedBy(files, chance) : await super.sort(files)
    return groupedBy(given, ({ moduleId, project }) => kindOf(project.name, readFileSync(moduleId, 'utf8')))
  }
}
