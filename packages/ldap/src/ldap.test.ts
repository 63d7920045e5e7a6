import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../apps/server/test/free-port.ts'
import {
  aCertificate,
  ADMIN,
  anAuthority,
  anLdapServer,
  type Authority,
  BASE,
  type LdapServer,
  PEOPLE,
  person,
} from '../../../apps/server/test/ldap-server.ts'
import { lacks } from '../../../apps/server/test/lacks.ts'
import { createLdap, type DirectoryPerson, type LdapTarget } from './ldap.ts'
import { LdapFailure } from './ldap-failure.ts'

const here = { address: '127.0.0.1', family: 4 } as const
const ldap = createLdap({ resolve: async () => here, now: () => new Date() })

let authority: Authority
let other: Authority
let server: LdapServer
let target: LdapTarget
beforeAll(async () => {
  ;[authority, other] = [await anAuthority('测试根证书'), await anAuthority('别人的根证书')]
  const tls = { ...(await aCertificate(authority, 'localhost')), ca: authority.certificate }
  server = await anLdapServer({ tls })
  await server.add([person('zhangsan', { displayName: '张三' }), person('lisi'), person('wang.wu')])
  target = {
    host: 'localhost',
    port: server.port,
    security: 'none',
    ca: undefined,
    base_dn: BASE,
    bind_dn: ADMIN.dn,
    password: ADMIN.password,
    type: 1,
  }
})
afterAll(() => server.stop())

const everybody = async (changes: Partial<LdapTarget> = {}) => {
  const people: DirectoryPerson[] = []
  await ldap.read({ ...target, ...changes }, (page) => void people.push(...page))
  return people
}
const failed = async (changes: Partial<LdapTarget>, through = ldap) => {
  const { failure, done } = await through.check({ ...target, ...changes })
  return { step: failure?.step, reason: failure?.reason, facts: failure?.facts, done }
}

describe.skipIf(lacks('slapd'))('a check of a real directory', () => {
  it('does every step up to the users and returns the first of them', async () => {
    const { done, failure, sample } = await ldap.check(target)
    expect({ done, failure }).toEqual({ done: ['reach', 'bind', 'base', 'users'], failure: undefined })
    expect(sample.map((one) => one.username).toSorted()).toEqual(['lisi', 'wang.wu', 'zhangsan'])
    expect(sample.find((one) => one.username === 'zhangsan')).toMatchObject({ description: '张三', disabled: false })
  })

  it.each(['ssl', 'starttls'] as const)('with %s trusts only the given authority', async (security) => {
    const port = security === 'ssl' ? server.ssl_port : server.port
    const { done, failure } = await ldap.check({ ...target, security, port, ca: authority.certificate })
    expect({ done, failure }).toEqual({ done: ['reach', 'tls', 'bind', 'base', 'users'], failure: undefined })
    const wrong = { security, port, ca: other.certificate }
    expect(await failed(wrong)).toMatchObject({
      step: 'tls',
      reason: 'otherAuthority',
      facts: { subject: 'localhost', issuer: '测试根证书' },
    })
    expect(await failed({ ...wrong, ca: undefined })).toMatchObject({ step: 'tls', reason: 'unknownAuthority' })
    expect(await failed({ security, port, ca: authority.certificate, host: 'ldap.example.com' })).toMatchObject({
      step: 'tls',
      reason: 'otherHost',
      facts: { names: 'localhost', host: 'ldap.example.com' },
    })
  })

  it.each([
    ['a wrong password', { password: 'wrong' }, 'bind', 'wrongCredentials'],
    ['an unknown account', { bind_dn: `cn=nobody,${BASE}` }, 'bind', 'wrongCredentials'],
    ['a name that is none', { bind_dn: 'not a dn' }, 'bind', 'badName'],
    ['another base', { base_dn: 'ou=没有,dc=example,dc=com' }, 'base', 'noSuchBase'],
    ['a base that is none', { base_dn: 'nothing' }, 'base', 'badName'],
    ['a base without users', { type: 2 }, 'users', 'noUsers'],
  ] as const)('reports what is wrong with %s', async (_, changes, step, reason) => {
    expect(await failed(changes)).toMatchObject({ step, reason })
  })

  it('reports a refused connection and a host that cannot be resolved', async () => {
    expect(await failed({ port: await freePort() })).toMatchObject({ step: 'reach', reason: 'refused' })
    const refusing = createLdap({ resolve: () => Promise.reject(new LdapFailure('reach', 'unresolved')), now: () => new Date() })
    expect(await failed({}, refusing)).toMatchObject({ step: 'reach', reason: 'unresolved' })
  })

  it('fails at TLS when the port does not speak it', async () => {
    expect(await failed({ security: 'ssl', ca: authority.certificate })).toMatchObject({ step: 'tls', reason: 'notTls' })
  })

  it('refuses an expired certificate', async () => {
    const tls = { ...(await aCertificate(authority, 'localhost', { notAfter: new Date(Date.UTC(2021, 0)) })), ca: authority.certificate }
    const old = await anLdapServer({ tls })
    try {
      const reply = await failed({ security: 'ssl', port: old.ssl_port, ca: authority.certificate })
      expect(reply).toMatchObject({ step: 'tls', reason: 'expired', facts: { subject: 'localhost' } })
      expect(reply.facts?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    } finally {
      await old.stop()
    }
  })
})

describe.skipIf(lacks('slapd'))('a refused chain of certificates', () => {
  /** The names of the chain's certificates are not each other's parts, so that a sentence about the wrong one is noticed. */
  const reply = async (
    leaf: { certificate: string; key: string },
    between: Authority | undefined,
    root: Authority,
    ca = root.certificate,
  ) => {
    const sent = leaf.certificate + (between?.certificate ?? '')
    const old = await anLdapServer({ tls: { certificate: sent, key: leaf.key, ca: root.certificate } })
    onTestFinished(() => old.stop())
    const { reason, facts } = await failed({ security: 'ssl', port: old.ssl_port, ca })
    return { reason, facts }
  }
  const past = { notAfter: new Date(Date.UTC(2021, 0)) }
  const future = { notBefore: new Date(Date.UTC(2048, 0)) }

  it.each([
    ['authorityExpired', past, '2021-01-01'],
    ['authorityNotYetValid', future, '2048-01-01'],
  ] as const)('is told as %s with the name and date of the authority, a root or one in between', async (reason, lifetime, date) => {
    const root = await anAuthority('过期根', lifetime)
    expect(await reply(await aCertificate(root, 'localhost'), undefined, root)).toEqual({ reason, facts: { subject: '过期根', date } })
    const between = await anAuthority('过期中间', { ...lifetime, by: authority })
    expect(await reply(await aCertificate(between, 'localhost'), between, authority)).toEqual({
      reason,
      facts: { subject: '过期中间', date },
    })
  })

  it.each([
    ['expired', past, '2021-01-01'],
    ['notYetValid', future, '2048-01-01'],
  ] as const)('is told as %s with the date of the server’s certificate if it is that one', async (reason, lifetime, date) => {
    const between = await anAuthority('中间', { by: authority })
    const facts = { subject: 'localhost', date }
    expect(await reply(await aCertificate(between, 'localhost', lifetime), between, authority)).toEqual({ reason, facts })
  })

  it('names its root if the server sends that, and otherwise the authority whose certificate is missing', async () => {
    const between = await anAuthority('中间', { by: authority })
    const leaf = await aCertificate(between, 'localhost')
    const root = { subject: 'localhost', issuer: '测试根证书' }
    const whole = { ...between, certificate: between.certificate + authority.certificate }
    expect(await reply(leaf, whole, authority, other.certificate)).toEqual({ reason: 'otherAuthority', facts: root })
    expect(await reply(leaf, between, other, other.certificate)).toEqual({ reason: 'partOfChain', facts: root })
    const part = { subject: 'localhost', issuer: '中间' }
    for (const ca of [authority.certificate, other.certificate])
      expect(await reply(leaf, undefined, other, ca)).toEqual({ reason: 'partOfChain', facts: part })
  })
})

describe.skipIf(lacks('slapd'))('users of a directory without entryUUID', () => {
  const identified = (name: string, more: Record<string, string>) => ({
    ...person(name),
    objectClass: ['inetOrgPerson', 'identified'],
    ...more,
  })
  const UNIQUE = '66446001-1dd211b2-66f5dbc1-ab5d1d0a'
  const IPA = 'c4f4c9e4-8b3a-11ee-9f3b-525400a1b2c3'
  let bare: LdapServer
  beforeAll(async () => {
    bare = await anLdapServer({ without_uuids: true })
  })
  afterAll(() => bare.stop())

  it('refuse a check if none can be identified, and are counted as such otherwise', async () => {
    await bare.add([person('nobody')])
    const there = { port: bare.port }
    expect(await failed(there)).toMatchObject({
      step: 'users',
      reason: 'noUuids',
      facts: { base: BASE, attributes: 'entryUUID / nsUniqueId / ipaUniqueID' },
    })
    await bare.add([identified('of389', { nsUniqueId: UNIQUE }), identified('of.ipa', { ipaUniqueID: IPA.toUpperCase() })])
    const { failure, sample } = await ldap.check({ ...target, ...there })
    expect(failure).toBeUndefined()
    expect(Object.fromEntries(sample.map(({ username, uuid }) => [username, uuid]))).toEqual({ nobody: '', of389: UNIQUE, 'of.ipa': IPA })
  })

  it('sign in by the attribute that identifies them', async () => {
    const ask = (uuid: string, name: string) => ldap.authenticate({ ...target, port: bare.port }, uuid, `password-${name}`)
    expect(await ask(UNIQUE, 'of389')).toBe('ok')
    expect(await ask(IPA, 'of.ipa')).toBe('ok')
    expect(await ask(UNIQUE, 'of.ipa')).toBe('wrong')
    expect(await ask(IPA.replace('c4', 'd4'), 'of.ipa')).toBe('gone')
  })

  it('are no others because an attribute that does not count has their uuid', async () => {
    const zhangsan = (await everybody()).find(({ username }) => username === 'zhangsan')!
    await server.add([identified('posing', { nsUniqueId: IPA, ipaUniqueID: zhangsan.uuid })])
    expect(await ldap.authenticate(target, IPA, 'password-posing')).toBe('gone')
    expect(await ldap.authenticate(target, zhangsan.uuid, 'password-posing')).toBe('wrong')
    expect(await ldap.authenticate(target, zhangsan.uuid, 'password-zhangsan')).toBe('ok')
    await server.remove(`uid=posing,${PEOPLE}`)
  })
})

describe.skipIf(lacks('slapd'))('users', () => {
  it('are read by pages from a directory that answers few at once, disabled ones too', async () => {
    const many = Array.from({ length: 1203 }, (_, i) => `user${i}`)
    const ldif = many.map((uid) => `dn: uid=${uid},${PEOPLE}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: ${uid}\n`).join('\n')
    const big = await anLdapServer({ ldif })
    try {
      await big.add([person('locked'), { ...person('posix'), objectClass: ['inetOrgPerson', 'shadowAccount'], shadowExpire: '1' }])
      await big.change(`uid=locked,${PEOPLE}`, 'pwdAccountLockedTime', ['000001010000Z'])
      const entries = await everybody({ port: big.port })
      expect(entries.length).toBe(1205)
      expect(new Set(entries.map((one) => one.uuid)).size).toBe(1205)
      expect(
        entries
          .filter((one) => one.disabled)
          .map((one) => one.username)
          .toSorted(),
      ).toEqual(['locked', 'posix'])
    } finally {
      await big.stop()
    }
  })

  it('are authenticated with their own password, also after they were renamed', async () => {
    const uuidOf = async (username: string) => (await everybody()).find((one) => one.username === username)!.uuid
    const uuid = await uuidOf('lisi')
    expect(await ldap.authenticate(target, uuid, 'password-lisi')).toBe('ok')
    expect(await ldap.authenticate(target, uuid, 'password-zhangsan')).toBe('wrong')
    expect(await ldap.authenticate(target, uuid, '')).toBe('wrong')
    expect(await ldap.authenticate(target, '00000000-0000-4000-8000-000000000000', 'password-lisi')).toBe('gone')
    expect(await ldap.authenticate(target, '*', 'password-lisi')).toBe('gone')
    await server.rename(`uid=lisi,${PEOPLE}`, `uid=li\\, 四,${PEOPLE}`)
    expect(await ldap.authenticate(target, uuid, 'password-lisi')).toBe('ok')
    await server.rename(`uid=li\\, 四,${PEOPLE}`, `uid=lisi,${PEOPLE}`)
  })

  it('are known by objectGUID in Active Directory and disabled by userAccountControl and accountExpires', async () => {
    const windows = (name: string, guid: string, more: Record<string, string>) => ({
      ...person(name),
      objectClass: ['inetOrgPerson', 'user'],
      objectCategory: 'person',
      sAMAccountName: name,
      objectGUID: Buffer.from(guid, 'hex'),
      ...more,
    })
    const windowsServer = await anLdapServer()
    onTestFinished(() => windowsServer.stop())
    await windowsServer.add([
      windows('ad.one', '00112233445566778899aabbccddeeff', { userAccountControl: '512', accountExpires: '9223372036854775807' }),
      windows('ad.off', '10112233445566778899aabbccddeeff', { userAccountControl: '514' }),
      windows('ad.old', '20112233445566778899aabbccddeeff', { userAccountControl: '512', accountExpires: '116444736010000000' }),
    ])
    const there = { type: 2, port: windowsServer.port } as const
    const entries = await everybody(there)
    const result = Object.fromEntries(entries.map((one) => [one.username, [one.uuid, one.disabled]]))
    expect(result).toEqual({
      'ad.one': ['33221100-5544-7766-8899-aabbccddeeff', false],
      'ad.off': ['33221110-5544-7766-8899-aabbccddeeff', true],
      'ad.old': ['33221120-5544-7766-8899-aabbccddeeff', true],
    })
    const ask = (uuid: string) => ldap.authenticate({ ...target, ...there }, uuid, 'password-ad.one')
    expect(await ask('33221100-5544-7766-8899-aabbccddeeff')).toBe('ok')
    expect(await ask('33221110-5544-7766-8899-aabbccddeeff')).toBe('disabled')
  })
})

describe.skipIf(lacks('slapd'))('a server that is no directory', () => {
  const open: Server[] = []
  afterEach(async () => {
    for (const one of open.splice(0)) await new Promise((done) => one.close(done))
  })
  /** Starts a server that answers each received part; it and its connections are closed after the test. */
  async function hostile(answer: (socket: Socket, part: Buffer) => void): Promise<number> {
    const sockets = new Set<Socket>()
    const listening = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (part) => answer(socket, part))
      socket.once('close', () => sockets.delete(socket))
    })
    listening.on('close', () => sockets.forEach((socket) => socket.destroy()))
    await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
    open.push(listening)
    return (listening.address() as { port: number }).port
  }
  const message = (id: number, op: Buffer) => Buffer.concat([Buffer.from([0x30, op.length + 3, 0x02, 0x01, id]), op])
  const idOf = (part: Buffer) => part[4]!
  const bound = (part: Buffer) => message(idOf(part), Buffer.from([0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]))
  const entry = (part: Buffer) => message(idOf(part), Buffer.from([0x64, 0x04, 0x04, 0x00, 0x30, 0x00]))
  const isBind = (part: Buffer) => part.includes(0x60) && part[5] === 0x60

  it('is recognized by its first byte', async () => {
    const port = await hostile((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    expect(await failed({ port })).toMatchObject({ step: 'bind', reason: 'notLdap', done: ['reach'] })
  })

  it('is recognized by a length that no answer has', async () => {
    const port = await hostile((socket) => socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff])))
    expect(await failed({ port })).toMatchObject({ step: 'bind', reason: 'tooLarge' })
  })

  it('is cut off when it streams without end', async () => {
    const port = await hostile((socket, part) => {
      if (isBind(part)) return void socket.write(bound(part))
      const many = Buffer.concat(Array.from({ length: 5000 }, () => entry(part)))
      // A stream calls back all that waits when a write fails, before it is destroyed: writing on then would never end.
      const more = (error?: Error | null) => {
        if (!error && !socket.destroyed) socket.write(many, more)
      }
      more()
    })
    expect(await failed({ port })).toMatchObject({ step: 'base', reason: 'tooLarge', done: ['reach', 'bind'] })
  })

  it('is reported when it hangs up', async () => {
    const port = await hostile((socket) => socket.destroy())
    expect(await failed({ port })).toMatchObject({ step: 'bind', reason: 'closed' })
  })

  it('is refused when it sends more bytes after its answer to StartTLS', async () => {
    const answer = message(1, Buffer.from([0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]))
    const port = await hostile((socket) => socket.write(Buffer.concat([answer, answer])))
    expect(await failed({ port, security: 'starttls' })).toMatchObject({ step: 'tls', reason: 'notLdap' })
  })

  it('is reported when it refuses StartTLS', async () => {
    const port = await hostile((socket) => socket.write(message(1, Buffer.from([0x78, 0x07, 0x0a, 0x01, 0x02, 0x04, 0x00, 0x04, 0x00]))))
    expect(await failed({ port, security: 'starttls' })).toMatchObject({ step: 'tls', reason: 'startTlsRefused' })
  })

  it('is given up when it never answers, and blocks nothing else', async () => {
    const port = await hostile(() => {})
    const quick = createLdap({ resolve: async () => here, now: () => new Date(), seconds: { check: 2 } })
    const [response] = await Promise.all([failed({ port }, quick), sleep(10)])
    expect(response).toMatchObject({ step: 'bind', reason: 'noAnswer', done: ['reach'] })
  })

  it('is left as soon as the signal aborts', async () => {
    const stop = new AbortController()
    const port = await hostile(() => stop.abort())
    const stopped = createLdap({ resolve: async () => here, now: () => new Date(), signal: stop.signal })
    expect(await failed({ port }, stopped)).toMatchObject({ step: 'bind', reason: 'noAnswer' })
  })
})
