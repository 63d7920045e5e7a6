import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type * as Data from '../../bench/data.ts'
import { outsidePath, ROOT } from '../../bench/child.ts'

/** A checkout of a former commit with its dependencies. */
export interface Former {
  root: string
  /** What it calls itself. */
  name: string
  /** How its benches fill its database. */
  data: typeof Data
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The commit of `WEFT_PROOF_COMMIT`, else the last release before this commit, else the hundredth commit before it. */
function formerCommit(): string {
  const asked = process.env['WEFT_PROOF_COMMIT'] ?? lastRelease() ?? 'HEAD~100'
  return git('rev-parse', '--verify', '--end-of-options', `${asked}^{commit}`)
}
function lastRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD~1')
  } catch {
    return undefined
  }
}

/** Runs work with a checkout of the former commit, which is removed afterwards. @throws if there is no such commit */
export async function withFormer<T>(dir: string, work: (former: Former) => Promise<T>): Promise<T> {
  const hash = formerCommit()
  const root = join(dir, 'former')
  git('worktree', 'add', '--quiet', '--detach', root, hash)
  try {
    installInto(root)
    const data = (await import(join(root, 'bench/data.ts'))) as Former['data']
    return await work({ root, name: git('log', '-1', '--format=%h of %cs', hash), data })
  } finally {
    git('worktree', 'remove', '--force', root)
  }
}

/** Installs the dependencies: those of this checkout where they are the same, else by npm. */
function installInto(root: string): void {
  if (!isDeepStrictEqual(packagesIn(ROOT), packagesIn(root))) {
    const env = { ...process.env, PATH: outsidePath(), npm_config_prefer_offline: 'true' }
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, env, stdio: 'inherit' })
    return
  }
  const folders = new Set([
    '',
    ...Object.keys(packagesIn(ROOT)).flatMap((name) => /^((?:apps|packages)\/[^/]+\/)node_modules\//.exec(name)?.[1] ?? []),
  ])
  for (const folder of folders)
    execFileSync('cp', ['-a', '--reflink=auto', '--link', join(ROOT, folder, 'node_modules'), join(root, folder, 'node_modules')])
}

type Lock = { packages: Record<string, { link?: boolean }> }
/** Returns the packages of a checkout's lockfile that are not its own. */
const packagesIn = (root: string) =>
  Object.fromEntries(
    Object.entries((JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock).packages).filter(
      ([name, { link }]) => name.includes('node_modules/') && link !== true,
    ),
  )
