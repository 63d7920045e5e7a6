import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import { listAnnouncements } from '../announcement/announcement.service.ts'
import { accountInfo, accountOverview } from './account.service.ts'

export const accountRoutes: Handlers<typeof contract.account> = {
  info: ({ db, actor }) => accountInfo(db, actor),
  overview: ({ db, actor }) => accountOverview(db, actor),
}

export const announcementRoutes: Handlers<typeof contract.announcements> = {
  list: ({ db, input }) => listAnnouncements(db, input),
}
