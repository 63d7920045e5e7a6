import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contract, opsContract } from '../packages/contract/src/index.ts'
import { readSettings, SECRET_SETTINGS, SETTING_NAMES } from '../apps/server/src/kernel/settings.ts'

const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const built = /(^|\/)(dist|secrets|certificates)(\/|$)/
const files = globSync('deploy/**', { cwd: root, exclude: (name) => built.test(name) }).filter((name) =>
  statSync(join(root, name)).isFile(),
)

/** Seconds that a server may need to end in production, after its drain. */
const STOP_SECONDS = 10
const drainSeconds = readSettings({ WEFT_ENV: 'production', WEFT_SECRET: 'x'.repeat(32) }).WEFT_DRAIN_SECONDS

describe('the files of deploy', () => {
  it.each(files.filter((name) => !name.startsWith('deploy/agent/')))('%s names only settings that exist', (name) => {
    const named = read(name).match(/\b(WEFT_[A-Z_]*[A-Z]|DATABASE_URL(_FILE)?)\b/g) ?? []
    expect([...new Set(named)].filter((setting) => !SETTING_NAMES.includes(setting))).toEqual([])
  })

  it.each(files.filter((name) => read(name).startsWith('#!/bin/sh') || name.endsWith('.sh')))(
    '%s is a shell script without a mistake',
    (name) => {
      expect(() => execFileSync('sh', ['-n', join(root, name)], { stdio: 'pipe' })).not.toThrow()
    },
  )
})

/** Returns the settings of a unit by section and name, each with all its values. @throws naming the line that is none */
function parseUnit(text: string): Record<string, Record<string, string[]>> {
  const unit: Record<string, Record<string, string[]>> = {}
  let section: Record<string, string[]> | undefined
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, header] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (header !== undefined) section = unit[header] ??= {}
    else if (name !== undefined && section) (section[name] ??= []).push(value!)
    else throw new Error(`this is no line of a unit: ${line}`)
  }
  return unit
}

describe('the units of systemd', () => {
  const units = { weft: 'weft.service', migrate: 'weft-migrate.service', common: 'common.conf' }
  const { weft, migrate, common } = Object.fromEntries(
    Object.entries(units).map(([name, file]) => [name, parseUnit(read(`deploy/server/${file}`))]),
  ) as Record<keyof typeof units, ReturnType<typeof parseUnit>>

  it('leave who runs and with which rights to the file that both share', () => {
    for (const name of Object.keys(common['Service']!).filter((one) => !one.startsWith('Environment')))
      for (const unit of [weft, migrate]) expect(unit['Service']).not.toHaveProperty(name)
    expect(common['Service']).toMatchObject({ User: ['weft'], ProtectSystem: ['strict'], CapabilityBoundingSet: [''] })
  })
  it('read the settings of an instance after those of all', () => {
    // What a drop-in reads comes after what the unit reads, and the last file decides.
    expect(common['Service']).not.toHaveProperty('EnvironmentFile')
    expect(weft['Service']!['EnvironmentFile']).toEqual(['/etc/weft/weft.env', '-/etc/weft/%i.env'])
  })
  it('run a command of the installed program', () => {
    for (const unit of [weft, migrate])
      expect(unit['Service']!['ExecStart']![0]).toMatch(/^\/usr\/lib\/weft\/apps\/server\/bin\/weft (server|migrate)$/)
  })
  it('give a server the time that it needs to end', () => {
    expect(Number(weft['Service']!['TimeoutStopSec'])).toBeGreaterThanOrEqual(drainSeconds + STOP_SECONDS)
  })
})

describe('the proxies', () => {
  const timeouts = [contract, opsContract].flatMap((all: Record<string, Record<string, { timeout: number | null }>>) =>
    Object.values(all).flatMap((calls) => Object.values(calls).map(({ timeout }) => timeout ?? 0)),
  )
  it.each([
    ['three-servers/haproxy.cfg', /^ *timeout (?:client|server) (\d+)s$/gm],
    ['tls/nginx.conf', /^ *proxy_(?:read|send)_timeout (\d+)s;$/gm],
  ])('%s waits longer than the longest call', (file, limit) => {
    const limits = [...read(`deploy/${file}`).matchAll(limit)].map(([, seconds]) => Number(seconds))
    expect(limits).toHaveLength(2)
    expect(Math.min(...limits)).toBeGreaterThan(Math.max(...timeouts))
  })
})

interface Service {
  image: string
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  networks?: Record<string, { ipv4_address: string }>
  depends_on?: string[] | Record<string, unknown>
  stop_grace_period?: string
}

describe('deploy/compose.yaml', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
    volumes: Record<string, unknown>
  }
  const services = Object.entries(compose.services)
  const servers = services.filter(([name]) => name.startsWith('weft-'))

  it('runs the servers that the balancer leads to', () => {
    const led = [...read('deploy/three-servers/haproxy.cfg').matchAll(/^ {2}server (\S+) \1:\d+$/gm)].map(([, name]) => name)
    expect(servers.map(([name]) => name)).toEqual([...new Set(led)])
  })
  it('gives servers and migration only settings that exist, secrets as files', () => {
    for (const [, { environment }] of [...servers, ['migrate', compose.services['migrate']!] as const]) {
      expect(Object.keys(environment!).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
      for (const secret of SECRET_SETTINGS) expect(environment).not.toHaveProperty(secret)
    }
  })
  it.each(services)(
    '%s depends on services, secrets and files that exist',
    (_name, { depends_on = [], secrets = [], environment = {}, volumes = [] }) => {
      for (const one of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) expect(compose.services).toHaveProperty(one)
      for (const one of secrets) expect(compose.secrets).toHaveProperty(one)
      const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
      expect(secrets).toEqual(expect.arrayContaining(files.map(([, file]) => file.replace('/run/secrets/', ''))))
      const sources = volumes.map((one) => one.split(':')[0] ?? '')
      const isThere = (source: string) =>
        source.startsWith('.') ? built.test(source) || existsSync(join(root, 'deploy', source)) : source in compose.volumes
      expect(sources.filter((source) => !isThere(source))).toEqual([])
    },
  )
  it('names the secrets that prepare.sh makes', () => {
    const made = [...read('deploy/compose/prepare.sh').matchAll(/>(\w+)$/gm)].map(([, name]) => name)
    expect(new Set(Object.keys(compose.secrets))).toEqual(new Set(made))
  })
  it('has the servers trust the balancer, and end in their own time', () => {
    for (const [, { environment, image, stop_grace_period }] of servers) {
      expect(environment!['WEFT_TRUST_PROXY']).toBe(compose.services['balancer']!.networks!['inner']!.ipv4_address)
      expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThanOrEqual(drainSeconds + STOP_SECONDS)
      expect(image).toMatch(/^weft:\$\{IMAGE_VERSION:\?/)
    }
  })
})

describe('the Helm chart', () => {
  const chart = 'deploy/helm/weft'
  const values = parse(read(`${chart}/values.yaml`)) as {
    settings: Record<string, string>
    secret: { keys: string[] }
    drainSeconds: number
    roles: Record<string, unknown>
  }
  const templates = globSync(`${chart}/templates/*`, { cwd: root })

  it('sets only settings that exist, and takes secrets from files', () => {
    expect(() =>
      readSettings({ ...values.settings, DATABASE_URL: 'postgres://db.example/weft', WEFT_ROLES: Object.keys(values.roles).join() }),
    ).not.toThrow()
    for (const key of values.secret.keys) expect(SECRET_SETTINGS).toContain(key)
    expect(Object.keys(values.settings).filter((name) => (SECRET_SETTINGS as readonly string[]).includes(name))).toEqual([])
  })
  it.each(templates)('%s reads only values that values.yaml explains', (name) => {
    for (const [, path = ''] of read(name).matchAll(/\.Values\.([\w.]+)/g)) expect(values, path).toHaveProperty(path)
  })
  it.each(templates)('%s ends each of its blocks', (name) => {
    const actions = [
      ...read(name)
        .replace(/\{\{-? ?\/\*[^]*?\*\/ ?-?\}\}/g, '')
        .matchAll(/\{\{-? *(\w+)/g),
    ].map(([, word]) => word!)
    const opened = actions.filter((word) => ['if', 'range', 'with', 'define'].includes(word)).length
    expect(actions.filter((word) => word === 'end')).toHaveLength(opened)
  })
  it('gives a pod longer than its drain and its stop', () => {
    const [, more] = /terminationGracePeriodSeconds: \{\{ add \$\.Values\.drainSeconds (\d+) \}\}/.exec(
      read(`${chart}/templates/deployments.yaml`),
    )!
    expect(Number(more)).toBeGreaterThan(STOP_SECONDS)
  })
})
