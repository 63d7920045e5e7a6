import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ProfileIntent, renderProfile } from './index.ts'

const base64 = 'MIIBqTCCAU+gAwIBAgIUQ'.repeat(3)
const plain: ProfileIntent = {
  router_name: 'wang.yun@10000001',
  network_number: '1000000000',
  network_name: '门店组网',
  ciphers: 'default',
  remotes: [
    { address: '203.0.113.2', port: 1195 },
    { address: '2001:db8::7', port: 20_000 },
  ],
  ca: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  tls_crypt: `-----BEGIN OpenVPN Static key V1-----\n${`${'0f'.repeat(16)}\n`.repeat(16)}-----END OpenVPN Static key V1-----\n`,
}
/** Returns the lines before the inline files. */
const directives = (profile: string) => profile.slice(0, profile.indexOf('\n<ca>')).split('\n')
const namesOf = (profile: string) => directives(profile).map((line) => line.split(' ')[0])

it('a profile lets a client dial each center in turn', () => {
  expect(directives(renderProfile(plain))).toEqual([
    '# wang.yun@10000001 1000000000',
    'client',
    'dev tun',
    'proto udp',
    'remote 203.0.113.2 1195',
    'remote 2001:db8::7 20000',
    'resolv-retry infinite',
    'connect-timeout 5',
    'hand-window 15',
    'nobind',
    'persist-tun',
    'persist-key',
    'remote-cert-tls server',
    'tls-version-min 1.2',
    'auth-user-pass',
    'data-ciphers AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305',
    'tun-mtu 1380',
    'explicit-exit-notify 1',
    'verb 3',
    'setenv FRIENDLY_NAME "门店组网"',
  ])
  expect(renderProfile(plain)).toContain(`<ca>\n${plain.ca}</ca>\n<tls-crypt>\n${plain.tls_crypt}</tls-crypt>\n`)
})

it('a profile of a network with SM4 offers no other cipher', () => {
  const lines = directives(renderProfile({ ...plain, ciphers: 'sm' }))
  expect(lines.filter((line) => /cipher|^auth /.test(line))).toEqual(['data-ciphers SM4-CBC', 'auth SM3'])
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"\nscript-security 2\nup "/bin/sh -c id"',
    'a"\r\nup /bin/sh',
    '\\"\nroute-up x',
    '</ca>\n<connection>',
    'x\u2028up /bin/sh',
    'x\u0085up y',
    '\ud800',
    '#',
    '',
    ' ',
    '门店（上海）',
  ),
)

it('a network name stays inside its quotes in a profile, whatever is in it', () => {
  fc.assert(
    fc.property(hostile, (network_name) => {
      const profile = renderProfile({ ...plain, network_name })
      expect(namesOf(profile)).toEqual(namesOf(renderProfile(plain)))
      expect(profile.split('\n').length).toBe(renderProfile(plain).split('\n').length)
      const line = directives(profile).at(-1) ?? ''
      expect(line).toMatch(/^setenv FRIENDLY_NAME "[^"\\\p{Cc}\p{Zl}\p{Zp}]+"$/u)
      expect(Buffer.byteLength(line)).toBeLessThan(256)
    }),
    { numRuns: 500 },
  )
})

it('a profile accepts no other text that could be syntax', () => {
  const broken = fc.string({ unit: 'binary', maxLength: 40 })
  const bad = (change: Partial<Record<keyof ProfileIntent, unknown>>) => ProfileIntent.safeParse({ ...plain, ...change }).success
  fc.assert(
    fc.property(broken, (text) => {
      const tainted = `${text}\nup /bin/sh`
      expect(bad({ router_name: tainted })).toBe(false)
      expect(bad({ network_number: tainted })).toBe(false)
      expect(bad({ ca: plain.ca + tainted })).toBe(false)
      expect(bad({ ca: `${plain.ca.slice(0, 40)}${tainted}${plain.ca.slice(40)}` })).toBe(false)
      expect(bad({ tls_crypt: plain.tls_crypt + tainted })).toBe(false)
      expect(bad({ remotes: [{ address: tainted, port: 1195 }] })).toBe(false)
    }),
  )
  expect(bad({ remotes: [] })).toBe(false)
  expect(bad({ remotes: [{ address: 'vpn.example.com', port: 1195 }] })).toBe(false)
  expect(bad({ ciphers: 'none' })).toBe(false)
})

it('equal intents give equal profiles', () => {
  expect(renderProfile(structuredClone(plain))).toBe(renderProfile(plain))
})
