import { lazy } from 'react'

/** The dialog that changes the account's sign, loaded when it is opened. */
export const EditSignDialog = lazy(async () => ({ default: (await import('./EditSignDialog.tsx')).EditSignDialog }))
