export const publicationPath = {
  announcements: '/announcements' as const,
  newAnnouncement: '/announcements/create',
  announcement: (id: string) => `/announcements/edit?id=${id}`,
  documents: '/documents' as const,
  newMessage: '/messages/send',
}
