import {
  agentContract,
  channels,
  contract,
  costlyReads,
  MAX_PAGE_FRAME_BYTES,
  type OperatorRight,
  operatorMay,
  opsContract,
  TICKETS_OPEN_MAX,
} from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import type { Bus } from './adapters/bus/bus.ts'
import { createPictureReader } from './adapters/pictures/pictures.ts'
import { createEgress } from './adapters/egress/egress.ts'
import { createPublicLdap } from './adapters/ldap/public-ldap.ts'
import { providersOf } from './adapters/providers.ts'
import { createWebhookSender } from './adapters/webhook/webhook.ts'
import { createSheetReader, type SheetReader } from './adapters/spreadsheet/sheet-reader.ts'
import type { Db } from './db/client.ts'
import { accountRoutes, ownPasswordRoutes } from './domains/identity/account/account.routes.ts'
import { createCredentialService } from './domains/identity/account/credential.service.ts'
import { createSignService } from './domains/identity/account/sign.service.ts'
import { accountEvents } from './domains/identity/account/events.routes.ts'
import { registrationRoutes } from './domains/identity/account/registration.routes.ts'
import { createRegistrationService } from './domains/identity/account/registration.service.ts'
import { accessKeyRoutes } from './domains/identity/access-key/access-key.routes.ts'
import { createAccessKeyService, resolveAccessKeys } from './domains/identity/access-key/access-key.service.ts'
import { announcementRoutes } from './domains/support/announcement/announcement.routes.ts'
import { createBudgetService } from './domains/foundation/budget/budget.service.ts'
import { createLookNotes } from './domains/foundation/audit/audit.service.ts'
import { operationLogRoutes } from './domains/foundation/audit/operation-log.routes.ts'
import { createAuthorityService } from './domains/foundation/authority/authority.service.ts'
import { createTrustService } from './domains/foundation/authority/trust.service.ts'
import { clientDownloadRoutes } from './domains/support/client-download/client-download.routes.ts'
import { contactRoutes } from './domains/observation/contact/contact.routes.ts'
import { createContactService, resolveContacts } from './domains/observation/contact/contact.service.ts'
import { documentRoutes } from './domains/support/document/document.routes.ts'
import { createDeliveryService } from './domains/foundation/delivery/delivery.service.ts'
import { createConnectionService } from './domains/member/directory/connection.service.ts'
import type { LdapOf } from './domains/member/directory/directory-target.service.ts'
import { createDirectorySignIn } from './domains/member/directory/directory-sign-in.service.ts'
import { createDirectoryUserService } from './domains/member/directory/directory-user.service.ts'
import { directoryRoutes } from './domains/member/directory/directory.routes.ts'
import { createSnapshotService } from './domains/member/directory/snapshot.service.ts'
import { createSyncService } from './domains/member/directory/sync.service.ts'
import { createProfileLinkService } from './domains/member/vpn-profile/profile-link.service.ts'
import { memberFileRoutes } from './domains/member/member-file/member-file.routes.ts'
import { memberRecordRoutes } from './domains/observation/member-record/member-record.routes.ts'
import { createOutageRecorder } from './domains/network/outage/record.service.ts'
import { outageRoutes } from './domains/network/outage/outage.routes.ts'
import { verdictRoutes } from './domains/observation/verdict/verdict.routes.ts'
import { liveTraffic } from './domains/observation/traffic/live-traffic.routes.ts'
import { createLiveTrafficService } from './domains/observation/traffic/live-traffic.service.ts'
import { logRoutes } from './domains/observation/log/log.routes.ts'
import { searchRoutes } from './domains/observation/search/search.routes.ts'
import { saasRoutes } from './domains/observation/saas/saas.routes.ts'
import { resolveSaas } from './domains/observation/saas/saas.service.ts'
import { qualityRoutes } from './domains/observation/quality/quality.routes.ts'
import { trafficRoutes } from './domains/observation/traffic/traffic.routes.ts'
import { routerRoutes } from './domains/member/member/member.routes.ts'
import { createSealedPasswordService } from './domains/member/member/sealed-password.service.ts'
import { resolveCenters, resolveMembers } from './domains/member/member/member.service.ts'
import { messageRoutes } from './domains/support/message/message.routes.ts'
import { resolveMessages } from './domains/support/message/message.service.ts'
import { networkCardRoutes, networkRevisionRoutes, networkRoutes, networkSettingRoutes } from './domains/network/network.routes.ts'
import { branchRoutes } from './domains/network/branches/branches.routes.ts'
import { createChangedMembers } from './domains/network/detail/changes.service.ts'
import { resolveNetworks } from './domains/network/detail/detail.service.ts'
import { createAlertService } from './domains/observation/monitor/alert.service.ts'
import { monitorRoutes } from './domains/observation/monitor/monitor.routes.ts'
import { resolveIncidents } from './domains/observation/monitor/incident.service.ts'
import { forgetWebhook, resolveMaintenance } from './domains/observation/monitor/monitor.service.ts'
import { webhookRoutes } from './domains/observation/webhook/webhook.routes.ts'
import { createWebhookService } from './domains/observation/webhook/webhook.service.ts'
import { popRoutes } from './domains/network/pop/pop.routes.ts'
import { resolvePopResources } from './domains/network/pop/pop.service.ts'
import { workOrderRoutes } from './domains/network/work-order/work-order.routes.ts'
import { resolveWorkOrders } from './domains/network/work-order/work-order.service.ts'
import { supportTicketRoutes } from './domains/support/support-ticket/support-ticket.routes.ts'
import { createSupportTicketService, resolveTickets } from './domains/support/support-ticket/support-ticket.service.ts'
import { createTicketDeskService } from './domains/support/support-ticket/ticket-desk.service.ts'
import { createTicketFileService, resolveTicketFiles } from './domains/support/support-ticket/ticket-file.service.ts'
import { createOpsAccountService } from './ops/account.service.ts'
import { opsDeadLetterRoutes } from './ops/dead-letter.routes.ts'
import { createLookedAt } from './ops/look.service.ts'
import { createOperatorChangeService } from './ops/operator-change.service.ts'
import { opsOperatorRoutes, opsOwnSignInRoutes, opsSessionRoutes } from './ops/operator.routes.ts'
import { createOperatorService } from './ops/operator.service.ts'
import { opsAccountRoutes, opsDeskRoutes, opsDeviceRoutes, opsServiceRoutes } from './ops/ops.routes.ts'
import { opsPopRoutes, opsWorkOrderRoutes } from './ops/pop.routes.ts'
import { createCaptchaService } from './domains/identity/session/captcha.service.ts'
import { opsSavedReplyRoutes, opsTicketRoutes } from './ops/support-ticket.routes.ts'
import { opsAnnouncementRoutes, opsClientVersionRoutes, opsDocumentRoutes, opsMessageRoutes } from './ops/publication.routes.ts'
import { createIdentifyService } from './domains/identity/session/identify.service.ts'
import { createLiveSessionService } from './domains/identity/session/live-session.service.ts'
import { createSecondFactorService } from './domains/identity/session/second-factor.service.ts'
import { loginRoutes, securityRoutes } from './domains/identity/session/session.routes.ts'
import { createSessionService } from './domains/identity/session/session.service.ts'
import { createSignInService } from './domains/identity/session/sign-in.service.ts'
import { resolveRoles } from './domains/identity/sub-account/role.service.ts'
import { roleRoutes, subAccountRoutes } from './domains/identity/sub-account/sub-account.routes.ts'
import { resolveSubAccounts } from './domains/identity/sub-account/sub-account.service.ts'
import { createCodeService } from './domains/identity/verification/code.service.ts'
import { createIdentityService } from './domains/identity/verification/identity.service.ts'
import { createRecoveryService } from './domains/identity/verification/recovery.service.ts'
import { verifyRoutes } from './domains/identity/account/verification.routes.ts'
import { deviceRoutes } from './gateway/activation.routes.ts'
import { createActivationService } from './gateway/activation.service.ts'
import { createCredentialService as createDeviceCredentialService } from './gateway/credential.service.ts'
import { createSignInLock } from './domains/identity/session/sign-in-lock.ts'
import { createGateway, type GatewayDependencies } from './gateway/gateway.ts'
import { createInstance } from './domains/foundation/instance/instance.service.ts'
import { requireDeclared } from './http/declared.ts'
import { serveDevelopment } from './http/development.ts'
import { serveDownloads } from './http/downloads.ts'
import { implement } from './http/implement.ts'
import { createListener, serveNothingElse } from './http/listener.ts'
import { openApiDocument } from './http/openapi.ts'
import { serveApiDocument, serveBuilt, serveSite } from './http/pages.ts'
import { servePictures } from './http/pictures.ts'
import { createRateGate } from './http/rate.ts'
import { implementSocket, type SocketDoor } from './http/socket.ts'
import type { Clock, Every } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
import { Refusal } from './kernel/refusal.ts'
import type { Keys } from './kernel/secrets.ts'
import type { Settings } from './kernel/settings.ts'
import { createPictureLinks } from './kernel/signed-link.ts'
import { createTurns } from './kernel/turns.ts'

/** The parts that every service is built from; `main.ts` or a test makes them. */
export interface Infrastructure {
  settings: Settings
  db: Db
  bus: Pick<Bus, 'subscribe' | 'onReturn'>
  keys: Keys
  clock: Clock
  /** Repeats what compares stored times with the clock, such as the lease; by a timer unless given. Tests that move the clock have none. */
  every?: Every
  /** Time limits that a busy machine exceeds, in place of the usual ones; given only by tests. */
  limits?: {
    silence: GatewayDependencies['silence']
    check_seconds: GatewayDependencies['check_seconds']
    /** Milliseconds for a call to an address of a customer. */
    call_ms: number
  }
  log: Log
  /** The folder of the built console. */
  console_root: string
  /** The folder of the built operator desk. */
  desk_root: string
  version: string
  /** Reads uploaded workbooks; by default each in a thread of its own. */
  sheets?: SheetReader
  /** The id of this process in its lease and its log; a new one by default. */
  instance_id?: string
}

export type Services = ReturnType<typeof createServices>

/** Creates the services that hold something, such as keys, a clock or a cache. Other domains are plain functions. */
export function createServices(infrastructure: Infrastructure) {
  const budgets = createBudgetService(infrastructure)
  const sessions = createSessionService(infrastructure)
  const identify = createIdentifyService(infrastructure, sessions)
  const secondFactors = createSecondFactorService(infrastructure)
  const liveSessions = createLiveSessionService(infrastructure)
  const operators = createOperatorService(infrastructure)
  const { outbox, ...providers } = providersOf(infrastructure.settings)
  const egress = createEgress(infrastructure.settings, undefined, infrastructure.limits?.call_ms)
  const webhooks = createWebhookService({ ...infrastructure, webhooks: createWebhookSender(egress), onRemoved: forgetWebhook })
  const deliveries = createDeliveryService({ ...infrastructure, ...providers, webhooks })
  const alerts = createAlertService({ ...infrastructure, deliveries, webhooks })
  const outageRecorder = createOutageRecorder(infrastructure)
  const captchas = createCaptchaService(infrastructure)
  const signIns = createSignInService({ ...infrastructure, captchas, secondFactors })
  const codes = createCodeService({ ...infrastructure, deliveries })
  const registrations = createRegistrationService({ ...infrastructure, codes, captchas })
  const recoveries = createRecoveryService({ ...infrastructure, codes, captchas, deliveries, sessions })
  const identities = createIdentityService({ ...infrastructure, codes })
  const credentials = createCredentialService({ ...infrastructure, codes, deliveries, sessions })
  const signs = createSignService({ ...infrastructure, budgets })
  const sealedPasswords = createSealedPasswordService(infrastructure)
  const authorities = createAuthorityService(infrastructure)
  const profileLinks = createProfileLinkService({ ...infrastructure, authorities, budgets, identify })
  const deviceCredentials = createDeviceCredentialService({ ...infrastructure, budgets })
  const instance = createInstance({ ...infrastructure, roles: infrastructure.settings.WEFT_ROLES })
  const gateway = createGateway({
    ...infrastructure,
    silence: infrastructure.limits?.silence,
    check_seconds: infrastructure.limits?.check_seconds,
    instance,
    trusts: createTrustService({ ...infrastructure, authorities }),
    deviceCredentials,
  })
  const publicLdap = createPublicLdap(egress, infrastructure.clock.now)
  const ldapOf: LdapOf = (account_id, { router_name }, resolve) => {
    if (router_name !== null) return gateway.ldapThrough(account_id, router_name)
    return resolve ? createPublicLdap({ resolve }, infrastructure.clock.now) : publicLdap
  }
  const connections = createConnectionService({ ...infrastructure, budgets, ldapOf, egress })
  const snapshots = createSnapshotService({ ...infrastructure, ldapOf })
  const directoryUsers = createDirectoryUserService({ ...infrastructure, snapshots })
  const syncs = createSyncService({ ...infrastructure, snapshots })
  const activation = createActivationService({
    ...infrastructure,
    passwords: sealedPasswords,
    directories: createDirectorySignIn({ ...infrastructure, budgets, ldapOf }),
    lock: createSignInLock(infrastructure.db.systemNow, infrastructure.keys, infrastructure.clock, 'device'),
  })
  const liveTraffic = createLiveTrafficService(infrastructure)
  const lookedAt = createLookedAt(createLookNotes(infrastructure.db.systemNow))
  const opsAccounts = createOpsAccountService({
    db: infrastructure.db,
    sessions,
    secondFactors,
    clock: infrastructure.clock,
    public_url: infrastructure.settings.WEFT_PUBLIC_URL,
  })
  const contacts = createContactService({ ...infrastructure, budgets, deliveries, public_url: infrastructure.settings.WEFT_PUBLIC_URL })
  const accessKeys = createAccessKeyService({ ...infrastructure, sessions })
  const pictureLinks = createPictureLinks(infrastructure)
  const ticketFiles = createTicketFileService({ ...infrastructure, budgets, pictures: createPictureReader(), links: pictureLinks })
  const supportTickets = createSupportTicketService({
    files: ticketFiles,
    clock: infrastructure.clock,
    most_open: TICKETS_OPEN_MAX * infrastructure.settings.WEFT_CALLS_FACTOR,
  })
  const ticketDesk = createTicketDeskService({
    ...infrastructure,
    files: ticketFiles,
    deliveries,
    public_url: infrastructure.settings.WEFT_PUBLIC_URL,
  })
  return {
    accessKeys,
    alerts,
    budgets,
    webhooks,
    authorities,
    connections,
    directoryUsers,
    snapshots,
    syncs,
    outageRecorder,
    captchas,
    codes,
    registrations,
    recoveries,
    identities,
    credentials,
    sessions,
    signs,
    signIns,
    secondFactors,
    liveSessions,
    identify,
    contacts,
    outbox,
    deliveries,
    operators,
    lookedAt,
    opsAccounts,
    activation,
    deviceCredentials,
    profileLinks,
    sealedPasswords,
    gateway,
    instance,
    liveTraffic,
    pictureLinks,
    ticketFiles,
    supportTickets,
    ticketDesk,
  }
}

/** Returns a function for each listener that builds its routes; `main.ts` calls those of its roles. No other file knows every domain. */
export function listenersOf(
  infrastructure: Infrastructure,
  services: Services,
): { console(): Promise<FastifyInstance>; ops(): Promise<FastifyInstance>; agent(): Promise<FastifyInstance> } {
  const { settings, db, bus, log, clock } = infrastructure
  const { identify, liveSessions, operators, opsAccounts, lookedAt, activation, deviceCredentials, gateway } = services
  const listener = (more: { frame_bytes?: number } = {}) =>
    createListener({
      ...more,
      log,
      trustProxy: settings.WEFT_TRUST_PROXY,
      secure: settings.WEFT_PUBLIC_URL.startsWith('https:'),
      access_log: settings.WEFT_ACCESS_LOG,
    })
  const rates = createRateGate(db.systemNow, clock, settings.WEFT_CALLS_FACTOR, () => 1 + services.instance.others('api'))
  const costlyTurn = createTurns(
    costlyReads.at_once,
    costlyReads.waiting,
    () => new Refusal('tooManyTries', { seconds: 1 }, { retry_after: 1 }),
  )
  const door: SocketDoor = {
    db,
    log,
    public_url: settings.WEFT_PUBLIC_URL,
    clock,
    count: rates.count,
    takeBudget: services.budgets.take,
    costlyTurn,
    identify: identify.byToken,
    identifySocket: (token, caller) => identify.bySocketToken(token, caller),
    identifySession: (session_id, address) => identify.bySession(session_id, address),
    identifyOperator: operators.identify,
    operatorMay: ({ role }, access) => access === 'operator' || operatorMay(role, access as OperatorRight),
    subscribe: bus.subscribe,
    onReturn: bus.onReturn,
    resolvers: {
      network: { resolve: resolveNetworks, missing: 'networkNotFound' },
      member: { resolve: resolveMembers, missing: 'memberNotFound' },
      center: { resolve: resolveCenters, missing: 'memberNotFound' },
      message: { resolve: resolveMessages, missing: 'messageNotFound' },
      session: { resolve: liveSessions.resolve, missing: 'sessionNotFound' },
      role: { resolve: resolveRoles, missing: 'roleNotFound' },
      sub_account: { resolve: resolveSubAccounts, missing: 'subAccountNotFound' },
      access_key: { resolve: resolveAccessKeys, missing: 'accessKeyNotFound' },
      saas: { resolve: resolveSaas, missing: 'saasNotFound' },
      ticket: { resolve: resolveTickets, missing: 'ticketNotFound' },
      contact: { resolve: resolveContacts, missing: 'contactNotFound' },
      maintenance: { resolve: resolveMaintenance, missing: 'maintenanceNotFound' },
      incident: { resolve: resolveIncidents, missing: 'incidentNotFound' },
      ticket_file: { resolve: resolveTicketFiles, missing: 'ticketFileNotFound' },
      work_order: { resolve: resolveWorkOrders, missing: 'workOrderNotFound' },
      pop_resource: { resolve: resolvePopResources, missing: 'popResourceNotFound' },
    },
  }

  const sheets = infrastructure.sheets ?? createSheetReader()
  const fileTurn = createTurns(costlyReads.at_once)
  const pictures = { db: db.systemNow, links: services.pictureLinks, count: rates.count }
  const site = { settings, channels: channels.filter(services.deliveries.can) }

  return {
    async console() {
      const console = await listener()
      requireDeclared(console, 'console', contract)
      implement(console, door, contract.verify, verifyRoutes(services))
      implement(console, door, contract.login, loginRoutes(services))
      implement(console, door, contract.registration, registrationRoutes(services.registrations))
      implement(console, door, contract.account, { ...accountRoutes({ ...services, clock }), ...securityRoutes(services) })
      implement(console, door, contract.ram, ownPasswordRoutes(services))
      implement(console, door, contract.subAccounts, subAccountRoutes(services.sessions))
      implement(console, door, contract.roles, roleRoutes(infrastructure.clock))
      implement(console, door, contract.accessKeys, accessKeyRoutes(services.accessKeys))
      implement(console, door, contract.operationLog, operationLogRoutes(infrastructure))
      implement(console, door, contract.messages, messageRoutes)
      implement(console, door, contract.announcements, announcementRoutes)
      implement(console, door, contract.documents, documentRoutes(db.systemNow))
      implement(console, door, contract.clients, clientDownloadRoutes(db.systemNow))
      implement(console, door, contract.contacts, contactRoutes(services.contacts))
      implement(console, door, contract.monitor, monitorRoutes({ db, clock, turn: fileTurn }))
      implement(console, door, contract.webhook, webhookRoutes(services.webhooks))
      implement(console, door, contract.network, networkRoutes(clock))
      implement(console, door, contract.networkCards, networkCardRoutes(clock))
      implement(console, door, contract.networkSettings, networkSettingRoutes)
      implement(console, door, contract.networkRevisions, networkRevisionRoutes)
      implement(console, door, contract.branches, branchRoutes({ sheets, budgets: services.budgets }))
      implement(console, door, contract.popResources, popRoutes)
      implement(console, door, contract.workOrders, workOrderRoutes)
      implement(console, door, contract.supportTickets, supportTicketRoutes(services))
      implement(console, door, contract.router, routerRoutes({ ...services, clock }))
      implement(
        console,
        door,
        contract.memberFiles,
        memberFileRoutes({
          db,
          clock,
          sheets,
          budgets: services.budgets,
          sealedPasswords: services.sealedPasswords,
          authorities: services.authorities,
          profileLinks: services.profileLinks,
        }),
      )
      implement(console, door, contract.memberRecords, memberRecordRoutes({ db, clock, gateway }))
      implement(console, door, contract.outages, outageRoutes(clock))
      implement(console, door, contract.verdict, verdictRoutes(clock))
      implement(console, door, contract.quality, qualityRoutes(clock))
      implement(console, door, contract.traffic, trafficRoutes(clock))
      implement(console, door, contract.saas, saasRoutes(clock))
      implement(console, door, contract.search, searchRoutes(services, clock))
      implement(console, door, contract.logs, logRoutes({ ...infrastructure, turn: fileTurn }))
      implement(console, door, contract.directory, directoryRoutes(services))
      implementSocket(
        console,
        door,
        contract.events.account,
        accountEvents(bus, createChangedMembers({ db, log, subscribe: bus.subscribe })),
      )
      implementSocket(console, door, contract.liveTraffic.watch, liveTraffic(services.liveTraffic))
      if (services.outbox) {
        // Only a process that delivers fills the outbox.
        const outbox = settings.WEFT_ROLES.includes('jobs') ? services.outbox : undefined
        serveDevelopment(console, { captchas: services.captchas, outbox, settings })
      }
      serveDownloads(console, { db: db.systemNow, count: rates.count })
      servePictures(console, pictures)
      await serveApiDocument(console, () => openApiDocument('console', contract, infrastructure.version), '/api/v1', '/api/docs')
      serveSite(console, site)
      await serveBuilt(console, infrastructure.console_root)
      return console
    },
    async ops() {
      const ops = await listener()
      requireDeclared(ops, 'ops', opsContract)
      const operatorChanges = createOperatorChangeService(infrastructure)
      implement(ops, door, opsContract.session, opsSessionRoutes(operators, operatorChanges))
      implement(ops, door, opsContract.ownSignIn, opsOwnSignInRoutes(operators, operatorChanges))
      implement(ops, door, opsContract.operators, opsOperatorRoutes(operatorChanges, lookedAt))
      implement(ops, door, opsContract.desk, opsDeskRoutes(infrastructure, services.ticketDesk, lookedAt))
      implement(ops, door, opsContract.accounts, opsAccountRoutes(opsAccounts, services.ticketDesk, clock, lookedAt))
      implement(ops, door, opsContract.services, opsServiceRoutes(clock, lookedAt))
      implement(ops, door, opsContract.devices, opsDeviceRoutes(clock, sheets, lookedAt))
      implement(ops, door, opsContract.pops, opsPopRoutes(clock, lookedAt))
      implement(ops, door, opsContract.workOrders, opsWorkOrderRoutes(lookedAt))
      implement(ops, door, opsContract.announcements, opsAnnouncementRoutes(clock))
      implement(ops, door, opsContract.documents, opsDocumentRoutes)
      implement(ops, door, opsContract.clientVersions, opsClientVersionRoutes(clock))
      implement(ops, door, opsContract.messages, opsMessageRoutes(lookedAt))
      implement(ops, door, opsContract.tickets, opsTicketRoutes({ ...services, infrastructure }))
      implement(ops, door, opsContract.savedReplies, opsSavedReplyRoutes(lookedAt))
      servePictures(ops, pictures)
      // Pictures and files in the preview of an article that an operator writes.
      serveDownloads(ops, { db: db.systemNow, count: rates.count })
      implement(ops, door, opsContract.deadLetters, opsDeadLetterRoutes(clock, lookedAt))
      await serveApiDocument(ops, () => openApiDocument('ops', opsContract, infrastructure.version), '/ops/v1', '/ops/docs')
      serveSite(ops, site)
      await serveBuilt(ops, infrastructure.desk_root)
      return ops
    },
    async agent() {
      const agent = await listener({ frame_bytes: MAX_PAGE_FRAME_BYTES })
      requireDeclared(agent, 'agent', agentContract)
      implement(agent, door, agentContract.device, deviceRoutes(activation, deviceCredentials))
      await gateway.attach(agent)
      serveNothingElse(agent)
      return agent
    },
  }
}
