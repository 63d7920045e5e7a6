export const publicationPath = {
  announcements: '/announcements' as const,
  newAnnouncement: '/announcements/edit',
  announcement: (id: string) => `/announcements/edit?id=${id}`,
  documents: '/documents' as const,
  newMessage: '/messages/send',
}
