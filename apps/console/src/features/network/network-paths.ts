const of =
  (path: `/${string}`) =>
  (network_number: string): `/${string}` =>
    `${path}?network_number=${network_number}`

/** Addresses of the network pages. */
export const networkPath = {
  list: '/network/lists' as const,
  create: '/network/create',
  detail: of('/network/detail'),
  edit: of('/network/edit'),
  requestPop: of('/network/ticket_create'),
}
