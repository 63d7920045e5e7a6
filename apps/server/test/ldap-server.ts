// The library needs this metadata, which must be loaded before it.
import 'reflect-metadata'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BasicConstraintsExtension, PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { Attribute, Change, Client } from 'ldapts'
import { freePort, freePorts } from './free-port.ts'
import { findProgram } from './lacks.ts'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' } as const
/** OpenSSL compares certificates with the system's clock, also while the clock of the tests stands still. */
const [BEGIN, END] = [new Date(Date.UTC(2020, 0)), new Date(Date.UTC(2049, 0))]

interface Lifetime {
  notBefore?: Date
  notAfter?: Date
}

export interface Authority {
  name: string
  /** PEM. */
  certificate: string
  key: CryptoKey
}

/** Makes a certification authority for one test. @param by the authority that issues its certificate; it is a root without one */
export async function anAuthority(
  name: string,
  { notBefore = BEGIN, notAfter = END, by }: Lifetime & { by?: Authority } = {},
): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '0b',
    issuer: [{ CN: [by?.name ?? name] }],
    subject: [{ CN: [name] }],
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: by?.key ?? keys.privateKey,
    signingAlgorithm: SIGNED,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { name, certificate: certificate.toString('pem'), key: keys.privateKey }
}

/** Makes a server's certificate and key for a host. */
export async function aCertificate(
  { name, key }: Authority,
  host: string,
  { notBefore = BEGIN, notAfter = END }: Lifetime = {},
): Promise<{ certificate: string; key: string }> {
  const keys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '0a',
    issuer: [{ CN: [name] }],
    subject: [{ CN: [host] }],
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: key,
    signingAlgorithm: SIGNED,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  })
  const pem = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { certificate: certificate.toString('pem'), key: pem }
}

export const BASE = 'dc=example,dc=com'
export const PEOPLE = `ou=people,${BASE}`
export const ADMIN = { dn: `cn=admin,${BASE}`, password: 'directory-secret' }

/** The attributes by which Active Directory names its users, defined for OpenLDAP. */
const LIKE_ACTIVE_DIRECTORY = `
attributetype ( 1.3.6.1.4.1.99999.1.1 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.3 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.4 NAME 'accountExpires' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1.5 NAME 'objectCategory' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.99999.2.1 NAME 'user' SUP top AUXILIARY MAY ( sAMAccountName $ objectGUID $ userAccountControl $ accountExpires $ objectCategory ) )
`

/** The attributes by which the 389 server and FreeIPA identify their users, defined for OpenLDAP. */
const LIKE_389 = `
attributetype ( 2.16.840.1.113730.3.1.542 NAME 'nsUniqueId' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 2.16.840.1.113730.3.8.3.1 NAME 'ipaUniqueID' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.99999.2.2 NAME 'identified' SUP top AUXILIARY MAY ( nsUniqueId $ ipaUniqueID ) )
`

export interface LdapServer {
  port: number
  ssl_port: number
  /** The client that changes the directory. */
  admin: Client
  add(entries: readonly Entry[]): Promise<void>
  change(dn: string, type: string, values: string[]): Promise<void>
  remove(dn: string): Promise<void>
  rename(dn: string, to: string): Promise<void>
  stop(): Promise<void>
}
export type Entry = { dn: string } & Record<string, string | string[] | Buffer>

/** Makes the entry of a person in OpenLDAP. */
export const person = (uid: string, more: Record<string, string> = {}): Entry => ({
  dn: `uid=${uid},${PEOPLE}`,
  objectClass: ['inetOrgPerson'],
  uid,
  cn: `姓名 ${uid}`,
  sn: uid,
  userPassword: `password-${uid}`,
  ...more,
})

export interface LdapServerOptions {
  tls?: { certificate: string; key: string; ca: string }
  /** LDIF with which it begins, besides the two entries that hold all people. */
  ldif?: string
  /** Whether it gives new entries no entryUUID, as the 389 server did until version 1.4.4. */
  without_uuids?: boolean
  /** The port on which it listens without TLS; a free one if undefined. */
  port?: number
}

/** Starts a real OpenLDAP for one test, on loopback. */
export async function anLdapServer({ tls, ldif = '', without_uuids = false, ...options }: LdapServerOptions = {}): Promise<LdapServer> {
  const dir = mkdtempSync(join(tmpdir(), 'weft-ldap-'))
  const file = (name: string, content: string) => {
    writeFileSync(join(dir, name), content, { mode: 0o600 })
    return join(dir, name)
  }
  mkdirSync(join(dir, 'data'))
  const [port = 0, ssl_port = 0] = options.port === undefined ? await freePorts(2) : [options.port, await freePort()]
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include /etc/ldap/schema/${name}.schema`)
  const conf = file(
    'slapd.conf',
    [
      ...schemas,
      LIKE_ACTIVE_DIRECTORY,
      LIKE_389,
      'modulepath /usr/lib/ldap',
      'moduleload back_mdb',
      'moduleload ppolicy',
      `pidfile ${dir}/slapd.pid`,
      ...(tls
        ? [
            `TLSCertificateFile ${file('server.pem', tls.certificate)}`,
            `TLSCertificateKeyFile ${file('server.key', tls.key)}`,
            `TLSCACertificateFile ${file('ca.pem', tls.ca)}`,
          ]
        : []),
      'sizelimit 500',
      'database mdb',
      'maxsize 2147483648',
      'dbnosync',
      `suffix "${BASE}"`,
      `rootdn "${ADMIN.dn}"`,
      `rootpw ${ADMIN.password}`,
      `directory ${dir}/data`,
      'index objectClass,uid,entryUUID eq',
      ...(without_uuids ? ['lastmod off'] : []),
      'overlay ppolicy',
      '',
    ].join('\n'),
  )
  const begin = [
    `dn: ${BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: 示例\n`,
    `dn: ${PEOPLE}\nobjectClass: organizationalUnit\nou: people\n`,
  ].join('\n')
  // It does not start with the library by which the proof `clocks` moves the time.
  const { LD_PRELOAD: _, ...env } = process.env
  execFileSync(findProgram('slapadd') ?? 'slapadd', ['-q', '-f', conf, '-l', file('begin.ldif', `${begin}\n${ldif}`)], {
    stdio: 'pipe',
    env,
  })
  const urls = [`ldap://127.0.0.1:${port}/`, ...(tls ? [`ldaps://127.0.0.1:${ssl_port}/`] : [])]
  const slapd = spawn(findProgram('slapd') ?? 'slapd', ['-f', conf, '-h', urls.join(' '), '-d', '0'], { stdio: 'ignore', env })
  const admin = await signedIn(port, slapd)
  return {
    port,
    ssl_port,
    admin,
    async add(entries) {
      for (const { dn, ...attributes } of entries) await admin.add(dn, Object.entries(attributes).map(attribute))
    },
    change: (dn, type, values) => admin.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values }) })),
    remove: (dn) => admin.del(dn),
    rename: (dn, to) => admin.modifyDN(dn, to),
    async stop() {
      await admin.unbind().catch(() => {})
      const ended = new Promise((done) => slapd.once('exit', done))
      slapd.kill('SIGTERM')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const attribute = ([type, value]: [string, string | string[] | Buffer]) =>
  new Attribute({ type, values: (Buffer.isBuffer(value) ? [value] : [value].flat()) as string[] })

/** Signs in to a server that was just started, once it answers. */
async function signedIn(port: number, slapd: ChildProcess): Promise<Client> {
  for (;;) {
    if (slapd.exitCode !== null) throw new Error(`slapd ended with ${slapd.exitCode}`)
    const admin = new Client({ url: `ldap://127.0.0.1:${port}` })
    const answered = await admin.bind(ADMIN.dn, ADMIN.password).then(
      () => true,
      () => false,
    )
    if (answered) return admin
    await sleep(50)
  }
}
