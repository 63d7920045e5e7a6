/** Checks the import rules of dependency-cruiser.cjs, and fails if the tree was not read completely. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType, IModule } from 'dependency-cruiser'
import { cruise } from 'dependency-cruiser'

interface Rules {
  /** The wings of the server's domains, the lowest first, and the files that import one above their own. */
  wings: string[]
  looksUp: string[]
  forbidden: IForbiddenRuleType[]
  options: ICruiseOptions
}

interface Boundaries {
  /** One sentence for each forbidden import, and for each part of the tree that was not read. Empty if there is no problem. */
  problems: string[]
  modules: number
  imports: number
}

const require = createRequire(import.meta.url)
export const rules = require('../dependency-cruiser.cjs') as Rules
const rooms = ['packages', 'apps']
const notOurs = new Set(['node_modules', 'dist', 'data'])

/** Checks the rooms below `root`, the absolute path of a checkout. */
export async function checkBoundaries(
  root: string,
  { forbidden, options }: Pick<Rules, 'forbidden' | 'options'> = rules,
): Promise<Boundaries> {
  const sources = globSync(`{${rooms.join(',')}}/**/*.{ts,tsx}`, { cwd: root, exclude: (name) => notOurs.has(path.basename(name)) })
  const present = rooms.filter((room) => sources.some((source) => source.startsWith(`${room}/`)))
  readImportsAlone()
  const { output } = await cruise(present, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } })
  const { modules, summary } = output as ICruiseResult
  const breaches = summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to]
    return `${rule.name}: ${way.join(' → ')}`
  })
  return {
    problems: [...findUnread(root, sources, modules), ...breaches, ...findCircles(modules)],
    modules: sources.length,
    imports: modules.reduce((sum, module) => sum + module.dependencies.length, 0),
  }
}

/**
 * Gives dependency-cruiser a tree of nothing but the imports, found here, because it cannot use TypeScript 7: its tolerant JavaScript
 * parser skips `export type { X } from`, and its walk through swc's tree knows neither JSX nor `using`.
 */
function readImportsAlone() {
  const swc = require('@swc/core') as { parseSync(text: string, options: object): unknown; parseFileSync(file: string): object }
  swc.parseFileSync = (file) => {
    const tree = swc.parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' })
    const body = [...importedBy(tree)].map((value) => ({
      type: 'ImportDeclaration',
      specifiers: [],
      source: { type: 'StringLiteral', value },
    }))
    return { type: 'Module', body }
  }
}

interface SyntaxNode {
  type?: string
  source?: Text | null
  argument?: Text
  callee?: { type: string }
  arguments?: { expression: Text }[]
}
type Text = { value?: unknown }

/** Returns every module that a syntax tree imports or exports from, for values or types, at the top or lazily. */
function importedBy(tree: unknown, found = new Set<string>()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return found
  const name = moduleNamedBy(tree)?.value
  if (typeof name === 'string') found.add(name)
  for (const child of Object.values(tree)) importedBy(child, found)
  return found
}

function moduleNamedBy(node: SyntaxNode): Text | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source
    case 'TsImportType':
      return node.argument
    case 'CallExpression':
      return node.callee?.type === 'Import' ? node.arguments?.[0]?.expression : undefined
    default:
      return undefined
  }
}

/**
 * Returns the files and imports that dependency-cruiser did not read: without @swc/core it silently reads no TypeScript. Its result is
 * compared with the files of the tree, and with the statements that a plain search finds: the formatter starts each on its own line.
 */
function findUnread(root: string, sources: string[], modules: IModule[]): string[] {
  const read = new Map(modules.map(({ source, dependencies }) => [source, new Set(dependencies.map(({ module }) => module))]))
  return sources.flatMap((source) => {
    const seen = read.get(source)
    if (!seen) return [`${source} was not read`]
    const text = readFileSync(path.join(root, source), 'utf8')
    const named = [...text.matchAll(/^(?:import|export)\s(?:[^'"`;=()]*?\sfrom\s)?\s*['"]([^'"\n]+)['"]/gm)].map(([, name]) => name!)
    return named.filter((name) => !seen.has(name.replace(/^node:/, ''))).map((name) => `${source}: its import of ${name} was not read`)
  })
}

/** Returns the room of a module in the server's domains; undefined for other modules and for tests. */
const roomOf = (file: string): string | undefined =>
  /\.(test|proof)\.ts$/.test(file) ? undefined : /^apps\/server\/src\/domains\/([^/]+\/[^/]+)\//.exec(file)?.[1]

/** Returns a sentence for each circle of rooms: the first path found from a room through others back to it. */
function findCircles(modules: readonly IModule[]): string[] {
  const reached = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)]
      if (from !== undefined && to !== undefined && from !== to) reached.set(from, (reached.get(from) ?? new Set()).add(to))
    }
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (room: string, way: readonly string[]): void => {
    const met = way.indexOf(room)
    if (met >= 0) circles.push(`rooms-form-no-circle: ${[...way.slice(met), room].join(' → ')}`)
    if (met >= 0 || done.has(room)) return
    for (const next of reached.get(room) ?? []) walk(next, [...way, room])
    done.add(room)
  }
  for (const room of reached.keys()) walk(room, [])
  return circles
}

if (import.meta.main) {
  const { problems, modules, imports } = await checkBoundaries(path.resolve(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(`${modules} modules, ${imports} imports, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
