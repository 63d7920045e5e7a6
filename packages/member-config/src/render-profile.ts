import { NcpCiphers, NETWORK_NUMBER, ROUTER_NAME } from '@weft/contract/network-values'
import { z } from 'zod'
import { CIPHERS } from './ciphers.ts'
import { TUNNEL_MTU } from './tunnel-mtu.ts'

const pem = (label: string, line: string) => new RegExp(`^-----BEGIN ${label}-----\\n(?:${line}\\n)+-----END ${label}-----\\n$`)

/** The content of a profile for a software member's standard OpenVPN client. No string except the network's name can hold syntax. */
export const ProfileIntent = z.strictObject({
  router_name: z.string().regex(ROUTER_NAME),
  network_number: z.string().regex(NETWORK_NUMBER),
  /** As a person typed it; the client shows it. */
  network_name: z.string(),
  ciphers: NcpCiphers,
  /** The centers in the order in which they are dialled. */
  remotes: z.array(z.strictObject({ address: z.union([z.ipv4(), z.ipv6()]), port: z.number().int().min(1).max(65_535) })).min(1),
  ca: z.string().regex(pem('CERTIFICATE', '[A-Za-z0-9+/=]{1,76}')),
  tls_crypt: z.string().regex(pem('OpenVPN Static key V1', '[0-9a-f]{32}')),
})
export type ProfileIntent = z.output<typeof ProfileIntent>

const NAME_SHOWN = 48

/** Returns a name in quotes: letters, digits and a few signs of any script stay, every other character becomes an underscore. */
const quoted = (name: string, otherwise: string): string => {
  const safe = [...name.toWellFormed().normalize('NFC')]
    .slice(0, NAME_SHOWN)
    .join('')
    .replace(/[^\p{L}\p{M}\p{N} ._()@（）【】《》·、，。：—-]/gu, '_')
    .trim()
  return `"${safe || otherwise}"`
}

/**
 * Returns the profile with which a standard OpenVPN client (2.5 or later) joins as a software member. Pure: equal intents give equal
 * bytes. It holds no password. It demands no name of the server: several centers answer, and only centers of the network
 * hold server certificates of its authority. It lets the client keep the password in memory: with `auth-nocache` the client would ask the
 * person again whenever keys are renewed, which is each hour, and whenever the line comes back.
 * @throws a ZodError if a value does not match its schema
 */
export function renderProfile(intent: ProfileIntent): string {
  const { router_name, network_number, network_name, ciphers, remotes, ca, tls_crypt } = ProfileIntent.parse(intent)
  return [
    `# ${router_name} ${network_number}`,
    'client',
    'dev tun',
    'proto udp',
    ...remotes.map(({ address, port }) => `remote ${address} ${port}`),
    'resolv-retry infinite',
    // Seconds before the client tries the next center; by default it would wait for a minute.
    'connect-timeout 5',
    'hand-window 15',
    'nobind',
    'persist-tun',
    'persist-key',
    'remote-cert-tls server',
    'tls-version-min 1.2',
    'auth-user-pass',
    ...CIPHERS[ciphers],
    `tun-mtu ${TUNNEL_MTU}`,
    'explicit-exit-notify 1',
    'verb 3',
    `setenv FRIENDLY_NAME ${quoted(network_name, network_number)}`,
    `<ca>\n${ca}</ca>`,
    `<tls-crypt>\n${tls_crypt}</tls-crypt>`,
    '',
  ].join('\n')
}
