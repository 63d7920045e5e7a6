import type { opsContract } from '@weft/contract'
import { countOpenOrders } from '../domains/network/work-order/work-order.handle.service.ts'
import type { Handlers } from '../http/implement.ts'
import type { Clock } from '../kernel/clock.ts'
import type { LookedAt } from './look.service.ts'
import * as pops from './pop.service.ts'

type Contract = typeof opsContract

export const opsPopRoutes = (clock: Clock, lookedAt: LookedAt): Handlers<Contract['pops']> => ({
  list: lookedAt('pops', ({ db, input }) => pops.listPops(db, input, clock)),
  create: ({ db, operator, input }) => pops.createPop(db, operator, input),
  activate_code: ({ db, operator, input }) => pops.renewPopCode(db, operator, input),
  edit: ({ db, operator, input }) => pops.editPop(db, operator, input),
})

export const opsWorkOrderRoutes = (lookedAt: LookedAt): Handlers<Contract['workOrders']> => ({
  list: lookedAt('work_orders', ({ db, operator, input }) => pops.listOrders(db, operator, input)),
  open: ({ db }) => countOpenOrders(db),
  info: ({ db, operator, input }) => pops.showOrder(db, operator, input),
  accept: ({ db, operator, input }) => pops.accept(db, operator, input),
  complete: ({ db, operator, input }) => pops.complete(db, operator, input),
  reject: ({ db, operator, input }) => pops.reject(db, operator, input),
  ask: ({ db, operator, input }) => pops.ask(db, operator, input),
  resume: ({ db, operator, input }) => pops.resume(db, operator, input),
})
