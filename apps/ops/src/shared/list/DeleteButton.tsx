import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { opsContract } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './delete-button.text.ts'

type Contract = typeof opsContract
interface Props {
  /** The calls of what the list holds. */
  of: Contract['announcements'] | Contract['clientVersions'] | Contract['savedReplies']
  id: string
  /** What the row is called. */
  name: string
  /** What is asked before. */
  title: string
  body: string
}

/** Deletes a row of a list once that is confirmed, and asks for the list again. */
export function DeleteButton({ of, id, name, title, body }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(of.delete, { id }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.deleted),
    onSettled: () => queries.invalidateQueries({ queryKey: [of.list.path] }),
  })
  const ask = async () => {
    if (await confirm({ title, body, action: t.delete, danger: true })) remove.mutate()
  }
  return (
    <Button type="link" danger aria-label={t.deleteOf(name)} onClick={() => void ask()}>
      {t.delete}
    </Button>
  )
}
