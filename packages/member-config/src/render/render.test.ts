import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lacks } from '../../../../apps/server/test/lacks.ts'
import { networkIntents } from '../../test/intents.ts'
import { centerAt, networkOf } from '../../test/networks.ts'
import { parse } from '../../test/parse.ts'
import { compile, type MemberSettings, type NetworkIntent, newCenter, newMember, type RenderedFile, render } from '../index.ts'

const NUMBER = '1000000001'
const rule = (ip: string, mask: number, more: { permission?: 'permit' | 'deny'; ge?: number; le?: number } = {}) => ({
  permission: 'permit' as const,
  ge: null,
  le: null,
  ip,
  mask,
  ...more,
})
const hub = (n: number): MemberSettings => ({ ...centerAt(n), prefix: [rule(`10.100.${n}.0`, 24)] })

/** Returns a network of two centers, a branch and a software member. */
const network = (change: (settings: NetworkIntent['settings'], facts: NetworkIntent['facts']) => void = () => {}): NetworkIntent =>
  networkOf(
    {
      HUB1: hub(0),
      HUB2: hub(1),
      SN1: {
        ...newMember('point'),
        prefix: [rule('192.168.1.0', 24)],
        links: { HUB1: { vpn_ip: '10.128.0.2', enable: 1 }, HUB2: { vpn_ip: '10.128.32.2', enable: 1 } },
      },
      'li@acme': {
        ...newMember('point'),
        links: { HUB1: { vpn_ip: '10.128.16.2', enable: 1 }, HUB2: { vpn_ip: '10.128.48.2', enable: 1 } },
      },
    },
    ({ settings, facts }) => {
      settings.network_name = '总部 "; push'
      settings.dns = ['10.100.0.53', '223.5.5.5']
      facts.network_number = NUMBER
      facts.members.HUB1!.address = '203.0.113.1'
      facts.members.HUB2!.address = '203.0.113.2'
      facts.members['li@acme']!.router_type = 2
      change(settings, facts)
    },
  )
const centerLink: Parameters<typeof network>[0] = (settings) => {
  settings.center_link = {
    enable: 1,
    center_router_name: 'HUB2',
    segment: '10.129.0.0/24',
    public_ip: '198.51.100.2',
    public_port: 7000,
    static_port: 6000,
  }
}
const pops: Parameters<typeof network>[0] = (settings, facts) => {
  settings.mode = 3
  facts.areas = Object.fromEntries(
    ['7', '8'].map((ov_id, i) => [
      ov_id,
      {
        area: '华东"; up "rm',
        pop_name: `POP${ov_id}`,
        public_ip: `198.51.100.1${i}`,
        port: 5000,
        slot: 0,
        router_segment: `10.200.${i * 2}.0/24`,
        software_segment: `10.200.${i * 2 + 1}.0/24`,
      },
    ]),
  )
  const to = (ov_main: string, ov_backup: string, host: number, kind: number) => ({
    ov_main,
    ov_backup,
    pop_links: { 7: { vpn_ip: `10.200.${kind}.${host}` }, 8: { vpn_ip: `10.200.${2 + kind}.${host}` } },
  })
  Object.assign(settings.members.HUB1!, to('7', '8', 2, 0))
  Object.assign(settings.members.SN1!, to('8', '7', 3, 0))
  Object.assign(settings.members['li@acme']!, to('7', '8', 2, 1))
}

/** Two branches with public addresses, one without, and a software member. Of the first two the lower name dials the higher. */
const shops = networkOf(
  {
    SN1: {
      ...newMember('point'),
      prefix: [rule('192.168.1.0', 24)],
      center: newCenter('10.128.0.0/22', '10.128.4.0/22'),
      links: { SN2: { vpn_ip: '10.128.8.2', enable: 1 } },
    },
    SN2: { ...newMember('point'), prefix: [rule('192.168.2.0', 24)], center: newCenter('10.128.8.0/22', '10.128.12.0/22') },
    SN3: {
      ...newMember('point'),
      prefix: [rule('192.168.3.0', 24)],
      default_route: 1,
      metric: 60,
      links: { SN1: { vpn_ip: '10.128.0.2', enable: 1 }, SN2: { vpn_ip: '10.128.8.3', enable: 1 } },
    },
    'li@acme': {
      ...newMember('point'),
      links: { SN1: { vpn_ip: '10.128.4.2', enable: 1 }, SN2: { vpn_ip: '10.128.12.2', enable: 0 } },
    },
  },
  ({ facts }) => {
    facts.network_number = NUMBER
    facts.members.SN1!.address = '203.0.113.1'
    facts.members.SN2!.address = '203.0.113.2'
    facts.members['li@acme']!.router_type = 2
  },
)

const golden: [string, string, NetworkIntent][] = [
  ['point-that-listens-and-dials', 'SN1', shops],
  ['point-that-listens', 'SN2', shops],
  ['point-that-dials-points', 'SN3', shops],
  ['software-point-that-dials-points', 'li@acme', shops],
  ['hub', 'HUB1', network()],
  ['hardware-point-dual-primary', 'SN1', network()],
  ['software-point', 'li@acme', network()],
  ['hardware-point-primary-backup', 'SN1', network((s) => void (s.routing = { type: 2, main_router: 'HUB2', secondary_router: 'HUB1' }))],
  ['center-link-listens', 'HUB2', network(centerLink)],
  ['center-link-dials', 'HUB1', network(centerLink)],
  ['sm-ciphers-hub', 'HUB1', network((s) => void (s.ncp_ciphers = 'sm'))],
  ['sm-ciphers-point', 'SN1', network((s) => void (s.ncp_ciphers = 'sm'))],
  [
    'prefix-rules',
    'SN1',
    network((s) => {
      s.members.SN1!.prefix = [
        rule('192.168.0.0', 24, { permission: 'deny' }),
        rule('192.168.0.0', 16, { ge: 24, le: 28 }),
        rule('172.16.0.0', 12, { le: 16 }),
        rule('10.9.9.9', 32),
      ]
    }),
  ],
  [
    'dynamic-routing-hub',
    'HUB1',
    network((s) => void [s.members.HUB1!, s.members.SN1!].map((member) => Object.assign(member, { quagga: 1 }))),
  ],
  ['dynamic-routing-point', 'SN1', network((s) => void Object.assign(s.members.SN1!, { quagga: 1, prefix: [] }))],
  ['default-route-advertised-by-point', 'SN1', network((s) => void Object.assign(s.members.SN1!, { default_route: 1, metric: 60 }))],
  [
    'default-route-advertised-by-point-at-hub',
    'HUB1',
    network((s) => void Object.assign(s.members.SN1!, { default_route: 1, metric: 60 })),
  ],
  [
    'default-route-received',
    'HUB1',
    network((s) => {
      Object.assign(s.members.HUB1!, { default_route: 1, metric: 90 })
      for (const name of ['SN1', 'li@acme']) s.members[name]!.default_route = 2
    }),
  ],
  ['default-route-received-by-point', 'SN1', network((s) => void (s.members.SN1!.default_route = 2))],
  ['pop-links-of-hub', 'HUB1', network(pops)],
  ['pop-links-of-hardware-point', 'SN1', network(pops)],
  ['pop-links-of-software-point', 'li@acme', network(pops)],
  ['pop', 'POP7', network(pops)],
]
const filesOf = (name: string, intents: NetworkIntent[]) => render(compile(intents, [name]).get(name)!)
const shown = (files: readonly RenderedFile[]) => files.map(({ path, content }) => `==> ${path} <==\n${content}`).join('\n')

/** A network in which a center of the first network is a branch; its files must keep the two networks apart. */
const second = network((settings, facts) => {
  facts.network_number = '1000000002'
  const { SN1 } = settings.members
  settings.members = {
    OTHER: { ...hub(4), prefix: [] },
    HUB1: { ...SN1!, prefix: [], links: { OTHER: { vpn_ip: '10.128.128.2', enable: 1 } } },
  }
  facts.members.OTHER = { router_type: 1, status: 1, address: null }
})
second.facts.members.OTHER!.address = '203.0.113.4'
const all: [string, RenderedFile[]][] = [
  ...golden.map(([title, name, intent]): [string, RenderedFile[]] => [title, filesOf(name, [intent])]),
  ['two-networks', filesOf('HUB1', [network(), second])],
]

test.each(all)('the files of %s equal the golden file', async (title, files) => {
  await expect(shown(files)).toMatchFileSnapshot(`../golden/${title}.txt`)
})

test('a center has no files while its network is down', () => {
  expect(render(compile([network((_, facts) => void (facts.network_status = 0))], ['HUB1']).get('HUB1')!)).toEqual([])
})

test('files that are parsed and rendered again are the same', () => {
  const again = (files: RenderedFile[]) => expect(render(parse(files))).toEqual(files)
  for (const [, files] of all) again(files)
  fc.assert(fc.property(networkIntents, (intents) => [...compile(intents).values()].forEach((document) => again(render(document)))))
})

/** The words with which lines of a file may begin. */
const DIRECTIVES = {
  openvpn: `auth auth-nocache auth-retry auth-user-pass auth-user-pass-verify ca ccd-exclusive cert client client-config-dir connect-retry connect-timeout crl-verify data-ciphers dev
    dev-type dh explicit-exit-notify fast-io hand-window ifconfig ifconfig-push iroute keepalive key management management-hold management-query-passwords
    mode mssfix multihome nobind persist-key persist-tun port proto push remote remote-cert-tls resolv-retry route-metric route-nopull
    script-security status status-version tls-client tls-crypt tls-server tls-timeout tls-version-min tmp-dir topology tun-mtu username-as-common-name verb
    verify-client-cert verify-x509-name`,
  frr: `! address-family bfd bgp coalesce-time detect-multiplier exit exit-address-family frr hostname ip match maximum-paths neighbor network no profile
    receive-interval redistribute route-map router service set transmit-interval`,
}
const allowed = Object.fromEntries(Object.entries(DIRECTIVES).map(([kind, words]) => [kind, new Set(words.split(/\s+/))]))

test('no typed name or note becomes part of a file, and every line begins with a known word', () => {
  fc.assert(
    fc.property(networkIntents, (intents) => {
      for (const { path, content } of [...compile(intents).values()].flatMap((document) => render(document))) {
        expect(path).toMatch(/^\/etc\/weft\/[A-Za-z0-9_.@/-]+$/)
        expect(content).toMatch(/^[\n\x20-\x7e]*\n$/)
        const known = path.includes('/openvpn/') ? allowed.openvpn : path.endsWith('frr.conf') ? allowed.frr : undefined
        const words = content
          .trimEnd()
          .split('\n')
          .map((line) => line.trim().split(' ')[0] ?? '')
        expect(words.filter((word) => known && !known.has(word))).toEqual([])
      }
    }),
  )
})

const written = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'weft-render-')), 'file')
  writeFileSync(path, content)
  return path
}

describe('vtysh, nft or openvpn accepts', () => {
  const named = all.flatMap(([title, files]) => files.map((file) => ({ title, ...file, name: `${title} ${file.path}` })))
  test.skipIf(lacks('vtysh')).each(named.filter((file) => file.path.endsWith('frr.conf')))('$name', ({ content }) => {
    expect(execFileSync('vtysh', ['-C', '-f', written(content)], { encoding: 'utf8' })).toBe('')
  })
  test.skipIf(lacks('nft')).each(named.filter((file) => file.path.endsWith('.nft')))('$name', ({ content }) => {
    const { stderr } = spawnSync('nft', ['--check', '--file', written(content)], { encoding: 'utf8' })
    // Without permission to read the kernel's tables nft still parses the file.
    expect(stderr).not.toMatch(/syntax error|Error: (?!cache initialization|Could not process)/)
  })
  test.skipIf(lacks('openvpn')).each(named.filter((file) => /openvpn\/[^/]*\.conf$/.test(file.path)))('$name', ({ content }) => {
    const root = mkdtempSync(join(tmpdir(), 'weft-openvpn-'))
    const config = content.replaceAll('/etc/weft', root).replaceAll('/run/weft', root)
    for (const path of config.match(new RegExp(`${root}/(pki|bin|openvpn)/[^\\s"]+`, 'g')) ?? []) {
      mkdirSync(dirname(path), { recursive: true })
      if (!path.includes('/openvpn/')) writeFileSync(path, '', { mode: 0o700 })
      else mkdirSync(path, { recursive: true })
    }
    const file = join(root, 'file.conf')
    writeFileSync(file, config)
    // OpenVPN first accepts every option and then complains of the empty key.
    const { stdout } = spawnSync('openvpn', ['--config', file], { encoding: 'utf8', timeout: 20_000 })
    expect(stdout).not.toMatch(/Options error|Unrecognized option|DEPRECATED/)
    expect(stdout).toMatch(/key|certificate|PEM/i)
  })
})
