import type { DiagnosisCause, Fix, RouterType } from '@weft/contract'

/** Finds in the report of a device that a prefix keeps it from running its configuration: one that it names, or the word. */
const ABOUT_PREFIX = /\b\d{1,3}(\.\d{1,3}){3}\/\d{1,2}\b|prefix|overlap|前缀|网段/i
/** Begins the report of a device that runs its former configuration again, because the new one cut it off from the platform. */
const WENT_BACK = 'rolled_back'

/**
 * Returns what helps a device that was refused its configuration: other prefixes if it says that one is the reason, else the same once more.
 * @param error as the gateway keeps it, with its phase; null if there is none, or if the reader may not know it
 */
export function fixOfRefusal(error: string | null, router_type: RouterType): 'edit_prefix' | 'resend' {
  // Only hardware announces prefixes.
  if (error === null || router_type === 2 || error.startsWith(WENT_BACK)) return 'resend'
  return ABOUT_PREFIX.test(error) ? 'edit_prefix' : 'resend'
}

/** What decides what helps a member. */
export interface Unwell {
  cause: DiagnosisCause | null
  router_type: RouterType
  /** What its device reported of its configuration; null if that is nothing, or not for the reader to know. */
  error: string | null
}

/** Returns what helps a member that is so; null where nothing is wrong, or nothing can be done from the console. */
export function fixOf({ cause, router_type, error }: Unwell): Fix | null {
  switch (cause) {
    case 'config_failed':
      return fixOfRefusal(error, router_type)
    case 'tunnel_down':
    case 'address_changed':
      return 'redial'
    case 'center_down':
      return 'open_center'
    case 'connection_lost':
      return 'steps'
    case 'never_activated':
      return 'start'
    case 'disabled':
      return 'enable'
    case 'service_lapsed':
    case 'pop_lapsed':
      return 'renew'
    default:
      return null
  }
}
