import type { Permission } from '@weft/contract'
import type { Text } from '@weft/ui'
import type { RoutedPage } from '@weft/ui/frame/app-routes.tsx'
import type { GroupName } from './groups.ts'

/** One page of the console. Menu, breadcrumb, title, palette and every link's visibility come from this table. */
export interface Page extends RoutedPage {
  group?: GroupName
  permission?: Permission
  /** The article of the handbook about the page, by its path there; that of its parent if left out. */
  help?: string
  /** The address leads to a part of its parent. */
  part?: true
  /** For owners only: sub-accounts never see it. */
  ramHidden?: true
  /** Changes credentials: a session from a login link reads beforehand that it may not. */
  credentials?: true
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
    path: '/register',
    title: title('注册账号', 'Register'),
    public: true,
    load: async () => (await import('../features/registration/RegisterPage.tsx')).RegisterPage,
  },
  {
    path: '/reset',
    title: title('找回密码', 'Recover the password'),
    public: true,
    load: async () => (await import('../features/recovery/ResetPage.tsx')).ResetPage,
  },
  {
    path: '/validate/email',
    title: title('验证信息', 'Verification'),
    public: true,
    load: async () => (await import('../features/validation/ValidateEmailPage.tsx')).ValidateEmailPage,
  },
  {
    path: '/download',
    title: title('客户端下载', 'Client downloads'),
    public: true,
    // The page is open to everybody; the console of a role without this right does not lead to it.
    permission: 'download.view',
    load: async () => (await import('../features/download/DownloadPage.tsx')).DownloadPage,
  },
  {
    path: '/profile',
    title: title('下载配置', 'Download profile'),
    public: true,
    load: async () => (await import('../features/download/ProfileLinkPage.tsx')).ProfileLinkPage,
  },
  {
    path: '/404/index',
    title: title('页面不存在', 'Page not found'),
    public: true,
    framed: true,
    load: async () => (await import('../features/system/NotFoundPage.tsx')).NotFoundPage,
  },
  {
    path: '/dashboard',
    title: title('概览', 'Overview'),
    group: 'overview',
    help: '02-network/01-create-network.md',
    load: async () => (await import('../features/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  {
    path: '/account',
    title: title('账号主页', 'Account home'),
    group: 'user',
    credentials: true,
    help: '01-account/02-register-and-security.md',
    load: async () => (await import('../features/account/home/AccountHomePage.tsx')).AccountHomePage,
  },
  {
    path: '/account/info',
    title: title('账号主页', 'Account home'),
    parent: '/account',
    part: true,
    ramHidden: true,
    credentials: true,
    load: async () => (await import('../features/account/home/place.tsx')).InfoPlace,
  },
  {
    path: '/account/security',
    title: title('账号主页', 'Account home'),
    parent: '/account',
    part: true,
    credentials: true,
    load: async () => (await import('../features/account/home/place.tsx')).SecurityPlace,
  },
  {
    path: '/account/edit',
    title: title('修改资料', 'Change details'),
    parent: '/account',
    ramHidden: true,
    credentials: true,
    load: async () => (await import('../features/account/profile/ProfileEditPage.tsx')).ProfileEditPage,
  },
  {
    path: '/account/password',
    title: title('修改密码', 'Change password'),
    parent: '/account',
    ramHidden: true,
    credentials: true,
    load: async () => (await import('../features/account/wizard/PasswordPage.tsx')).PasswordPage,
  },
  {
    path: '/account/phone',
    title: title('修改手机号', 'Change phone'),
    parent: '/account',
    ramHidden: true,
    credentials: true,
    load: async () => (await import('../features/account/wizard/PhonePage.tsx')).PhonePage,
  },
  {
    path: '/account/email',
    title: title('修改邮箱', 'Change e-mail'),
    parent: '/account',
    ramHidden: true,
    credentials: true,
    load: async () => (await import('../features/account/wizard/EmailPage.tsx')).EmailPage,
  },
  {
    path: '/account/message',
    title: title('我的消息', 'Messages'),
    group: 'user',
    load: async () => (await import('../features/message/MessagePage.tsx')).MessagePage,
  },
  {
    path: '/account/service',
    title: title('我的服务', 'Services'),
    group: 'user',
    permission: 'service.view',
    help: '02-network/04-pop.md',
    load: async () => (await import('../features/service/ServicePage.tsx')).ServicePage,
  },
  {
    path: '/account/announcements',
    title: title('公告', 'Announcements'),
    group: 'user',
    load: async () => (await import('../features/announcement/AnnouncementListPage.tsx')).AnnouncementListPage,
  },
  {
    path: '/account/announcements/detail',
    title: title('公告详情', 'Announcement'),
    parent: '/account/announcements',
    load: async () => (await import('../features/announcement/AnnouncementPage.tsx')).AnnouncementPage,
  },
  {
    path: '/network/lists',
    title: title('组网列表', 'Networks'),
    group: 'network',
    permission: 'network.view',
    help: '02-network/01-create-network.md',
    load: async () => (await import('../features/network/list/NetworkListPage.tsx')).NetworkListPage,
  },
  {
    path: '/network/create',
    title: title('创建组网', 'New network'),
    parent: '/network/lists',
    permission: 'network.create',
    load: async () => (await import('../features/network/builder/NetworkCreatePage.tsx')).NetworkCreatePage,
  },
  {
    path: '/network/edit',
    title: title('管理成员', 'Manage members'),
    parent: '/network/lists',
    permission: 'network.edit',
    load: async () => (await import('../features/network/builder/NetworkEditPage.tsx')).NetworkEditPage,
  },
  {
    path: '/network/detail',
    title: title('组网详情', 'Network'),
    parent: '/network/lists',
    permission: 'network.view',
    load: async () => (await import('../features/network/detail/NetworkDetailPage.tsx')).NetworkDetailPage,
  },
  {
    path: '/network/changes',
    title: title('全部变更', 'All changes'),
    parent: '/network/lists',
    permission: 'network.view',
    load: async () => (await import('../features/changes/ChangesPage.tsx')).ChangesPage,
  },
  {
    path: '/network/fr_lists',
    title: title('POP 资源', 'POP resources'),
    group: 'network',
    permission: 'network.view',
    help: '02-network/04-pop.md',
    load: async () => (await import('../features/network/pop/PopResourceListPage.tsx')).PopResourceListPage,
  },
  {
    path: '/network/pop_edit',
    title: title('编辑 POP 组网', 'Edit POP network'),
    parent: '/network/fr_lists',
    permission: 'network.edit',
    load: async () => (await import('../features/network/pop/PopEditPage.tsx')).PopEditPage,
  },
  {
    path: '/network/ticket_lists',
    title: title('组网工单', 'Network orders'),
    group: 'network',
    permission: 'network.view',
    help: '02-network/04-pop.md',
    load: async () => (await import('../features/network/work-order/WorkOrderListPage.tsx')).WorkOrderListPage,
  },
  {
    path: '/network/ticket_create',
    title: title('申请 POP 接入', 'Request POP access'),
    parent: '/network/ticket_lists',
    permission: 'network.edit',
    load: async () => (await import('../features/network/work-order/WorkOrderCreatePage.tsx')).WorkOrderCreatePage,
  },
  {
    path: '/network/ticket_detail',
    title: title('组网工单详情', 'Network order'),
    parent: '/network/ticket_lists',
    permission: 'network.view',
    load: async () => (await import('../features/network/work-order/WorkOrderDetailPage.tsx')).WorkOrderDetailPage,
  },
  {
    path: '/router/lists',
    title: title('成员列表', 'Members'),
    group: 'member',
    permission: 'member.view',
    help: '03-member/01-add-software-member.md',
    load: async () => (await import('../features/member/list/MemberListPage.tsx')).MemberListPage,
  },
  {
    path: '/router/detail',
    title: title('成员详情', 'Member'),
    parent: '/router/lists',
    permission: 'member.view',
    help: '06-troubleshooting/01-member-offline.md',
    load: async () => (await import('../features/member/detail/MemberDetailPage.tsx')).MemberDetailPage,
  },
  {
    path: '/saas/router',
    title: title('SaaS 设备', 'SaaS devices'),
    group: 'saas',
    permission: 'saas.view',
    help: '02-network/05-saas.md',
    load: async () => (await import('../features/saas/SaasListPage.tsx')).SaasListPage,
  },
  {
    path: '/saas/detail',
    title: title('SaaS 设备详情', 'SaaS device'),
    parent: '/saas/router',
    permission: 'saas.view',
    load: async () => (await import('../features/saas/SaasDetailPage.tsx')).SaasDetailPage,
  },
  {
    path: '/monitor/incidents',
    title: title('告警记录', 'Alerts'),
    group: 'monitor',
    permission: 'monitor.view',
    help: '04-monitor/01-alerts.md',
    load: async () => (await import('../features/monitor/IncidentsPage.tsx')).IncidentsPage,
  },
  {
    path: '/monitor/setting',
    title: title('告警设置', 'Alert settings'),
    group: 'monitor',
    permission: 'monitor.view',
    help: '04-monitor/01-alerts.md',
    load: async () => (await import('../features/monitor/MonitorPage.tsx')).MonitorPage,
  },
  {
    path: '/monitor/maintenance',
    title: title('维护窗口', 'Maintenance windows'),
    group: 'monitor',
    permission: 'monitor.view',
    help: '04-monitor/01-alerts.md',
    load: async () => (await import('../features/monitor/MaintenancePage.tsx')).MaintenancePage,
  },
  {
    path: '/logs/software_login',
    title: title('软件登录记录', 'Software logins'),
    group: 'audit',
    ramHidden: true,
    help: '05-access/02-logs-and-export.md',
    load: async () => (await import('../features/log/LoginLogPage.tsx')).LoginLogPage,
  },
  {
    path: '/logs/online',
    title: title('在线日志', 'Tunnel log'),
    group: 'audit',
    permission: 'log.view',
    help: '05-access/02-logs-and-export.md',
    load: async () => (await import('../features/log/OnlineLogPage.tsx')).OnlineLogPage,
  },
  {
    path: '/logs/connect',
    title: title('连接日志', 'Connection log'),
    group: 'audit',
    permission: 'log.view',
    help: '05-access/02-logs-and-export.md',
    load: async () => (await import('../features/log/ConnectionLogPage.tsx')).ConnectionLogPage,
  },
  {
    path: '/logs/operations',
    title: title('操作日志', 'Operation log'),
    group: 'audit',
    permission: 'operation_log.view',
    help: '05-access/02-logs-and-export.md',
    load: async () => (await import('../features/log/OperationLogPage.tsx')).OperationLogPage,
  },
  {
    path: '/router/ldap',
    title: title('LDAP 目录', 'LDAP directory'),
    group: 'member',
    permission: 'directory.view',
    help: '03-member/03-ldap.md',
    load: async () => (await import('../features/directory/LdapPage.tsx')).LdapPage,
  },
  {
    path: '/router/ldap_edit',
    title: title('配置 LDAP 目录', 'Set up the LDAP directory'),
    parent: '/router/ldap',
    permission: 'directory.edit',
    load: async () => (await import('../features/directory/LdapEditPage.tsx')).LdapEditPage,
  },
  {
    path: '/ram/index',
    title: title('子账号', 'Sub-accounts'),
    group: 'access',
    ramHidden: true,
    credentials: true,
    help: '05-access/01-sub-accounts-and-roles.md',
    load: async () => (await import('../features/access/sub-account/SubAccountListPage.tsx')).SubAccountListPage,
  },
  {
    path: '/ram/role',
    title: title('角色', 'Roles'),
    group: 'access',
    ramHidden: true,
    help: '05-access/01-sub-accounts-and-roles.md',
    load: async () => (await import('../features/access/role/RoleListPage.tsx')).RoleListPage,
  },
  {
    path: '/ram/access_key',
    title: title('访问密钥', 'Access keys'),
    group: 'access',
    ramHidden: true,
    credentials: true,
    help: '05-access/03-access-keys.md',
    load: async () => (await import('../features/access/access-key/AccessKeyListPage.tsx')).AccessKeyListPage,
  },
  {
    path: '/ticket/lists',
    title: title('售后工单', 'Support tickets'),
    group: 'support',
    help: '06-troubleshooting/03-support-tickets.md',
    load: async () => (await import('../features/ticket/TicketListPage.tsx')).TicketListPage,
  },
  {
    path: '/ticket/create',
    title: title('提交工单', 'Submit a ticket'),
    parent: '/ticket/lists',
    permission: 'ticket.create',
    load: async () => (await import('../features/ticket/TicketCreatePage.tsx')).TicketCreatePage,
  },
  {
    path: '/ticket/detail',
    title: title('工单详情', 'Support ticket'),
    parent: '/ticket/lists',
    load: async () => (await import('../features/ticket/TicketDetailPage.tsx')).TicketDetailPage,
  },
  {
    path: '/handbook',
    title: title('帮助文档', 'Help'),
    group: 'support',
    public: true,
    newTab: true,
    load: async () => (await import('../features/handbook/HandbookPage.tsx')).HandbookPage,
  },
  {
    path: '/clause',
    title: title('服务条款', 'Terms of service'),
    public: true,
    framed: true,
    load: async () => (await import('../features/legal/ClausePage.tsx')).ClausePage,
  },
  {
    path: '/privacy',
    title: title('隐私政策', 'Privacy policy'),
    public: true,
    framed: true,
    load: async () => (await import('../features/legal/PrivacyPage.tsx')).PrivacyPage,
  },
]

/** Returns the page at an address. */
export const pageAt = (pathname: string): Page | undefined => pages.find(({ path }) => path === pathname)

/** Returns whether there is a page at an address; links to other addresses are not drawn. */
export const exists = (path: string): boolean => pageAt(path) !== undefined
