import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { call, confirm, toast, useDialog, useText } from '@weft/ui'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { memberPath } from '../../../shared/member/member-paths.ts'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import { memberExport, selectedExport } from '../batch/member-export.ts'
import * as memberText from '../member.text.ts'
import * as text from './member-list.text.ts'
import { type BulkAction, onlySoftware } from './SelectionActions.tsx'
import type { MemberAction } from './member-columns.tsx'
import type { ToolbarAction } from './use-toolbar.tsx'
import type { MemberSelection } from './use-member-selection.ts'

/** The subject of the open dialog. */
export type Asked =
  | { action: Exclude<MemberAction, 'status' | 'detail'>; member: MemberSummary }
  | { action: BulkAction; names: string[] }
  | { action: Exclude<ToolbarAction, 'delete-many' | 'export' | 'remove-disabled'> }

/** The query parameter that opens the drawer to add a member. */
const ADD = 'add'

/** Returns the actions on members: immediate, after a confirmation, or in a dialog. */
export function useMemberActions(selection: MemberSelection, mayAdd: boolean) {
  const t = useText(text)
  const m = useText(memberText)
  const queries = useQueryClient()
  const dialog = useDialog<Asked>()
  const changed = () => void membersChanged(queries)

  const turn = useMutation({
    mutationFn: ({ router_name, status }: MemberSummary) =>
      call(contract.router.update_status, { router_name, status: status === 1 ? 0 : 1 }, { missing: 'stay' }),
    onSuccess: (_, { status }) => toast.success(status === 1 ? t.disabled : t.enabled),
    onSettled: changed,
  })
  const askTurn = async (member: MemberSummary) => {
    const question = { title: t.disableTitle, body: t.disableBody(nameOf(member)), action: m.disable, danger: true }
    if (member.status === 0 || (await confirm(question))) turn.mutate(member)
  }

  const sweep = useMutation({
    mutationFn: () => call(contract.router.remove_disable, {}),
    onSuccess: ({ removed }) => (removed > 0 ? toast.success(t.removed(removed)) : toast.info(t.noneDisabled)),
    onSettled: changed,
  })
  const askSweep = async () => {
    const { removed, members } = await call(contract.router.remove_disable, { check: true })
    if (removed === 0) return toast.info(t.noneDisabled)
    const body = t.removeDisabledBody(members.map(nameOf), removed)
    if (await confirm({ title: t.removeDisabled, body, action: t.remove, danger: true })) sweep.mutate()
  }

  const ofSelection = (action: BulkAction) => {
    if (selection.keys.length === 0) return toast.warning(action === 'delete-many' ? t.chooseSoftware : t.chooseFirst)
    if (action === 'delete-many' && !onlySoftware(selection.keys)) return toast.warning(t.softwareOnly)
    if (action === 'export-many') return selectedExport.start({ router_name: [...selection.keys] })
    dialog.show({ action, names: selection.keys })
  }

  const navigate = useNavigate()
  const [params, setParams] = useViewParams()
  const wanted = params.has(ADD) && mayAdd
  const { show } = dialog
  const begun = useRef(false)
  useEffect(() => {
    // The address takes a moment to change.
    if (begun.current === wanted) return
    begun.current = wanted
    if (!wanted) return
    show({ action: 'add' })
    setParams((now) => now.delete(ADD))
  }, [wanted, show, setParams])

  return {
    dialog,
    changed,
    ofSelection,
    ofOne: (action: MemberAction, member: MemberSummary) => {
      if (action === 'status') void askTurn(member)
      else if (action === 'detail') void navigate(memberPath.detail(member.router_name))
      else dialog.show({ action, member })
    },
    /** @param filter the search and the filters of the list, whose members an export has */
    ofToolbar: (action: ToolbarAction, filter: Record<string, string>) => {
      if (action === 'delete-many') ofSelection(action)
      else if (action === 'export') memberExport.start(filter)
      else if (action === 'remove-disabled') void askSweep().catch(() => undefined)
      else dialog.show({ action })
    },
  }
}
export type MemberActions = ReturnType<typeof useMemberActions>
