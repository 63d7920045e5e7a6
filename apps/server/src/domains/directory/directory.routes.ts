import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import * as directory from './directory.service.ts'

export const directoryRoutes: Handlers<typeof contract.directory> = {
  status: ({ db }) => directory.status(db),
}
