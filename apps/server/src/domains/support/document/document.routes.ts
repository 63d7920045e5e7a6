import type { contract } from '@weft/contract'
import type { SystemDb } from '../../../db/client.ts'
import type { Handlers } from '../../../http/implement.ts'
import { documentImported, documentInfo, documentMenu, searchHelp } from './document.service.ts'

/** @param db the system's single statements: help is public, and no call to it writes */
export const documentRoutes = (db: SystemDb): Handlers<typeof contract.documents> => ({
  menu: () => documentMenu(db),
  info: ({ input }) => documentInfo(db, input),
  imported: ({ input }) => documentImported(db, input),
  search: ({ input }) => searchHelp(db, input),
})
