import type { NcpCiphers } from '@weft/contract/network-values'
import type { z } from 'zod'

/**
 * OpenVPN's directives by the network's choice (docs/design/data-plane.md §2). SM4 is alone in its list: a second cipher would let an old
 * client choose AES. They cover the data channel; the control channel stays TLS.
 */
export const CIPHERS: Record<z.output<typeof NcpCiphers>, readonly string[]> = {
  default: ['data-ciphers AES-256-GCM:AES-128-GCM:CHACHA20-POLY1305'],
  sm: ['data-ciphers SM4-CBC', 'auth SM3'],
}
