/** Addresses of the member pages. */
export const memberPath = {
  list: '/router/lists' as const,
  software: '/router/lists?type=2' as const,
  /** The members that need attention. */
  attention: '/router/lists?attention=1' as const,
  /** The outages of a member, from the one that began at a moment on. */
  outage: (router_name: string, start_time: number): `/${string}` =>
    `${memberPath.detail(router_name)}&tab=outages&outage_before=${start_time}`,
  /** The hop at which its path breaks, which then has the focus. */
  broken: (router_name: string): `/${string}` => `${memberPath.detail(router_name)}#broken`,
  detail: (router_name: string): `/${string}` => `/router/detail?router_name=${encodeURIComponent(router_name)}`,
}
