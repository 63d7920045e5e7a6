export const announcementPath = {
  list: '/account/announcements',
  detail: (id: string) => `/account/announcements/detail?id=${encodeURIComponent(id)}`,
}
