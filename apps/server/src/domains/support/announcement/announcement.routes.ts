import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { announcementInfo, listAnnouncements } from './announcement.service.ts'

export const announcementRoutes: Handlers<typeof contract.announcements> = {
  list: ({ db, input }) => listAnnouncements(db, input),
  info: ({ db, actor, input }) => announcementInfo(db, actor, input),
}
