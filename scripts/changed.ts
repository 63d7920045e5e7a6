/** Finds what changed since the main branch, and the tests beside it. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '')

/** Returns the commit where this branch left the main branch of the origin; the last commit where there is no such branch. */
function leftMainAt(root: string): string {
  try {
    return git(root, 'merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

/** Returns the files of the checkout at `root` that were written since the branch left main, committed or not, by their paths from there. */
export const changedFiles = (root: string): string[] => [
  ...git(root, 'diff', '--name-only', '--diff-filter=d', leftMainAt(root)),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
]

/** Returns the tests among `files` that lie in the folders of those that changed. */
export function testsBeside(changed: readonly string[], files: readonly string[]): string[] {
  const folders = new Set(changed.map((file) => path.dirname(file)))
  return files.filter((file) => folders.has(path.dirname(file)))
}
