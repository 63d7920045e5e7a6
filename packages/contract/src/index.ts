import { account, announcements } from './console/account.ts'
import { network } from './console/network.ts'
import { router } from './console/router.ts'
import { events, login, verify } from './console/session.ts'

/** Every call of the console's listener, by area. */
export const contract = { verify, login, account, announcements, events, network, router }

export * from './endpoint.ts'
export * from './explain.ts'
export * from './fields.ts'
export * from './labels.ts'
export * from './refusals.ts'
export * from './services.ts'
export * from './console/account.ts'
export * from './console/network.ts'
export * from './console/router.ts'
export * from './console/session.ts'
export * from './ops/index.ts'
export * from './agent/index.ts'
