import type { contract } from '@weft/contract'
import { answeredAfter, type Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { add } from './add.service.ts'
import { batchDelete } from './batch.service.ts'
import { editNote, updateStatus } from './change.service.ts'
import { deletionEffect, nameEffect, remove, removeDisabled } from './delete.service.ts'
import { editLabels, labels } from './label.service.ts'
import { info } from './info.service.ts'
import * as lists from './list.service.ts'
import { setPassword } from './password.service.ts'
import { type Codes, setPhone } from './phone.service.ts'

export const routerRoutes = ({ codes, clock }: { codes: Codes; clock: Clock }): Handlers<typeof contract.router> => ({
  list: ({ db, actor, input }) => lists.list(db, actor, input, clock.now()),
  names: ({ db, actor, input }) => lists.names(db, actor, input),
  quantity: ({ db, actor }) => lists.quantity(db, actor),
  hardware: ({ db, actor, input }) => lists.options(db, actor, 1, input),
  software: ({ db, actor, input }) => lists.options(db, actor, 2, input),
  member: ({ db, actor }) => lists.allOptions(db, actor),
  info: ({ db, actor, input }) => info(db, actor, input, clock.now()),
  note: ({ db, actor, input }) => editNote(db, actor, input),
  label: ({ db, actor, input }) => editLabels(db, actor, input),
  labels: ({ db, actor }) => labels(db, actor),
  update_status: ({ db, actor, input, caller }) => updateStatus(db, actor, input, caller.language),
  add: ({ db, actor, input, caller }) => add(db, actor, codes, input, caller),
  phone: ({ db, actor, input, caller }) => setPhone(db, actor, codes, input, caller),
  password: ({ db, actor, input }) => setPassword(db, actor, input),
  delete: ({ db, actor, input }) => remove(db, actor, input),
  delete_check: answeredAfter(
    ({ db, actor, input }) => deletionEffect(db, actor, input),
    ({ db, actor, caller, done }) => nameEffect(db, actor, done, caller.language),
    // A check stores nothing.
    () => undefined,
  ),
  batch_delete: ({ db, actor, input, caller }) => batchDelete(db, actor, input, caller.language),
  remove_disable: ({ db, actor, input }) => removeDisabled(db, actor, input),
})
