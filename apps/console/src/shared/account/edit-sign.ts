import { lazy } from 'react'

/** The dialog of the account's suffix, fetched when it is opened. */
export const EditSignDialog = lazy(async () => ({ default: (await import('./EditSignDialog.tsx')).EditSignDialog }))
