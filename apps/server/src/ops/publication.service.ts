import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import { sanitise, showsNothing } from '../adapters/rich-text/rich-text.ts'
import type { SystemDb } from '../db/client.ts'
import * as announcements from '../domains/support/announcement/announcement.service.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { deleteClientVersion, registerInStore } from '../domains/support/client-download/client-download.service.ts'
import { type Begun, beginUpload, takePart } from '../domains/support/client-download/upload.service.ts'
import { countReaders, sendCopies } from '../domains/support/message/message.service.ts'
import type { Upload } from '../http/upload.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { looked } from './operator.audit.ts'
import * as texts from './publication.audit.ts'
import { findSent, insertSent, writeSent } from './sent-message.queries.ts'

export { pageSent } from './sent-message.queries.ts'

type Contract = typeof opsContract

/** Returns a text for customers without what is not permitted in it. @throws contentEmpty if nothing is left to read */
function readable(content: string): string {
  const clean = sanitise(content)
  if (showsNothing(clean)) throw new Refusal('contentEmpty')
  return clean
}

/** @throws contentEmpty, announcementPast, announcementTimeMissing, announcementEnd */
export async function createAnnouncement(
  db: SystemDb,
  operator: OperatorActor,
  draft: InputOf<Contract['announcements']['create']>,
  now: Date,
): Promise<{ id: string }> {
  const content = readable(draft.content)
  const id = await announcements.publishAnnouncement(db, { ...draft, content }, { now, operator_name: operator.username })
  const { state, release_time, end_time } = await announcements.anyAnnouncement(db, id)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.announced({ id, title: draft.title, state, release_time, end_time }))
  return { id }
}

/** @throws announcementNotFound, changedElsewhere, contentEmpty, announcementPast, announcementTimeMissing, announcementEnd */
export async function editAnnouncement(
  db: SystemDb,
  operator: OperatorActor,
  { id, ...draft }: InputOf<Contract['announcements']['edit']>,
  now: Date,
): Promise<void> {
  const before = await announcements.anyAnnouncement(db, id)
  const content = readable(draft.content)
  await announcements.changeAnnouncement(db, id, { ...draft, content }, { now, operator_name: operator.username })
  const after = await announcements.anyAnnouncement(db, id)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.announcementChanged(factsOf(before), factsOf(after)))
}
const factsOf = ({ id, title, tag, link, state, release_time, end_time }: OutputOf<Contract['announcements']['info']>) => ({
  id,
  title,
  tag,
  link,
  state,
  release_time,
  end_time,
})

/** Takes an announcement down now. @throws announcementNotFound, announcementNotShown */
export async function endAnnouncement(db: SystemDb, operator: OperatorActor, { id }: { id: string }, now: Date): Promise<void> {
  const title = await announcements.endAnnouncement(db, id, { now, operator_name: operator.username })
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.announcementEnded(id, title))
}

/** @throws announcementNotFound */
export async function deleteAnnouncement(db: SystemDb, operator: OperatorActor, { id }: { id: string }): Promise<void> {
  const title = await announcements.deleteAnnouncement(db, id)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.announcementDeleted(id, title))
}

/** @throws clientVersionExists */
export async function storeVersion(
  db: SystemDb,
  operator: OperatorActor,
  input: InputOf<Contract['clientVersions']['store']>,
): Promise<{ id: string }> {
  const id = await registerInStore(db, input)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.versionInStore(input))
  return { id }
}

/** @throws clientVersionExists */
export async function uploadVersion(
  db: SystemDb,
  operator: OperatorActor,
  input: InputOf<Contract['clientVersions']['upload']>,
  now: Date,
): Promise<Begun> {
  const begun = await beginUpload(db, input, now)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.uploadBegun(input.system === 'linux' ? input : { ...input, platform: null }))
  return begun
}

/** Takes a part of a package. Only the part that completes it is audited: there may be hundreds before. @throws what `takePart` throws */
export async function uploadPart(
  db: SystemDb,
  operator: OperatorActor,
  input: InputOf<Contract['clientVersions']['upload_part']>,
  upload: Upload | undefined,
): Promise<OutputOf<Contract['clientVersions']['upload_part']>> {
  const { received, published } = await takePart(db, input, upload!.bytes)
  if (!published) return { received, id: null }
  const { id, ...version } = published
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.versionPublished(version))
  return { received, id }
}

/** @throws clientVersionNotFound */
export async function deleteVersion(db: SystemDb, operator: OperatorActor, { id }: { id: string }): Promise<void> {
  const { system, kind, platform, version } = await deleteClientVersion(db, id)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.versionDeleted({ system, kind, platform, version }))
}

/** Sends a message to one account, which sees it in its operation log, or to all. @throws accountNotFound, contentEmpty */
export async function send(
  db: SystemDb,
  operator: OperatorActor,
  { account_number, ...draft }: InputOf<Contract['messages']['send']>,
): Promise<{ sent: number }> {
  const message = { ...draft, content: readable(draft.content) }
  const account = account_number === 'all' ? undefined : await findAccount(db, account_number)
  if (account_number !== 'all' && !account) throw new Refusal('accountNotFound')
  const account_id = account?.account_id ?? null
  const sent_id = await insertSent(db, { ...message, account_id, sent: 0, operator_name: operator.username })
  const sent = await sendCopies(db, message, { sent_id, account_id })
  await writeSent(db, sent_id, sent)
  await auditOperator(db, operator, account?.account_id ?? OPERATOR_CHAIN, texts.messageSent(message.title, message.type, sent))
  return { sent }
}

/** Shows a sent message. The customer of an account to which it went can read of the look. @throws sentMessageNotFound */
export async function showSent(
  db: SystemDb,
  operator: OperatorActor,
  { id }: InputOf<Contract['messages']['info']>,
): Promise<OutputOf<Contract['messages']['info']>> {
  const found = await findSent(db, id)
  if (!found) throw new Refusal('sentMessageNotFound')
  const { account_id, ...message } = found
  await auditOperator(db, operator, account_id ?? OPERATOR_CHAIN, looked('message', { id }))
  return { ...message, ...(await countReaders(db, Number(id))) }
}
