import type { Permission } from '@weft/contract'
import type { Text } from '@weft/ui'
import type { ComponentType } from 'react'
import type { GroupName } from './groups.ts'

/** One page of the console. Menu, breadcrumb, title, palette and every link's visibility come from this table. */
export interface Page {
  path: string
  /** Loads the page's component when it is opened. */
  load: () => Promise<ComponentType>
  title: Text<string>
  /** Where it stands in the sidebar; a page with a `parent` is reached through it instead. */
  group?: GroupName
  parent?: string
  permission?: Permission
  /** Never for sub-accounts. */
  ramHidden?: true
  /** Needs no session. */
  public?: true
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
    load: async () => (await import('../features/system/NotFoundPage.tsx')).NotFoundPage,
  },
  {
    path: '/dashboard',
    title: title('概览', 'Overview'),
    group: 'overview',
    load: async () => (await import('../features/dashboard/DashboardPage.tsx')).DashboardPage,
  },
  {
    path: '/network/lists',
    title: title('组网列表', 'Networks'),
    group: 'network',
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
    load: async () => (await import('../features/network/detail/NetworkDetailPage.tsx')).NetworkDetailPage,
  },
]

/** The page at an address. */
export const pageAt = (pathname: string): Page | undefined => pages.find(({ path }) => path === pathname)

/** Whether an address leads to a page that exists: a link to any other is not drawn. */
export const exists = (path: string): boolean => pageAt(path) !== undefined
