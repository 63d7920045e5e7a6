/** Finds the files changed since the main branch, and the tests in their folders. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/** Returns the commit where this branch left the origin's main branch; the last commit if that branch does not exist. */
function leftMainAt(root: string): string {
  try {
    return git(root, 'merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

/** Returns the files below `root`, by relative path, that were written since the branch left main, committed or not. */
export const changedFiles = (root: string): string[] => [
  ...git(root, 'diff', '--name-only', '--diff-filter=d', leftMainAt(root)),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
]

/** Returns the tests among `files` that are in the folders of the changed files. */
export function testsBeside(changed: readonly string[], files: readonly string[]): string[] {
  const folders = new Set(changed.map((file) => path.dirname(file)))
  return files.filter((file) => folders.has(path.dirname(file)))
}
