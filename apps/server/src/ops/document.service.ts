import type { InputOf, opsContract } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import * as documents from '../domains/support/document/authoring.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import * as texts from './publication.audit.ts'

type Contract = typeof opsContract.documents

/** @throws documentNotFound if the parent does not exist */
export async function createDocument(db: SystemDb, operator: OperatorActor, draft: InputOf<Contract['create']>): Promise<{ id: string }> {
  const id = await documents.createDocument(db, draft)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.documentCreated(id, draft.title))
  return { id }
}

/** @throws documentNotFound */
export async function editDocument(
  db: SystemDb,
  operator: OperatorActor,
  { id, title, content }: InputOf<Contract['edit']>,
): Promise<void> {
  const before = await documents.editDocument(db, { id, title, content })
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.documentChanged({ id, title: before }, { id, title }))
}

/** @throws documentNotFound, documentHasChildren */
export async function deleteDocument(db: SystemDb, operator: OperatorActor, input: InputOf<Contract['delete']>): Promise<void> {
  const title = await documents.deleteDocument(db, input)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.documentDeleted(input.id, title))
}

/** @throws documentNotFound, documentInside */
export async function moveDocument(db: SystemDb, operator: OperatorActor, input: InputOf<Contract['move']>): Promise<void> {
  const { title, before, after } = await documents.moveDocument(db, input)
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.documentMoved(title, before, after))
}
