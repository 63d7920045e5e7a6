import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const readJson = (name: string) => JSON.parse(read(name)) as { version?: string; packages?: Record<string, { version?: string }> }
const version = readJson('package.json').version!
/** Helm and npm demand the version in files of their own, which the tests below hold to it. */
const CHART = 'deploy/helm/weft/Chart.yaml'
const SOURCES = ['apps', 'bench', 'bin', 'deploy', 'e2e', 'packages', 'pictures', 'proof', 'scripts']

it.each(globSync('{apps,packages}/*/package.json', { cwd: root }))('%s has no version of its own', (name) => {
  expect(readJson(name)).not.toHaveProperty('version')
})

it('no program, test or file of deploy names the version', () => {
  // Neither a part of a longer version nor of an address.
  const named = `(^|[^0-9.])${version.replaceAll('.', '\\.')}([^0-9.]|$)`
  const grep = (...where: string[]) =>
    spawnSync('git', ['grep', '-I', '-l', '--untracked', '-E', named, '--', ...where], { cwd: root, encoding: 'utf8' }).stdout
  expect(grep(CHART)).toBe(`${CHART}\n`)
  expect(grep(...SOURCES, `:!${CHART}`)).toBe('')
})

it('the lockfile, the Helm chart and the list of changes have the version of the root package.json', () => {
  const lock = readJson('package-lock.json')
  expect([lock.version, lock.packages!['']!.version]).toEqual([version, version])
  expect(parse(read(CHART))).toMatchObject({ version, appVersion: version })
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}(, .+)?$`, 'm'))
})
