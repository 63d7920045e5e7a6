/** Addresses of the pages about SaaS devices. */
export const saasPath = {
  list: '/saas/router' as const,
  detail: (router_name: string): `/${string}` => `/saas/detail?router_name=${encodeURIComponent(router_name)}`,
}
