import type { Page } from '@playwright/test'
import type { Accounts, Owner } from './accounts.ts'
import { settled } from './axe.ts'
import { createNetwork } from './sessions.ts'

const NAME = '总部—门店'

/** Opens 链路质量 of a network: one branch loses packets, one is well, and one was lost. */
export async function withQuality(accounts: Accounts, signedIn: (who: Owner, options?: object) => Promise<Page>, options?: object) {
  const owner = await accounts.owner({ hardware: 4, services: { network_member: 4 } })
  const [center, bad, good, lost] = owner.hardware as [string, string, string, string]
  const page = await signedIn(owner, options)
  const number = await createNetwork(page, NAME, { center: [center], point: [bad, good, lost] })
  await accounts.connect(owner, { lost })
  await accounts.quality(owner, number, [bad, center], { rtt: 35, loss: 0.1 })
  await accounts.quality(owner, number, [good, center], { rtt: 12 })
  await settled(page, `/network/detail?network_number=${number}&tab=quality`, NAME)
  const nameOf = (router_name: string) => owner.names[router_name]!
  return { page, router_name: bad, bad: nameOf(bad), good: nameOf(good), lost: nameOf(lost), center: nameOf(center) }
}
