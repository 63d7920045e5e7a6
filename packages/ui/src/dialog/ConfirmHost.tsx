import { lazy, Suspense, useEffect, useState } from 'react'
import { type Asked, connectConfirm } from './confirm.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'))

/** Draws the questions of `confirm`, one at a time; a new one cancels the one before. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    connectConfirm((next) => {
      setAsked((before) => {
        before?.answer(false)
        return next
      })
      setOpen(true)
    })
    return () => connectConfirm(undefined)
  }, [])
  if (!asked) return null
  const answer = (yes: boolean) => {
    asked.answer(yes)
    setOpen(false)
  }
  return (
    <Suspense>
      <ConfirmDialog question={asked} open={open} onAnswer={answer} onGone={() => setAsked(undefined)} />
    </Suspense>
  )
}
