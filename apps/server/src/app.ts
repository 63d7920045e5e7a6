import { agentContract, contract, type OperatorRight, operatorMay, opsContract } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import type { Bus } from './adapters/bus/bus.ts'
import type { Db } from './db/client.ts'
import { accountRoutes, announcementRoutes } from './domains/account/account.routes.ts'
import { accountEvents } from './domains/account/events.routes.ts'
import { routerRoutes } from './domains/member/member.routes.ts'
import { resolveMembers } from './domains/member/member.service.ts'
import { networkRoutes } from './domains/network/network.routes.ts'
import { resolveNetworks } from './domains/network/network.service.ts'
import { createOpsAccountService } from './ops/account.service.ts'
import { createOperatorService } from './ops/operator.service.ts'
import { opsAccountRoutes, opsDeviceRoutes, opsServiceRoutes, opsSessionRoutes } from './ops/ops.routes.ts'
import { createIdentifyService } from './domains/session/identify.service.ts'
import { loginRoutes, verifyRoutes } from './domains/session/session.routes.ts'
import { createSessionService } from './domains/session/session.service.ts'
import { deviceRoutes } from './gateway/activation.routes.ts'
import { createActivationService } from './gateway/activation.service.ts'
import { createSignInLock } from './domains/session/sign-in-lock.ts'
import { createGateway } from './gateway/gateway.ts'
import { requireDeclared } from './http/declared.ts'
import { serveDevelopment } from './http/development.ts'
import { implement } from './http/implement.ts'
import { createListener, serveNothingElse } from './http/listener.ts'
import { openApiDocument } from './http/openapi.ts'
import { serveApiDocument, serveConsole } from './http/pages.ts'
import { createRateGate } from './http/rate.ts'
import { implementSocket, type SocketDoor } from './http/socket.ts'
import type { Clock } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
import type { Keys } from './kernel/secrets.ts'
import type { Settings } from './kernel/settings.ts'

/** What the program stands on, made by `main.ts` or by a test. */
export interface Ground {
  settings: Settings
  db: Db
  bus: Pick<Bus, 'hear' | 'onReturn'>
  keys: Keys
  clock: Clock
  log: Log
  /** The folder of the built console. */
  console_root: string
  version: string
}

export type Services = ReturnType<typeof createServices>

/** The domains that hold something: keys, a clock, a cache. The others are plain functions. */
export function createServices(ground: Ground) {
  const sessions = createSessionService(ground)
  const identify = createIdentifyService(ground, sessions)
  const operators = createOperatorService(ground)
  const activation = createActivationService({
    ...ground,
    lock: createSignInLock(ground.db.systemNow, ground.keys, ground.clock, 'device'),
  })
  const gateway = createGateway(ground)
  const opsAccounts = createOpsAccountService({ sessions, public_url: ground.settings.WEFT_PUBLIC_URL })
  return { sessions, identify, operators, opsAccounts, activation, gateway }
}

/** The composition root: the only file that knows every domain. Nothing listens yet. */
export async function createApps(
  ground: Ground,
  services: Services,
): Promise<{ console: FastifyInstance; ops: FastifyInstance; agent: FastifyInstance }> {
  const { settings, db, bus, log, clock } = ground
  const { sessions, identify, operators, opsAccounts, activation, gateway } = services
  const listener = () =>
    createListener({ log, trustProxy: settings.WEFT_TRUST_PROXY, secure: settings.WEFT_PUBLIC_URL.startsWith('https:') })
  const rates = createRateGate(db.systemNow, clock)
  const door: SocketDoor = {
    db,
    count: rates.count,
    identify: identify.byToken,
    identifySocket: (token, caller) => identify.bySocketToken(token, caller),
    identifySession: (session_id, address) => identify.bySession(session_id, address),
    identifyOperator: operators.identify,
    operatorMay: ({ role }, access) => access === 'operator' || operatorMay(role, access as OperatorRight),
    hear: bus.hear,
    onReturn: bus.onReturn,
    resolvers: {
      network: { resolve: resolveNetworks, missing: 'networkNotFound' },
      member: { resolve: resolveMembers, missing: 'memberNotFound' },
    },
  }

  const console = await listener()
  requireDeclared(console, 'console', contract)
  implement(console, door, contract.verify, verifyRoutes(sessions))
  implement(console, door, contract.login, loginRoutes(sessions, identify))
  implement(console, door, contract.account, accountRoutes)
  implement(console, door, contract.announcements, announcementRoutes)
  implement(console, door, contract.network, networkRoutes)
  implement(console, door, contract.router, routerRoutes)
  implementSocket(console, door, contract.events.account, accountEvents(bus.hear))
  if (settings.WEFT_ENV !== 'production') serveDevelopment(console, sessions)
  await serveApiDocument(console, openApiDocument('console', contract, ground.version), '/api/v1', '/api/docs')
  await serveConsole(console, settings, ground.console_root)

  const ops = await listener()
  requireDeclared(ops, 'ops', opsContract)
  implement(ops, door, opsContract.session, opsSessionRoutes(operators))
  implement(ops, door, opsContract.accounts, opsAccountRoutes(opsAccounts))
  implement(ops, door, opsContract.services, opsServiceRoutes(clock))
  implement(ops, door, opsContract.devices, opsDeviceRoutes(clock))
  await serveApiDocument(ops, openApiDocument('ops', opsContract, ground.version), '/ops/v1', '/ops/docs')
  serveNothingElse(ops)

  const agent = await listener()
  requireDeclared(agent, 'agent', agentContract)
  implement(agent, door, agentContract.device, deviceRoutes(activation))
  await gateway.attach(agent)
  serveNothingElse(agent)
  return { console, ops, agent }
}
