import { lazy } from 'react'

/** The dialog that changes a sub-account's own password. It is loaded when opened, since the header offers it on every page. */
export const OwnPasswordDialog = lazy(() => import('./OwnPasswordDialog.tsx'))
