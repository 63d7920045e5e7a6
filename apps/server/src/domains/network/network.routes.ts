import { type contract, type InputOf, settingChanges } from '@weft/contract'
import { type AccountCall, answeredAfter, type Handlers } from '../../http/implement.ts'
import type { Clock } from '../../kernel/clock.ts'
import * as changes from './change/network.service.ts'
import * as operations from './change/operation.service.ts'
import { outcomeOf, plainOutcome } from './change/outcome.service.ts'
import * as settings from './change/setting.service.ts'
import { cards } from './detail/card.service.ts'
import * as networks from './detail/detail.service.ts'
import * as details from './detail/setting.service.ts'
import * as drafts from './revision/draft.service.ts'
import * as progress from './revision/progress.service.ts'
import * as revisions from './revision/revision.service.ts'

export const networkRoutes = (clock: Clock): Handlers<typeof contract.network> => ({
  config: ({ db }) => networks.config(db),
  list: ({ db, actor, input }) => networks.list(db, actor, input, clock.now()),
  select: ({ db, actor }) => networks.select(db, actor),
  info: ({ db, actor, input }) => networks.info(db, actor, input, clock.now()),
  status: ({ db, actor, input }) => networks.status(db, actor, input),
  member: ({ db, actor, input }) => networks.member(db, actor, input),
  create: ({ db, actor, input }) => changes.create(db, actor, input),
  edit: ({ db, actor, input, expected }) => changes.edit(db, actor, input, expected),
  delete: ({ db, actor, input, expected }) => changes.remove(db, actor, input, expected),
  rename: ({ db, actor, input, expected }) => settings.change(db, actor, 'name', input, expected),
  add_member: ({ db, actor, input, expected }) => settings.change(db, actor, 'add_member', input, expected),
  remove_member: ({ db, actor, input, expected }) => settings.change(db, actor, 'remove_member', input, expected),
})

export const networkCardRoutes = (clock: Clock): Handlers<typeof contract.networkCards> => ({
  list: ({ db, actor }) => cards(db, actor, clock.now()),
})

type Change = keyof typeof settingChanges
type Changing = (call: AccountCall<InputOf<(typeof settingChanges)[Change]>>) => Promise<void>
/** Each change as a revision of its own. */
const changing = Object.fromEntries(
  (Object.keys(settingChanges) as Change[]).map((name): [Change, Changing] => [
    name,
    ({ db, actor, input, expected }) => settings.change(db, actor, name, input, expected),
  ]),
) as Record<Change, Changing>

export const networkSettingRoutes: Handlers<typeof contract.networkSettings> = {
  prefix: ({ db, actor, input }) => details.prefix(db, actor, input),
  segments: ({ db, actor, input }) => details.segments(db, actor, input),
  free_segment: ({ db, input }) => details.freeSegment(db, input),
  routing: ({ db, actor, input }) => details.routing(db, actor, input),
  center_link_network: ({ db, actor, input }) => details.centerLinkNetwork(db, actor, input),
  point_link: ({ db, actor, input }) => details.pointLink(db, actor, input),
  ip_address_pool: ({ db, actor, input }) => details.ipAddressPool(db, actor, input),
  ...changing,
  edit_prefix: ({ db, actor, input, expected }) => settings.editPrefix(db, actor, input, expected),
  edit_ip_address_pool: ({ db, actor, input, expected }) => settings.editPool(db, actor, input, expected),
  fr: ({ db, actor, input, expected }) => settings.changeResource(db, actor, input, expected),
  re_send_config: ({ db, actor, input }) => operations.resendConfig(db, actor, input),
  reset_respawn: ({ db, actor, input }) => operations.respawn(db, actor, input),
  kill_user: ({ db, actor, input }) => operations.killUser(db, actor, input),
  operation: ({ db, actor, input }) => operations.operationState(db, actor, input),
}

export const networkRevisionRoutes: Handlers<typeof contract.networkRevisions> = {
  list: ({ db, actor, input, caller }) => revisions.list(db, actor, input, caller.language),
  recent: ({ db, actor, input, caller }) => revisions.recent(db, actor, input, caller.language),
  authors: ({ db, actor, caller }) => revisions.authors(db, actor, caller.language),
  preview: ({ db, actor, input }) => revisions.preview(db, actor, input),
  rollback: answeredAfter(
    ({ db, actor, input, expected }) => revisions.rollback(db, actor, input, expected),
    ({ db, actor, caller, done }) => outcomeOf(db, actor, done, caller.language),
    plainOutcome,
  ),
  progress: ({ db, actor, input, caller }) => progress.read(db, actor, input, caller.language),
  draft: ({ db, actor, input }) => drafts.read(db, actor, input),
  draft_save: ({ db, actor, input }) => drafts.save(db, actor, input),
  draft_discard: ({ db, actor, input }) => drafts.discard(db, actor, input),
  changes: answeredAfter(
    ({ db, actor, input, expected, caller }) => revisions.changes(db, actor, input, expected, caller.language),
    ({ db, actor, caller, done }) => outcomeOf(db, actor, done, caller.language),
    plainOutcome,
  ),
}
