import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { X509Certificate } from 'node:crypto'
import { type Server, connect as dial, createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { schedulesOf } from '../../../jobs/schedules.ts'
import { createAuthorityService, endingAuthorities } from './authority.service.ts'
import { deriveKeys } from '../../../kernel/secrets.ts'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { lacks } from '../../../../test/lacks.ts'
import { aRequest } from '../../../../test/signing-request.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const run = promisify(execFile)

let world: World
let owner: Person
let hub: string
let network_number: string
beforeAll(async () => {
  // TLS and openssl judge certificates by the system's time.
  world = await createWorld({}, { time: 'system' })
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  ;[hub] = (await hardware(world, owner, 1)) as [string]
  network_number = await aNetwork(world, owner, '门店', [hub])
})

const authorities = () => world.services.authorities
const trust = (number = network_number) => world.asAccount(owner, (db) => authorities().trustOf(db, number))
const issue = (csr: string, uses: readonly ('server' | 'client')[] = ['server'], number = network_number) =>
  world.asAccount(owner, (db) => authorities().issue(db, number, { csr, router_name: hub, uses }))
const row = () =>
  world.db.systemNow.sql.selectFrom('network_authority').selectAll().where('network_number', '=', network_number).executeTakeFirstOrThrow()

describe('the authority of a network', () => {
  it('is created once, also when two calls ask for it at the same time', async () => {
    const [first, second] = await Promise.all([trust(), trust()])
    expect(second).toEqual(first)
    expect(await trust()).toEqual(first)
  })

  it('differs from that of every other network', async () => {
    const [other] = (await hardware(world, owner, 1)) as [string]
    const [a, b] = [await trust(), await trust(await aNetwork(world, owner, '总部', [other]))]
    expect(a.ca).not.toBe(b.ca)
    expect(a.tls_crypt).not.toBe(b.tls_crypt)
  })

  it('signs certificates and nothing else, for ten years', async () => {
    const { ca } = await trust()
    const certificate = new X509Certificate(ca)
    expect(certificate.ca).toBe(true)
    expect(certificate.subject).toBe(`CN=Weft ${network_number}`)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    const now = world.infrastructure.clock.now().getTime()
    const years = (Date.parse(certificate.validTo) - now) / (365.25 * 86_400_000)
    expect(years).toBeGreaterThan(9.9)
    expect(years).toBeLessThan(10.1)
    expect(Date.parse(certificate.validFrom)).toBeLessThan(now - 3_600_000)
  })

  it('keeps its keys sealed, and another installation cannot open them', async () => {
    const { tls_crypt } = await trust()
    const kept = await row()
    for (const text of Object.values(kept).map(String)) expect(text).not.toMatch(/PRIVATE KEY|Static key/)
    expect(JSON.stringify(kept)).not.toContain(tls_crypt.split('\n')[1])
    expect(world.infrastructure.keys.open(kept.sealed_key)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    const stranger = createAuthorityService({
      keys: deriveKeys(['another secret, long enough to be one too']),
      clock: world.infrastructure.clock,
    })
    await expect(world.asAccount(owner, (db) => stranger.trustOf(db, network_number))).rejects.toThrow('unknown key')
  })

  it('wraps control channels with a key of 2048 random bits', async () => {
    const lines = (await trust()).tls_crypt.trimEnd().split('\n')
    expect(lines).toHaveLength(18)
    expect(lines.slice(1, -1).every((line) => /^[0-9a-f]{32}$/.test(line))).toBe(true)
    expect(new Set(lines).size).toBe(18)
  })

  it('is renewed three years before its end with the same key, and the former certificate is kept until it ends', async () => {
    const before = await trust()
    expect(before.former_ca).toBeNull()
    const { csr } = await aRequest('CN=x')
    const end = new X509Certificate(before.ca).validToDate
    const at = (days: number) => {
      const clock = { now: () => new Date(end.getTime() - days * 86_400_000) }
      const service = createAuthorityService({ keys: world.infrastructure.keys, clock })
      return {
        renew: () => service.renewDue(world.db),
        issue: () => world.asAccount(owner, (db) => service.issue(db, network_number, { csr, router_name: hub, uses: ['client'] })),
        ending: async () => (await endingAuthorities(world.db.systemNow, clock.now())).map((one) => one.network_number),
      }
    }
    await at(3 * 365 + 1).renew()
    expect(await trust()).toEqual(before)
    const early = await at(3 * 365 + 1).issue()
    // Two servers at the same time.
    await Promise.all([at(3 * 365 - 1).renew(), at(3 * 365 - 1).renew()])
    const first = await trust()
    expect(first).toMatchObject({ former_ca: before.ca, tls_crypt: before.tls_crypt })
    const late = await at(3 * 365 - 2).issue()
    await at(3 * 365 - 2).renew()
    expect(await trust()).toEqual(first)
    const [former, renewed] = [before.ca, first.ca].map((ca) => new X509Certificate(ca)) as [X509Certificate, X509Certificate]
    expect(renewed.validToDate.getTime() - former.validToDate.getTime()).toBeGreaterThan(6.9 * 365 * 86_400_000)
    for (const issued of [early, late].map((text) => new X509Certificate(text)))
      for (const ca of [former, renewed]) expect([issued.checkIssued(ca), issued.verify(ca.publicKey)]).toEqual([true, true])
    expect(await at(366).ending()).not.toContain(network_number)
    expect(await at(364).ending()).toContain(network_number)
    expect(await at(-1).ending()).toContain(network_number)
    await at(-1).renew()
    expect(await trust()).toEqual({ ...first, former_ca: null })
    expect(await at(-1).ending()).not.toContain(network_number)
  })

  it('is renewed by a job, also if its end is not known yet, and if that of another fails', async () => {
    const before = await trust()
    const broken = await aNetwork(world, owner, '坏', [hub])
    await world.asAccount(owner, (db) => world.services.authorities.trustOf(db, broken))
    const change = (set: { expire_time: null } | { certificate: string }, ...numbers: string[]) =>
      world.asSystem(({ sql }) => sql.updateTable('network_authority').set(set).where('network_number', 'in', numbers).execute())
    await change({ expire_time: null }, network_number, broken)
    await change({ certificate: 'none' }, broken)
    onTestFinished(() =>
      world.asSystem(async ({ sql }) => void (await sql.deleteFrom('network').where('network_number', '=', broken).execute())),
    )
    const { db, clock, settings } = world.infrastructure
    const schedules = schedulesOf({ ...world.services, db, clock, settings, resealing: { work: async () => {} } })
    await expect(schedules.find(({ name }) => name === 'renew_authorities')!.work()).rejects.toThrow('PEM')
    expect((await row()).expire_time).toBe(Math.floor(Date.parse(new X509Certificate(before.ca).validTo) / 1000))
  })

  it('is deleted with its network', async () => {
    await trust()
    await world.asSystem(({ sql }) => sql.deleteFrom('network').where('network_number', '=', network_number).execute())
    await expect(row()).rejects.toThrow('no result')
  })
})

describe('a certificate of a member', () => {
  it('names the member and the key of the request, whatever else the request says', async () => {
    const { csr, publicKey } = await aRequest('CN=somebody else')
    const [{ ca }, issued] = [await trust(), new X509Certificate(await issue(csr))]
    expect(issued.subject).toBe(`CN=${hub}`)
    expect(issued.ca).toBe(false)
    expect(issued.publicKey.export({ type: 'spki', format: 'pem' })).toBe(publicKey)
    expect(issued.verify(new X509Certificate(ca).publicKey)).toBe(true)
    expect(issued.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(new X509Certificate(await issue(csr, ['server', 'client'])).keyUsage).toHaveLength(2)
    expect(new X509Certificate(await issue(csr)).serialNumber).not.toBe(issued.serialNumber)
  })

  it('is refused for a request that was tampered with, or that is none', async () => {
    const { csr } = await aRequest('CN=x')
    const lines = csr.split('\n')
    // Another key under this signature.
    const bytes = Buffer.from(lines.slice(1, -2).join(''), 'base64')
    bytes[70] = (bytes[70] ?? 0) ^ 1
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
    for (const bad of [forged, 'none', '', csr.slice(0, 100)]) await expect(issue(bad)).rejects.toThrow('not sound')
  })

  it('lets clients connect that trust this network’s authority, and none that trust another’s', async () => {
    const { csr, privateKey } = await aRequest('CN=x')
    const server = createServer({ key: privateKey, cert: await issue(csr), minVersion: 'TLSv1.3' }, (socket) => socket.end('welcome'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const [other] = (await hardware(world, owner, 1)) as [string]
    const elsewhere = await trust(await aNetwork(world, owner, '总部', [other]))
    expect(await greeting(server, (await trust()).ca)).toBe('welcome')
    await expect(greeting(server, elsewhere.ca)).rejects.toThrow(/verify|unable|self/)
    server.close()
  })
})

/** Returns what a server says to a client that trusts this authority. The server's name is not checked, as with a profile. */
const greeting = (server: Server, ca: string) =>
  new Promise<string>((done, failed) => {
    const { port } = server.address() as AddressInfo
    const socket = dial({ host: '127.0.0.1', port, ca, checkServerIdentity: () => undefined })
    socket.setEncoding('utf8').on('data', done).on('error', failed)
  })

describe.skipIf(lacks('openssl'))('openssl', () => {
  it('reads every part of the authority and of a member’s certificate as intended', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weft-authority-'))
    try {
      const { csr } = await aRequest('CN=x')
      const [ca, member] = [join(folder, 'ca.pem'), join(folder, 'member.pem')]
      await writeFile(ca, (await trust()).ca)
      await writeFile(member, await issue(csr))
      const verified = await run('openssl', ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', ca, member])
      expect(verified.stdout).toContain('member.pem: OK')
      await expect(run('openssl', ['verify', '-purpose', 'sslclient', '-CAfile', ca, member])).rejects.toThrow('Command failed')
      const text = async (file: string) => (await run('openssl', ['x509', '-noout', '-text', '-in', file])).stdout.replace(/\s+/g, ' ')
      const [caText, memberText] = [await text(ca), await text(member)]
      expect(caText).toMatch(/Basic Constraints: critical CA:TRUE, pathlen:0/)
      expect(caText).toMatch(/Key Usage: critical Certificate Sign, CRL Sign/)
      expect(caText).toContain('ecdsa-with-SHA256')
      expect(memberText).toMatch(/Basic Constraints: critical CA:FALSE/)
      expect(memberText).toMatch(/Key Usage: critical Digital Signature/)
      expect(memberText).toMatch(/Extended Key Usage: TLS Web Server Authentication(?!, )/)
      const key = /Subject Key Identifier: ([0-9A-F:]{59})/
      expect(/Authority Key Identifier: (?:keyid:)?([0-9A-F:]{59})/.exec(memberText)?.[1]).toBe(key.exec(caText)?.[1])
      expect(key.exec(memberText)?.[1]).not.toBe(key.exec(caText)?.[1])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
