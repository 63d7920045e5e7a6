import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findUnheard } from './sockets.ts'

const root = path.resolve(import.meta.dirname, '..')

it('everything in the server, the agent and the LDAP client that may emit an error has a listener for it', () => {
  const files = globSync(['apps/{server,agent}/src/**/*.ts', 'packages/ldap/src/**/*.ts'], { cwd: root })
    .filter((file) => !/\.(test|proof)\.ts$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)
  expect(files.length).toBeGreaterThan(100)
  expect(findUnheard(files)).toEqual([])
})

it.each([
  ["import { createConnection } from 'node:net'\nconst socket = createConnection(path)\nsocket.on('data', read)"],
  ["import net from 'node:net'\nconst socket = net.createConnection(path)"],
  ["const child = spawn('ip', ['link'])"],
  ["const a = new Socket()\nconst b = new Socket()\na.on('error', () => {})"],
  ['const client = new Client({ connectionString })'],
])('a file with %j is reported', (text) => {
  expect(findUnheard([['a.ts', text]])).toHaveLength(1)
})

/** Returns what oxlint prints, with the rules of this repository, for a file with this text. */
function lint(file: string, text: string): string {
  const tree = mkdtempSync(path.join(tmpdir(), 'lint-'))
  onTestFinished(() => rmSync(tree, { recursive: true }))
  const at = path.join(tree, file)
  mkdirSync(path.dirname(at), { recursive: true })
  writeFileSync(at, text)
  writeFileSync(
    path.join(tree, '.oxlintrc.json'),
    readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replace('"typeAware": true, "typeCheck": true', '"typeAware": false'),
  )
  return spawnSync(path.join(root, 'node_modules/.bin/oxlint'), ['-c', '.oxlintrc.json', file], { cwd: tree, encoding: 'utf8' }).stdout
}

it.each([
  [
    'the removal of all listeners',
    'apps/server/src/gateway/a.ts',
    "export const a = (b: { removeAllListeners(name: string): void }) => b.removeAllListeners('error')\n",
    'no-restricted-properties',
  ],
  [
    'a raw socket',
    'apps/server/src/gateway/a.ts',
    "import { connect } from 'node:net'\nexport const a = connect(1)\n",
    'no-restricted-imports',
  ],
  [
    'the whole of node:net',
    'apps/agent/src/a.ts',
    "import net from 'node:net'\nexport const a = net.connect(1)\n",
    'no-restricted-imports',
  ],
  ['TLS', 'packages/ldap/src/a.ts', "import { connect } from 'node:tls'\nexport const a = connect(1)\n", 'no-restricted-imports'],
  [
    'a server',
    'apps/server/src/domains/a.ts',
    "import { createServer } from 'node:http'\nexport const a = createServer()\n",
    'no-restricted-imports',
  ],
])('%s in %s is an error', (_, file, text, rule) => {
  expect(lint(file, text)).toContain(rule)
})

it('asking whether a string is an address and using the type of a socket are allowed everywhere', () => {
  const text = "import { isIP, type Socket } from 'node:net'\nexport const a = (b: Socket) => isIP(b.remoteAddress ?? '')\n"
  expect(lint('apps/server/src/kernel/a.ts', text)).not.toContain('no-restricted')
})
