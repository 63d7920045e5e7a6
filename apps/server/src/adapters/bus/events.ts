export const BUS_CHANNEL = 'weft'

/**
 * What instances tell each other. Ids only: PostgreSQL carries 8 kB at most, and whoever hears of a thing reads it for itself,
 * so an event that is lost or comes twice does no harm.
 */
export type BusEvent =
  /** Members of this network (or this one member) should run another configuration. */
  | { type: 'config'; account_id: number; network_number?: string; router_name?: string }
  /** A network's revision or state changed. */
  | { type: 'revision'; account_id: number; network_number: string }
  /** Members came or went, or their tunnels did. */
  | { type: 'member'; account_id: number; router_names: string[] }
  /** A member was disabled, deleted or given back: its connection ends at once. */
  | { type: 'cut'; account_id: number; router_name: string }
  /** What this member signs in with at its centers is another now. */
  | { type: 'login'; account_id: number; router_name: string }
  /** The instance that holds these members' connections has them do something once. */
  | {
      type: 'op'
      account_id: number
      router_names: string[]
      kind: 'kill_user' | 'resend_config' | 'respawn'
      data?: { who: string; network_number: string }
    }
  /** A member connected anew: an instance that still holds an older connection of it closes that one. */
  | { type: 'replaced'; account_id: number; router_name: string; connection_id: string }
  /** Sessions ended: of one session, of a login or of the whole account. */
  | { type: 'session'; account_id: number; login_id?: number; session_id?: string; code: number }
  /** Rights changed: sockets ask again whether they may stay. */
  | { type: 'rights'; account_id: number }
  /** Messages of the account, or of one login, came or were read; `all` is every account, told once. */
  | { type: 'message'; account_id: number | 'all'; login_id?: number }
  /** A ticket of the account was opened, answered, closed or deleted; `login_id` opened it. */
  | { type: 'ticket'; account_id: number; ticket_number: string; login_id: number | null }
  /** How far an export is that this session began, in rows. */
  | { type: 'progress'; account_id: number; session_id: string; id: string; done: number; total: number }
  /** Somebody watches this member through some instance: the instance that holds its connection has it send samples for a while. */
  | { type: 'watch'; account_id: number; router_name: string }
  /** What a watched member measured: the one event that carries what it tells of, since it is of no use later. */
  | { type: 'samples'; account_id: number; router_name: string; samples: [name: string, time: number, down: number, upload: number][] }
  /** A directory is to be asked through this member: the instance that holds its connection takes the request, which lies in the database. */
  | { type: 'ldap.ask'; account_id: number; router_name: string; exchange_id: string }
  /** A part of the answer lies there now. */
  | { type: 'ldap.said'; account_id: number; exchange_id: string; part: number }
  /** It was taken: the next may follow. */
  | { type: 'ldap.took'; account_id: number; exchange_id: string; part: number }
