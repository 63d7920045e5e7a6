import { useEffect, useRef, useState } from 'react'
import type ConfirmDialog from './ConfirmDialog.tsx'
import { type Asked, connectConfirm } from './confirm.ts'

/**
 * Shows the questions of `confirm`, one at a time; a new one cancels the one before. The dialog is loaded with the first question; where it
 * cannot be loaded, the answer is no. After the answer the focus returns to where it was when the question was asked.
 */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<typeof ConfirmDialog>()
  const asker = useRef<Element>(null)
  useEffect(() => {
    connectConfirm((next) => {
      asker.current = document.activeElement
      setAsked((before) => {
        before?.answer(false)
        return next
      })
      setOpen(true)
      void import('./ConfirmDialog.tsx').then(
        (loaded) => setDialog(() => loaded.default),
        () => next.answer(false),
      )
    })
    return () => connectConfirm(undefined)
  }, [])
  useEffect(() => {
    if (asked || document.activeElement !== document.body || !(asker.current instanceof HTMLElement)) return
    asker.current.focus({ preventScroll: true })
  }, [asked])
  if (!asked || !Dialog) return null
  const answer = (yes: boolean) => {
    asked.answer(yes)
    setOpen(false)
  }
  return <Dialog question={asked} open={open} onAnswer={answer} onGone={() => setAsked(undefined)} />
}
