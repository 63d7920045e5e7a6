import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import { spenderOf } from '../../foundation/budget/budget.service.ts'
import type { ConnectionService } from './connection.service.ts'
import * as directory from './directory.service.ts'
import type { DirectoryUserService } from './directory-user.service.ts'
import type { SnapshotService } from './snapshot.service.ts'
import type { SyncService } from './sync.service.ts'

export const directoryRoutes = ({
  connections,
  directoryUsers,
  snapshots,
  syncs,
}: {
  connections: ConnectionService
  directoryUsers: DirectoryUserService
  snapshots: SnapshotService
  syncs: SyncService
}): Handlers<typeof contract.directory> => ({
  status: ({ db }) => directory.status(db),
  config: ({ db, actor, caller }) => connections.config(db, actor, caller.language),
  check: beforehand(
    ({ actor, input, caller }) => connections.ask(spenderOf(actor, caller), input),
    ({ db, input, made, caller }) => connections.checked(db, input, made, caller.language),
  ),
  save: ({ db, actor, input }) => connections.save(db, actor, input),
  delete: ({ db, actor }) => connections.close(db, actor),
  upload: ({ db, upload }) => connections.upload(db, upload!),
  verify_domain: beforehand(
    ({ actor, input }) => connections.lookFor(actor.account_id, input),
    ({ db, actor, input, made }) => connections.prove(db, actor, input, made),
  ),
  download_verify_domain: ({ db, input }) => connections.proofFile(db, input),
  user: beforehand(
    ({ actor, input, caller }) => snapshots.ensure(actor.account_id, input, caller.language),
    ({ db, actor, input, caller }) => snapshots.list(db, actor, input, caller.language),
  ),
  import: ({ db, actor, input, caller }) => directoryUsers.importOne(db, actor, input, caller.language),
  sync: ({ db, actor, input }) => syncs.sync(db, actor, input),
  remove: ({ db, actor, input }) => directoryUsers.removeOne(db, actor, input),
  remove_all: ({ db, actor, input }) => directoryUsers.removeAll(db, actor, input),
  sync_status: ({ db, caller }) => syncs.status(db, caller.language),
  sync_mode: ({ db, actor, input }) => syncs.setMode(db, actor, input),
  restart_sync: ({ db, actor }) => syncs.restart(db, actor),
  remove_disable: ({ db, actor, input }) => directoryUsers.removeDisabled(db, actor, input),
})
