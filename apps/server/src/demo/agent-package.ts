import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { release } from '@weft/release'

const HOME = resolve(import.meta.dirname, '../../../..')
const PARTS = ['packages/net', 'packages/contract', 'packages/member-config', 'packages/ldap', 'packages/release', 'apps/agent']

export interface AgentPackage {
  version: string
  file_name: string
  bytes: Buffer
}

/** Returns the member's agent of this checkout as a package that installs by `npm install`: the command-line client for download. */
export function agentPackage(): AgentPackage {
  const [version = ''] = release().split('+')
  const root = `weft-agent-${version}`
  const files = PARTS.flatMap((part) => [`${part}/package.json`, ...sourcesOf(`${part}/src`)])
  const entries = files.map((path) => tarEntry(`${root}/${path}`, readFileSync(join(HOME, path))))
  for (const [path, text] of Object.entries({ 'package.json': manifest(version), 'README.txt': README, RELEASE: release() }))
    entries.push(tarEntry(`${root}/${path}`, Buffer.from(text)))
  return { version, file_name: `${root}.tar.gz`, bytes: gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)])) }
}

const sourcesOf = (path: string): string[] =>
  readdirSync(join(HOME, path), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? sourcesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

const manifest = (version: string): string =>
  `${JSON.stringify({ name: 'weft-agent', version, private: true, license: 'MIT', type: 'module', workspaces: ['packages/*', 'apps/*'], engines: { node: '>=24' } }, null, 2)}\n`

const README = `经纬 Weft 命令行版客户端

需要 Node.js 24 或更高版本。目前只有模拟驱动，用于演示和联调。

  npm install
  node apps/agent/src/cli.ts agent --server 控制器地址 --state 状态目录 --router-name 成员名称 --activation-code 激活码
`

const BLOCK = 512
/** Returns one file of a tar archive in the ustar format (POSIX.1-1988), padded to whole blocks. @throws if the name is too long */
function tarEntry(name: string, content: Buffer): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar archive`)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) => header.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1')
  header.write(name, 0, 'utf8')
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(content.length, 124, 12)
  octal(0, 136, 12)
  header.write('        0', 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  // The checksum is computed with spaces in its own field.
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}
