import type { contract } from '@weft/contract'
import type { SystemDb } from '../../../db/client.ts'
import type { Handlers } from '../../../http/implement.ts'
import { downloads } from './client-download.service.ts'

/** @param db the system's single statements: downloads are public */
export const clientDownloadRoutes = (db: SystemDb): Handlers<typeof contract.clients> => ({ versions: () => downloads(db) })
