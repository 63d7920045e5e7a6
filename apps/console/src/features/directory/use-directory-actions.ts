import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, confirm, toast, useDialog, useText } from '@weft/ui'
import { nameOf } from '../../shared/member/MemberName.tsx'
import { directoryChanged } from '../../shared/directory/directory-changed.ts'
import * as text from './directory.text.ts'

/** Returns the actions on a whole directory: immediate, after a confirmation, or in a dialog. */
export function useDirectoryActions() {
  const t = useText(text)
  const queries = useQueryClient()
  const dialog = useDialog<'sync' | 'mode' | 'close'>()
  const changed = () => directoryChanged(queries)
  const restart = useMutation({
    mutationFn: () => call(contract.directory.restart_sync, {}),
    onSuccess: () => toast.success(t.restarted),
    onSettled: changed,
  })
  const sweep = useMutation({
    mutationFn: () => call(contract.directory.remove_disable, {}),
    onSuccess: ({ removed }) => (removed > 0 ? toast.success(t.removed(removed)) : toast.info(t.noneDisabled)),
    onSettled: changed,
  })
  const close = useMutation({
    mutationFn: () => call(contract.directory.delete, {}),
    onSuccess: () => {
      toast.success(t.closed)
      dialog.close()
    },
    onSettled: changed,
  })
  return {
    dialog,
    restart: async () => {
      if (await confirm({ title: t.restart, body: t.restartBody, action: t.restartVerb })) restart.mutate()
    },
    sweep: async () => {
      const found = await call(contract.directory.remove_disable, { check: true }).catch(() => undefined)
      if (found?.removed === 0) toast.info(t.noneDisabled)
      if (!found || found.removed === 0) return
      const body = t.removeDisabledBody(found.members.map(nameOf), found.removed)
      if (await confirm({ title: t.removeDisabled, body, action: t.remove, danger: true })) sweep.mutate()
    },
    close: () => close.mutate(),
    closing: close.isPending,
  }
}
