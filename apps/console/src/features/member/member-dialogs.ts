import { lazy } from 'react'

/** The dialogs about one software member, each loaded when it is first opened. */
export const AddMemberDrawer = lazy(async () => ({ default: (await import('./add/AddMemberDrawer.tsx')).AddMemberDrawer }))
export const MemberPhoneDialog = lazy(async () => ({ default: (await import('./phone/MemberPhoneDialog.tsx')).MemberPhoneDialog }))
export const MemberPasswordDialog = lazy(async () => ({
  default: (await import('./password/MemberPasswordDialog.tsx')).MemberPasswordDialog,
}))
