import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { add } from './add.service.ts'
import { batchDelete } from './batch.service.ts'
import { editNote, updateStatus } from './change.service.ts'
import { remove, removeDisabled } from './delete.service.ts'
import { info } from './info.service.ts'
import * as lists from './list.service.ts'
import { setPassword } from './password.service.ts'
import { type Codes, setPhone } from './phone.service.ts'

export const routerRoutes = ({ codes }: { codes: Codes }): Handlers<typeof contract.router> => ({
  list: ({ db, input }) => lists.list(db, input),
  names: ({ db, input }) => lists.names(db, input),
  quantity: ({ db }) => lists.quantity(db),
  hardware: ({ db, actor, input }) => lists.options(db, actor, 1, input),
  software: ({ db, actor, input }) => lists.options(db, actor, 2, input),
  member: ({ db, actor }) => lists.allOptions(db, actor),
  info: ({ db, actor, input }) => info(db, actor, input),
  note: ({ db, actor, input }) => editNote(db, actor, input),
  update_status: ({ db, actor, input, caller }) => updateStatus(db, actor, input, caller.language),
  add: ({ db, actor, input, caller }) => add(db, actor, codes, input, caller),
  phone: ({ db, actor, input, caller }) => setPhone(db, actor, codes, input, caller),
  password: ({ db, actor, input }) => setPassword(db, actor, input),
  delete: ({ db, actor, input }) => remove(db, actor, input),
  batch_delete: ({ db, actor, input, caller }) => batchDelete(db, actor, input, caller.language),
  remove_disable: ({ db, actor, input }) => removeDisabled(db, actor, input),
})
