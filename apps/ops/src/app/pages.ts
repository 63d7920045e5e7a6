import { type Endpoint, opsContract } from '@weft/contract'
import type { Text } from '@weft/ui'
import type { RoutedPage } from '@weft/ui/frame/app-routes.tsx'
import type { GroupName } from './groups.tsx'

/** One page of the desk. Menu, breadcrumb, title and every link's visibility come from this table. */
export interface Page extends RoutedPage {
  group?: GroupName
  /** The call that the page is for; roles that may not make it see no link to the page. Without it everyone sees the page. */
  call?: Pick<Endpoint, 'access'>
}

const title = (zhCN: string, en: string): Text<string> => ({ zhCN, en })

export const pages: readonly Page[] = [
  {
    path: '/login',
    title: title('登录', 'Sign in'),
    public: true,
    load: async () => (await import('../features/session/LoginPage.tsx')).LoginPage,
  },
  {
    path: '/404/index',
    title: title('页面不存在', 'Page not found'),
    public: true,
    framed: true,
    load: async () => (await import('../features/system/NotFoundPage.tsx')).NotFoundPage,
  },
  {
    path: '/start',
    title: title('工作台', 'Start'),
    group: 'start',
    load: async () => (await import('../features/start/StartPage.tsx')).StartPage,
  },
  {
    path: '/accounts',
    title: title('客户账号', 'Accounts'),
    group: 'customer',
    load: async () => (await import('../features/account/AccountListPage.tsx')).AccountListPage,
  },
  {
    path: '/accounts/detail',
    title: title('账号详情', 'Account'),
    parent: '/accounts',
    load: async () => (await import('../features/account/AccountPage.tsx')).AccountPage,
  },
  {
    path: '/services',
    title: title('服务', 'Services'),
    group: 'customer',
    load: async () => (await import('../features/service/ServicePage.tsx')).ServicePage,
  },
  {
    path: '/devices',
    title: title('设备', 'Devices'),
    group: 'device',
    load: async () => (await import('../features/device/DeviceListPage.tsx')).DeviceListPage,
  },
  {
    path: '/work-orders',
    title: title('组网工单', 'Network orders'),
    group: 'network',
    load: async () => (await import('../features/work-order/WorkOrderListPage.tsx')).WorkOrderListPage,
  },
  {
    path: '/work-orders/detail',
    title: title('组网工单详情', 'Network order'),
    parent: '/work-orders',
    load: async () => (await import('../features/work-order/WorkOrderPage.tsx')).WorkOrderPage,
  },
  {
    path: '/pops',
    title: title('POP', 'POPs'),
    group: 'network',
    load: async () => (await import('../features/pop/PopListPage.tsx')).PopListPage,
  },
  {
    path: '/tickets',
    title: title('售后工单', 'Support tickets'),
    group: 'support',
    load: async () => (await import('../features/ticket/TicketDeskPage.tsx')).TicketQueuePage,
  },
  {
    path: '/tickets/all',
    title: title('全部工单', 'All tickets'),
    parent: '/tickets',
    load: async () => (await import('../features/ticket/TicketListPage.tsx')).TicketListPage,
  },
  {
    path: '/tickets/detail',
    title: title('工单详情', 'Ticket'),
    parent: '/tickets',
    load: async () => (await import('../features/ticket/TicketDeskPage.tsx')).TicketPage,
  },
  {
    path: '/tickets/replies',
    title: title('常用回复', 'Saved replies'),
    group: 'support',
    load: async () => (await import('../features/ticket/SavedReplyPage.tsx')).SavedReplyPage,
  },
  {
    path: '/announcements',
    title: title('公告', 'Announcements'),
    group: 'publication',
    load: async () => (await import('../features/publication/announcement/AnnouncementListPage.tsx')).AnnouncementListPage,
  },
  {
    path: '/announcements/create',
    title: title('发布公告', 'Publish an announcement'),
    parent: '/announcements',
    call: opsContract.announcements.create,
    load: async () => (await import('../features/publication/announcement/AnnouncementEditPage.tsx')).AnnouncementCreatePage,
  },
  {
    path: '/announcements/edit',
    title: title('编辑公告', 'Edit announcement'),
    parent: '/announcements',
    call: opsContract.announcements.edit,
    load: async () => (await import('../features/publication/announcement/AnnouncementEditPage.tsx')).AnnouncementEditPage,
  },
  {
    path: '/documents',
    title: title('帮助文档', 'Documents'),
    group: 'publication',
    load: async () => (await import('../features/publication/document/DocumentPage.tsx')).DocumentPage,
  },
  {
    path: '/messages',
    title: title('消息', 'Messages'),
    group: 'publication',
    load: async () => (await import('../features/publication/message/MessageListPage.tsx')).MessageListPage,
  },
  {
    path: '/messages/send',
    title: title('发送消息', 'Send a message'),
    parent: '/messages',
    call: opsContract.messages.send,
    load: async () => (await import('../features/publication/message/MessagePage.tsx')).MessagePage,
  },
  {
    path: '/client-versions',
    title: title('客户端版本', 'Client versions'),
    group: 'publication',
    load: async () => (await import('../features/client-version/ClientVersionPage.tsx')).ClientVersionPage,
  },
  {
    path: '/health',
    title: title('运行状况', 'Health'),
    group: 'system',
    load: async () => (await import('../features/health/HealthPage.tsx')).HealthPage,
  },
  {
    path: '/audit',
    title: title('操作审计', 'Audit'),
    group: 'system',
    load: async () => (await import('../features/audit/AuditPage.tsx')).AuditPage,
  },
  {
    path: '/operators',
    title: title('运营人员', 'Operators'),
    group: 'system',
    call: opsContract.operators.list,
    load: async () => (await import('../features/operator/OperatorListPage.tsx')).OperatorListPage,
  },
  {
    path: '/operators/detail',
    title: title('运营人员详情', 'Operator'),
    parent: '/operators',
    call: opsContract.operators.info,
    load: async () => (await import('../features/operator/OperatorPage.tsx')).OperatorPage,
  },
  {
    path: '/security',
    title: title('登录安全', 'Sign-in security'),
    load: async () => (await import('../features/security/SecurityPage.tsx')).SecurityPage,
  },
]

/** Returns the page at an address. */
export const pageAt = (pathname: string): Page | undefined => pages.find(({ path }) => path === pathname)
