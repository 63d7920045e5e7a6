import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkBoundaries, rules } from './boundaries.ts'

const checkouts: string[] = []
afterEach(() => {
  for (const checkout of checkouts.splice(0)) rmSync(checkout, { recursive: true })
})

/** Creates a temporary checkout with some files, which can import our packages and a few from npm. @returns its absolute path */
function makeCheckout(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
  checkouts.push(root)
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  for (const name of ['kysely', 'pg', 'fastify', '@fastify/cookie', 'graphile-worker', 'zod', 'react']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  mkdirSync(path.join(root, 'node_modules/@weft'))
  for (const name of ['contract', 'net', 'network-rules', 'member-config', 'ui']) {
    write(`packages/${name}/package.json`, JSON.stringify({ name: `@weft/${name}`, exports: './src/index.ts' }))
    write(`packages/${name}/src/index.ts`, 'export {}\n')
    symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@weft', name))
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  return root
}

const server = 'apps/server/src'
// The folders of some rooms. A room is a folder of the server with one subject; a wing is a folder of rooms (docs/architecture.md).
const pop = `${server}/domains/network/pop`
const order = `${server}/domains/network/work-order`
const account = `${server}/domains/identity/account`
const member = `${server}/domains/member/member`
const change = `${server}/domains/network/change`

/** For each rule a file that breaks it, the import with which it does, and the imported file if it is one of the checkout. */
const forbidden: [rule: string, from: string, imported: string, to?: string][] = [
  ['contract-imports-zod-and-net', 'packages/contract/src/a.ts', '@weft/ui'],
  ['contract-imports-zod-and-net', 'packages/contract/src/a.ts', 'node:fs'],
  ['net-imports-nothing', 'packages/net/src/a.ts', 'zod'],
  ['member-config-imports-contract-and-net', 'packages/member-config/src/a.ts', '@weft/ui'],
  ['network-rules-imports-contract-net-and-member-config', 'packages/network-rules/src/a.ts', 'zod'],
  ['ldap-imports-contract', 'packages/ldap/src/a.ts', '@weft/net'],
  ['ui-imports-no-other-package-of-ours-than-contract', 'packages/ui/src/a.tsx', '@weft/net'],
  ['packages-do-not-import-apps', 'packages/ui/src/a.tsx', '../../../apps/console/src/b.ts', 'apps/console/src/b.ts'],
  ['apps-do-not-import-each-other', 'apps/console/src/a.ts', '../../server/src/b.ts', `${server}/b.ts`],
  ['apps-do-not-import-each-other', 'apps/ops/src/a.ts', '../../console/src/b.ts', 'apps/console/src/b.ts'],
  ['a-room-is-entered-through-its-service', `${member}/a.ts`, '../../network/pop/pop.queries.ts', `${pop}/pop.queries.ts`],
  ['network-imports-no-wing-above-it', `${pop}/a.ts`, '../../member/member/a.service.ts', `${member}/a.service.ts`],
  ['a-room-is-entered-through-its-service', `${pop}/a.ts`, '../change/a.rules.ts', `${change}/a.rules.ts`],
  ['network-rooms-enter-others-through-their-services', `${change}/a.ts`, '../pop/a.queries.ts', `${pop}/a.queries.ts`],
  [
    'routes-of-a-wing-enter-its-rooms-through-their-services',
    `${server}/domains/network/a.routes.ts`,
    './change/a.queries.ts',
    `${change}/a.queries.ts`,
  ],
  ['gateway-ops-and-jobs-reach-a-domain-through-its-service', `${server}/jobs/a.ts`, '../domains/member/member/b.ts', `${member}/b.ts`],
  ['only-app-knows-every-domain', `${server}/http/a.ts`, '../domains/member/member/member.service.ts', `${member}/member.service.ts`],
  ['only-queries-import-kysely', `${pop}/network.service.ts`, 'kysely'],
  ['only-queries-and-adapters-import-pg', `${server}/jobs/a.ts`, 'pg'],
  ['only-jobs-import-graphile-worker', `${pop}/network.service.ts`, 'graphile-worker'],
  ['only-http-imports-fastify', `${pop}/network.service.ts`, 'fastify'],
  ['only-http-imports-fastify', `${server}/adapters/a.ts`, '@fastify/cookie'],
  ['rules-are-pure', `${pop}/network.rules.ts`, './network.queries.ts', `${pop}/network.queries.ts`],
  ['rules-are-pure', `${pop}/network.rules.ts`, 'node:fs'],
  ['texts-are-pure', `${pop}/network.text.ts`, './network.queries.ts', `${pop}/network.queries.ts`],
  ['features-do-not-import-features', 'apps/console/src/features/a/A.tsx', '../b/b.ts', 'apps/console/src/features/b/b.ts'],
  ['features-do-not-import-features', 'apps/ops/src/features/a/A.tsx', '../b/b.ts', 'apps/ops/src/features/b/b.ts'],
  ['shared-knows-neither-features-nor-app', 'apps/console/src/shared/a.ts', '../app/b.ts', 'apps/console/src/app/b.ts'],
  ['shared-knows-neither-features-nor-app', 'apps/console/src/shared/a.ts', '../features/b/b.ts', 'apps/console/src/features/b/b.ts'],
  ['code-does-not-import-tests', `${server}/a.ts`, './b.test.ts', `${server}/b.test.ts`],
  ['every-import-leads-somewhere', `${server}/a.ts`, './gone.ts'],
]

/** Every form in which a file can import from a module. */
const importForms = {
  'a value': (name: string) => `import { x, type Y } from '${name}'\nexport { x, type Y }\n`,
  'a type': (name: string) => `import type { X } from '${name}'\nexport type Y = X\n`,
  'a re-exported type': (name: string) => `export type { X } from '${name}'\n`,
  'a type named where it is used': (name: string) => `export type X = import('${name}').X\n`,
  'a lazy import': (name: string) => `export const x = () => import('${name}')\n`,
}

describe('a forbidden import', () => {
  it.each(forbidden)('is reported by its rule: %s: %s imports %s', async (rule, from, imported, to) => {
    const root = makeCheckout({ ...(to && { [to]: 'export const x = 1\n' }), [from]: importForms['a value'](imported) })
    const { problems } = await checkBoundaries(root)
    expect(problems).toContainEqual(expect.stringMatching(`^${rule}: ${from} → `))
  })

  it.each(Object.entries(importForms))('is reported in the form of %s', async (_, importForm) => {
    const root = makeCheckout({ [`${pop}/network.service.ts`]: importForm('kysely') })
    const { problems } = await checkBoundaries(root)
    expect(problems).toEqual([expect.stringMatching('^only-queries-import-kysely: ')])
  })

  it('is reported in a file with JSX and `using` declarations', async () => {
    const text = `import { b } from '../b/b.ts'\nexport function A<T>() {\n  using c = b<T>()\n  return <p>{c.d}</p>\n}\n`
    const root = makeCheckout({ 'apps/console/src/features/a/A.tsx': text, 'apps/console/src/features/b/b.ts': 'export {}\n' })
    const { problems } = await checkBoundaries(root)
    expect(problems).toEqual([expect.stringMatching('^features-do-not-import-features: ')])
  })

  it('is reported if it closes a cycle, even of types only', async () => {
    const root = makeCheckout({ [`${server}/a.ts`]: importForms['a type']('./b.ts'), [`${server}/b.ts`]: importForms['a type']('./a.ts') })
    const { problems } = await checkBoundaries(root)
    expect(problems).toContain(`no-cycles: ${server}/a.ts → ${server}/b.ts → ${server}/a.ts`)
  })
})

it('a cycle of imports between rooms is reported even if no file is part of a cycle of files', async () => {
  const root = makeCheckout({
    [`${pop}/a.service.ts`]: importForms['a value']('../work-order/a.service.ts'),
    [`${order}/a.service.ts`]: 'export const x = 1\n',
    [`${order}/b.service.ts`]: importForms['a type']('../pop/b.service.ts'),
    [`${pop}/b.service.ts`]: 'export type X = 1\n',
  })
  expect((await checkBoundaries(root)).problems).toEqual(['rooms-form-no-circle: network/pop → network/work-order → network/pop'])
})

it('the imports that the architecture permits are not reported', async () => {
  const imports = (...names: string[]) => names.map((name) => `import '${name}'\n`).join('')
  const root = makeCheckout({
    'packages/contract/src/a.ts': imports('zod', '@weft/net'),
    'packages/member-config/src/a.ts': imports('zod', '@weft/net', '@weft/contract'),
    'packages/network-rules/src/a.ts': imports('@weft/net', '@weft/contract', '@weft/member-config'),
    'packages/ui/src/a.tsx': imports('react', '@weft/contract'),
    [`${server}/app.ts`]: imports(
      'fastify',
      './domains/network/pop/network.routes.ts',
      './db/client.ts',
      './adapters/bus.ts',
      './jobs/queue.ts',
    ),
    [`${server}/db/client.ts`]: imports('kysely', 'pg'),
    [`${server}/adapters/bus.ts`]: imports('pg'),
    [`${server}/jobs/queue.ts`]: imports('graphile-worker', '../domains/member/member/member.service.ts'),
    [`${pop}/network.routes.ts`]: imports('fastify', './network.service.ts'),
    [`${pop}/network.service.ts`]: imports('./network.rules.ts', './network.queries.ts', '../../identity/account/account.service.ts'),
    [`${account}/account.service.ts`]: '',
    [`${pop}/network.rules.ts`]: imports(
      '@weft/contract',
      '@weft/net',
      '@weft/network-rules',
      '../../../kernel/clock.ts',
      './routing.rules.ts',
      './network.text.ts',
    ),
    [`${pop}/network.text.ts`]: imports('@weft/contract', '../../../kernel/listed.ts'),
    [`${pop}/network.rules.test.ts`]: imports('./network.rules.ts', './network.queries.ts', 'kysely'),
    [`${pop}/routing.rules.ts`]: imports('@weft/member-config'),
    [`${pop}/network.queries.ts`]: imports('kysely', '../../../db/client.ts'),
    [`${server}/kernel/clock.ts`]: imports('node:crypto'),
    [`${server}/kernel/listed.ts`]: '',
    [`${member}/member.service.ts`]: imports('../../../kernel/clock.ts'),
    'apps/console/src/app/router.tsx': imports('../features/a/A.tsx', '../shared/b.ts'),
    'apps/console/src/features/a/A.tsx': imports('../../shared/b.ts', './parts/c.ts', '@weft/ui'),
    'apps/console/src/features/a/parts/c.ts': imports('@weft/contract'),
    'apps/console/src/shared/b.ts': imports('react'),
  })
  expect((await checkBoundaries(root)).problems).toEqual([])
})

it('only files that import a wing above their own are excepted from the order of the wings', () => {
  for (const file of rules.looksUp) {
    const above = rules.wings.slice(rules.wings.indexOf(file.split('/')[0]!) + 1).join('|')
    expect(readFileSync(`${server}/domains/${file}`, 'utf8'), file).toMatch(new RegExp(` from '\\.\\./\\.\\./(${above})/(?!message/)`))
  }
})

describe('a checkout that dependency-cruiser does not read completely', () => {
  /** Returns the rules, with a setting that skips some paths. An installation without @swc/core would skip all TypeScript likewise. */
  const skipping = (path: string) => ({ ...rules, options: { ...rules.options, exclude: { path } } })

  it('is reported if a file was skipped', async () => {
    const root = makeCheckout({ 'apps/console/src/a.ts': 'export {}\n' })
    const { problems } = await checkBoundaries(root, skipping('console'))
    expect(problems).toEqual(['apps/console/src/a.ts was not read'])
  })

  it('is reported if an import was skipped', async () => {
    const root = makeCheckout({ [`${server}/a.ts`]: "import { x } from 'kysely'\n" })
    const { problems } = await checkBoundaries(root, skipping('kysely'))
    expect(problems).toEqual([`${server}/a.ts: its import of kysely was not read`])
  })
})
