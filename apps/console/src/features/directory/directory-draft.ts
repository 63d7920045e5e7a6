import { DIRECTORY_PASSWORD_KEPT, type DirectoryConfig, type SavedDirectory, type SentBy, type contract } from '@weft/contract'

export type Security = 'none' | 'ssl' | 'starttls'

/** The values of the form, as typed. */
export interface Draft {
  mode: DirectoryConfig['mode']
  router_name: string
  domain: string
  host: string
  port: string
  security: Security
  ca_id: string
  base_dn: string
  username: string
  password: string
  type: DirectoryConfig['type']
  sync_mode: DirectoryConfig['sync_mode']
  network_number: string
}

export const PORTS: Record<Security, string> = { none: '389', ssl: '636', starttls: '389' }

/** Returns how the connection to a directory is encrypted. */
export const securityOf = ({ use_ssl, use_tls }: Pick<SavedDirectory, 'use_ssl' | 'use_tls'>): Security =>
  use_ssl === 1 ? 'ssl' : use_tls === 1 ? 'starttls' : 'none'

/** Returns the form of a directory, or of a new one. */
export const draftOf = (saved: SavedDirectory | null): Draft => ({
  mode: saved?.mode ?? 'public',
  router_name: saved?.router_name ?? '',
  domain: saved?.domain ?? '',
  host: saved?.host ?? '',
  port: saved ? String(saved.port) : PORTS.ssl,
  // A new one is encrypted unless somebody says otherwise.
  security: saved ? securityOf(saved) : 'ssl',
  ca_id: saved?.ca_id ?? '',
  base_dn: saved?.base_dn ?? '',
  username: saved?.username ?? '',
  password: saved?.password ?? '',
  type: saved?.type ?? 1,
  sync_mode: saved?.sync_mode ?? 1,
  network_number: saved?.network_number ?? '',
})

/** Returns what is sent for a draft. */
export const sentOf = ({ security, ca_id, ...draft }: Draft): SentBy<typeof contract.directory.save> => ({
  ...draft,
  router_name: draft.mode === 'private' ? draft.router_name : '',
  use_ssl: security === 'ssl' ? 1 : 0,
  use_tls: security === 'starttls' ? 1 : 0,
  ca_id: security === 'none' ? '' : ca_id,
})

/** Returns whether the stored password must be typed again: it is sent only where it went before, so a changed destination needs it. */
export const asksAgain = (saved: Draft, now: Draft): boolean =>
  now.password === DIRECTORY_PASSWORD_KEPT &&
  ((['mode', 'host', 'port', 'security', 'ca_id', 'username'] as const).some((field) => saved[field] !== now[field]) ||
    (now.mode === 'private' && saved.router_name !== now.router_name))
