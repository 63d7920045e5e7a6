import type { opsContract } from '@weft/contract'
import { anyAnnouncement, everyAnnouncement } from '../domains/support/announcement/announcement.service.ts'
import { listClientVersions } from '../domains/support/client-download/client-download.service.ts'
import { documentSource, listDocuments } from '../domains/support/document/authoring.service.ts'
import { documentMenu } from '../domains/support/document/document.service.ts'
import type { Handlers } from '../http/implement.ts'
import type { Clock } from '../kernel/clock.ts'
import { createDocument, deleteDocument, editDocument, moveDocument } from './document.service.ts'
import type { LookedAt } from './look.service.ts'
import * as publication from './publication.service.ts'

type Contract = typeof opsContract

export const opsAnnouncementRoutes = (clock: Clock): Handlers<Contract['announcements']> => ({
  list: ({ db, input }) => everyAnnouncement(db, input),
  info: ({ db, input }) => anyAnnouncement(db, input.id),
  create: ({ db, operator, input }) => publication.createAnnouncement(db, operator, input, clock.now()),
  edit: ({ db, operator, input }) => publication.editAnnouncement(db, operator, input, clock.now()),
  end: ({ db, operator, input }) => publication.endAnnouncement(db, operator, input, clock.now()),
  delete: ({ db, operator, input }) => publication.deleteAnnouncement(db, operator, input),
})

export const opsDocumentRoutes: Handlers<Contract['documents']> = {
  list: ({ db, input }) => listDocuments(db, input),
  tree: ({ db }) => documentMenu(db),
  info: ({ db, input }) => documentSource(db, input),
  create: ({ db, operator, input }) => createDocument(db, operator, input),
  edit: ({ db, operator, input }) => editDocument(db, operator, input),
  delete: ({ db, operator, input }) => deleteDocument(db, operator, input),
  move: ({ db, operator, input }) => moveDocument(db, operator, input),
}

export const opsClientVersionRoutes = (clock: Clock): Handlers<Contract['clientVersions']> => ({
  list: ({ db, input }) => listClientVersions(db, input),
  store: ({ db, operator, input }) => publication.storeVersion(db, operator, input),
  upload: ({ db, operator, input }) => publication.uploadVersion(db, operator, input, clock.now()),
  upload_part: ({ db, operator, input, upload }) => publication.uploadPart(db, operator, input, upload),
  delete: ({ db, operator, input }) => publication.deleteVersion(db, operator, input),
})

export const opsMessageRoutes = (lookedAt: LookedAt): Handlers<Contract['messages']> => ({
  list: lookedAt('messages', ({ db, input }) => publication.pageSent(db, input)),
  info: ({ db, operator, input }) => publication.showSent(db, operator, input),
  send: ({ db, operator, input }) => publication.send(db, operator, input),
})
