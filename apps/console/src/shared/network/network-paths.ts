/** Addresses of the network pages that others link to. */
export const networkPath = {
  list: '/network/lists' as const,
  create: '/network/create' as const,
  /** The changes of all networks. */
  changes: '/network/changes' as const,
  detail: (number: string): `/${string}` => `/network/detail?network_number=${number}`,
  /** The sheet that adds branches to it. */
  addBranches: (number: string): `/${string}` => `/network/detail?network_number=${number}&add=branches`,
  /** A panel among its settings; `node` names the member of a panel about one. */
  panel: (number: string, panel: string, node?: string): `/${string}` =>
    `/network/detail?network_number=${number}&tab=settings&panel=${panel}${node === undefined ? '' : `&node=${encodeURIComponent(node)}`}`,
}
