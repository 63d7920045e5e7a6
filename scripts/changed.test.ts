import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { changedFiles, testsBeside } from './changed.ts'

/** A checkout with one commit, and a function that writes a file into it. */
function aCheckout() {
  const root = mkdtempSync(path.join(tmpdir(), 'weft-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root })
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  git('init', '-q')
  write('kept.ts', '1')
  write('room/changed.ts', '1')
  git('add', '.')
  git('commit', '-qm', 'Begin')
  return { root, git, write }
}

it('a file that was changed or is new counts as changed, and one that was not does not', () => {
  const { root, write } = aCheckout()
  write('room/changed.ts', '2')
  write('room/new.ts', '1')
  expect(changedFiles(root)).toEqual(['room/changed.ts', 'room/new.ts'])
})

it('a file that was committed since the branch left main counts as changed', () => {
  const { root, git, write } = aCheckout()
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  write('room/changed.ts', '2')
  git('commit', '-qam', 'Change')
  expect(changedFiles(root)).toEqual(['room/changed.ts'])
})

it('the tests beside a changed file are those of its folder', () => {
  const tests = ['room/a.test.ts', 'room/deeper/b.test.ts', 'other/c.test.ts']
  expect(testsBeside(['room/changed.ts', 'other-room/d.ts'], tests)).toEqual(['room/a.test.ts'])
})
