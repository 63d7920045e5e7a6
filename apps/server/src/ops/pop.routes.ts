import type { opsContract } from '@weft/contract'
import type { Handlers } from '../http/implement.ts'
import * as pops from './pop.service.ts'

type Contract = typeof opsContract

export const opsPopRoutes: Handlers<Contract['pops']> = {
  list: ({ db, operator, input }) => pops.listPops(db, operator, input),
  create: ({ db, operator, input }) => pops.createPop(db, operator, input),
  edit: ({ db, operator, input }) => pops.editPop(db, operator, input),
}

export const opsWorkOrderRoutes: Handlers<Contract['workOrders']> = {
  list: ({ db, operator, input }) => pops.listOrders(db, operator, input),
  info: ({ db, operator, input }) => pops.showOrder(db, operator, input),
  accept: ({ db, operator, input }) => pops.accept(db, operator, input),
  complete: ({ db, operator, input }) => pops.complete(db, operator, input),
}
