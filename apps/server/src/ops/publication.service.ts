import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import { asAccount, type SystemDb } from '../db/client.ts'
import * as announcements from '../domains/announcement/announcement.service.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/audit/audit.service.ts'
import { deleteClientVersion, registerInStore } from '../domains/client-download/client-download.service.ts'
import { type Begun, beginUpload, takePart } from '../domains/client-download/upload.service.ts'
import { sendMessage, sendToAll } from '../domains/message/message.service.ts'
import type { Upload } from '../http/upload.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import * as texts from './publication.audit.ts'

type Contract = typeof opsContract

export async function createAnnouncement(
  db: SystemDb,
  operator: OperatorActor,
  draft: InputOf<Contract['announcements']['create']>,
): Promise<{ id: string }> {
  const id = await announcements.publishAnnouncement(db, draft)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.announced(id, draft.title, draft.release_time))
  return { id }
}

/** @throws announcementNotFound */
export async function editAnnouncement(
  db: SystemDb,
  operator: OperatorActor,
  { id, ...draft }: InputOf<Contract['announcements']['edit']>,
): Promise<void> {
  const { content: _before, ...before } = await announcements.anyAnnouncement(db, id)
  await announcements.changeAnnouncement(db, id, draft)
  const { content: _after, ...after } = draft
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.announcementChanged(before, { id, ...after }))
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

/** The part that completes a package is audited; those before it are not, there may be hundreds. @throws what `takePart` throws */
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

/** To one account, which sees it in its operation log, or to all. @throws accountNotFound */
export async function send(
  db: SystemDb,
  operator: OperatorActor,
  { account_number, ...message }: InputOf<Contract['messages']['send']>,
): Promise<{ sent: number }> {
  if (account_number === 'all') {
    const sent = await sendToAll(db, message)
    await auditOperator(db, operator, OPERATOR_CHAIN, texts.messageSent(message.title, message.type, sent))
    return { sent }
  }
  const account = await findAccount(db, account_number)
  if (!account) throw new Refusal('accountNotFound')
  await sendMessage(asAccount(db, account.account_id), message)
  await auditOperator(db, operator, account.account_id, texts.messageSent(message.title, message.type, 1))
  return { sent: 1 }
}
