export const workOrderPath = {
  list: '/work-orders' as const,
  detail: (network_ticket_number: string) => `/work-orders/detail?network_ticket_number=${network_ticket_number}`,
}
