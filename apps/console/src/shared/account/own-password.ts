import { lazy } from 'react'

/** The dialog of a sub-account's own password, fetched when it is opened: the header offers it on every page. */
export const OwnPasswordDialog = lazy(() => import('./OwnPasswordDialog.tsx'))
