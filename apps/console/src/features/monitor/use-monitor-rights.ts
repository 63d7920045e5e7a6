import { permits, useAccount } from '../../shared/account/use-account.ts'

/** Returns whether the login may turn monitoring on, change its settings, and turn it off. */
export function useMonitorRights() {
  const account = useAccount()
  return {
    create: permits(account, 'monitor.create'),
    edit: permits(account, 'monitor.edit'),
    delete: permits(account, 'monitor.delete'),
  }
}
