/** Addresses of the member pages. */
export const memberPath = {
  list: '/router/lists' as const,
  software: '/router/lists?type=2' as const,
  /** The members that need attention. */
  attention: '/router/lists?attention=1' as const,
  detail: (router_name: string): `/${string}` => `/router/detail?router_name=${encodeURIComponent(router_name)}`,
}
