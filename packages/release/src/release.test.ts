import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { releaseOf } from './index.ts'

let root: string
let inside: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'))
  inside = join(root, 'packages/one/src')
  mkdirSync(inside, { recursive: true })
  writeFileSync(join(root, 'packages/one/package.json'), '{ "name": "@weft/one" }')
  writeFileSync(join(root, 'package.json'), '{ "name": "weft", "version": "1.2.3" }')
})
afterEach(() => rmSync(root, { recursive: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=One', '-c', 'user.email=one@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-30T22:57:00+08:00', GIT_CONFIG_GLOBAL: '/dev/null' },
  })
const commit = () => {
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'One')
  return git('rev-parse', '--short=8', 'HEAD').trim()
}

it('is the version alone where there is no commit', () => {
  expect(releaseOf(inside)).toBe('1.2.3')
})

it('has the time and the commit between two releases', () => {
  const hash = commit()
  git('tag', 'v1.2.2')
  expect(releaseOf(inside)).toBe(`1.2.3+202611301457.${hash}`)
})

it('is the version alone at the commit that has its tag', () => {
  commit()
  git('tag', '--annotate', '--message', 'Release', 'v1.2.3')
  git('tag', 'another')
  expect(releaseOf(inside)).toBe('1.2.3')
})

it('is what a package keeps, whatever is around it', () => {
  commit()
  writeFileSync(join(root, 'packages/RELEASE'), '1.0.0+202601010000.abcdef01\n')
  expect(releaseOf(inside)).toBe('1.0.0+202601010000.abcdef01')
})
