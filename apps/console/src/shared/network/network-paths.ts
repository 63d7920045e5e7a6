/** Addresses of the network pages that others link to. */
export const networkPath = {
  list: '/network/lists' as const,
  create: '/network/create' as const,
  /** The changes of all networks. */
  changes: '/network/changes' as const,
  detail: (number: string): `/${string}` => `/network/detail?network_number=${number}`,
  /** The sheet that adds branches to it. */
  addBranches: (number: string): `/${string}` => `/network/detail?network_number=${number}&add=branches`,
  /** The quality of its links: of one link whole if its ends are given, or of those that a search finds. */
  quality: (number: string, of?: { router_name: string; center_router_name: string } | { search: string }): `/${string}` => {
    const params = new URLSearchParams({ network_number: number, tab: 'quality' })
    if (of && 'search' in of) params.set('q', of.search)
    else if (of) {
      params.set('from', of.router_name)
      params.set('to', of.center_router_name)
    }
    return `/network/detail?${params}`
  },
  settings: (number: string): `/${string}` => `/network/detail?network_number=${number}&tab=settings`,
  /** A panel among its settings; `node` names the member of a panel about one. */
  panel: (number: string, panel: string, node?: string): `/${string}` =>
    `/network/detail?network_number=${number}&tab=settings&panel=${panel}${node === undefined ? '' : `&node=${encodeURIComponent(node)}`}`,
}
