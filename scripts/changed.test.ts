import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { changedFiles, testsBeside } from './changed.ts'

/** Makes a checkout with one commit. @returns also a function that writes a file into it */
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

it('a changed file and a new file count as changed, and an unchanged file does not', () => {
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

it('the tests in the folder of a changed file are chosen, and no others', () => {
  const tests = ['room/a.test.ts', 'room/deeper/b.test.ts', 'other/c.test.ts']
  expect(testsBeside(['room/changed.ts', 'other-room/d.ts'], tests)).toEqual(['room/a.test.ts'])
})
